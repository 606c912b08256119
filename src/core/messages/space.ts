import type { Refusal } from "../refusal.ts";
import type { Grant } from "./reader.ts";

/** The pages of a space to look at: those whose path holds `prefix`, which is "" for all. */
export interface SpaceTask {
  readonly grant: Grant;
  readonly prefix: string;
}

export interface ListRecentTask extends SpaceTask {
  readonly limit: number;
}

export interface SearchSpaceTask extends SpaceTask {
  /** Not empty. */
  readonly query: string;
  /** Null for every page that matches. */
  readonly limit: number | null;
}

export interface FindBacklinksTask extends SpaceTask {
  /** As `linkTarget` gives it, and not empty. */
  readonly target: string;
}

/** How many pages a month, as `2026-11`, or a tag has. */
export interface Count {
  readonly key: string;
  readonly pages: number;
}

export interface RecentPage {
  readonly name: string;
  readonly mtime_iso: string;
  readonly size_bytes: number;
}

export interface Hit {
  readonly name: string;
  readonly match: "name" | "content" | "both";
  readonly snippet: string;
}

/** A line that links to a page. */
export interface Backlink {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

export interface TaskRow {
  readonly name: string;
  readonly ref: string | null;
  readonly line: number;
  readonly state: string;
  readonly text: string;
}

/** Rows of pages that could be read; or why the space as a whole could not. */
export type SpaceAnswer<Row> =
  | { readonly ok: true; readonly rows: readonly Row[] }
  | { readonly ok: false; readonly refusal: Refusal };

/** What readers do in a space. */
export interface SpaceTasks {
  /** By month. */
  count_months: { task: SpaceTask; answer: SpaceAnswer<Count> };
  /** The most used first, then by tag. */
  count_tags: { task: SpaceTask; answer: SpaceAnswer<Count> };
  /** The newest first, then by name. */
  list_recent: { task: ListRecentTask; answer: SpaceAnswer<RecentPage> };
  /** By path, as what follows. */
  search_space: { task: SearchSpaceTask; answer: SpaceAnswer<Hit> };
  find_backlinks: { task: FindBacklinksTask; answer: SpaceAnswer<Backlink> };
  list_tasks: { task: SpaceTask; answer: SpaceAnswer<TaskRow> };
}
