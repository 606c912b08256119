import appendToPage from "../../../schemas/space/append-to-page.input.json" with { type: "json" };
import checkTask from "../../../schemas/space/check-task.input.json" with { type: "json" };
import createPage from "../../../schemas/space/create-page.input.json" with { type: "json" };
import deletePage from "../../../schemas/space/delete-page.input.json" with { type: "json" };
import diffPages from "../../../schemas/space/diff-pages.input.json" with { type: "json" };
import findBacklinks from "../../../schemas/space/find-backlinks.input.json" with { type: "json" };
import journalHistogram from "../../../schemas/space/journal-histogram.input.json" with { type: "json" };
import listPages from "../../../schemas/space/list-pages.input.json" with { type: "json" };
import listTasks from "../../../schemas/space/list-tasks.input.json" with { type: "json" };
import movePage from "../../../schemas/space/move-page.input.json" with { type: "json" };
import pageExists from "../../../schemas/space/page-exists.input.json" with { type: "json" };
import pagesTouchingTopic from "../../../schemas/space/pages-touching-topic.input.json" with { type: "json" };
import patchPageLines from "../../../schemas/space/patch-page-lines.input.json" with { type: "json" };
import patchPageReplace from "../../../schemas/space/patch-page-replace.input.json" with { type: "json" };
import prependToPage from "../../../schemas/space/prepend-to-page.input.json" with { type: "json" };
import readPage from "../../../schemas/space/read-page.input.json" with { type: "json" };
import recentPages from "../../../schemas/space/recent-pages.input.json" with { type: "json" };
import searchPages from "../../../schemas/space/search-pages.input.json" with { type: "json" };
import tagSummary from "../../../schemas/space/tag-summary.input.json" with { type: "json" };
import writePage from "../../../schemas/space/write-page.input.json" with { type: "json" };
import { door } from "../validate.ts";
import type {
  AppendToPageInput,
  CheckTaskInput,
  CreatePageInput,
  DeletePageInput,
  DiffPagesInput,
  FindBacklinksInput,
  JournalHistogramInput,
  ListPagesInput,
  ListTasksInput,
  MovePageInput,
  PageExistsInput,
  PagesTouchingTopicInput,
  PatchPageLinesInput,
  PatchPageReplaceInput,
  PrependToPageInput,
  ReadPageInput,
  RecentPagesInput,
  SearchPagesInput,
  TagSummaryInput,
  WritePageInput,
} from "./contract.generated.ts";

/** The arguments of each tool of the bridge. */
export interface SpaceInputs {
  append_to_page: AppendToPageInput;
  check_task: CheckTaskInput;
  create_page: CreatePageInput;
  delete_page: DeletePageInput;
  diff_pages: DiffPagesInput;
  find_backlinks: FindBacklinksInput;
  journal_histogram: JournalHistogramInput;
  list_pages: ListPagesInput;
  list_tasks: ListTasksInput;
  move_page: MovePageInput;
  page_exists: PageExistsInput;
  pages_touching_topic: PagesTouchingTopicInput;
  patch_page_lines: PatchPageLinesInput;
  patch_page_replace: PatchPageReplaceInput;
  prepend_to_page: PrependToPageInput;
  read_page: ReadPageInput;
  recent_pages: RecentPagesInput;
  search_pages: SearchPagesInput;
  tag_summary: TagSummaryInput;
  write_page: WritePageInput;
}

/** The schema of each tool's arguments. */
export const spaceInputSchemas = {
  append_to_page: appendToPage,
  check_task: checkTask,
  create_page: createPage,
  delete_page: deletePage,
  diff_pages: diffPages,
  find_backlinks: findBacklinks,
  journal_histogram: journalHistogram,
  list_pages: listPages,
  list_tasks: listTasks,
  move_page: movePage,
  page_exists: pageExists,
  pages_touching_topic: pagesTouchingTopic,
  patch_page_lines: patchPageLines,
  patch_page_replace: patchPageReplace,
  prepend_to_page: prependToPage,
  read_page: readPage,
  recent_pages: recentPages,
  search_pages: searchPages,
  tag_summary: tagSummary,
  write_page: writePage,
} as const satisfies Record<keyof SpaceInputs, object>;

type Entries = { readonly [Tool in keyof SpaceInputs]: { readonly schema: object; readonly root: string } };

const entries = Object.fromEntries(
  Object.entries(spaceInputSchemas).map(([tool, schema]) => [tool, { schema, root: "arguments" }]),
);

/** The door of the bridge. */
export const { check } = door<SpaceInputs>(entries as Entries);
