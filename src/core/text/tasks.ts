import { codeFences } from "./code-fences.ts";
import { afterBom, frontmatterRange } from "./frontmatter-range.ts";
import { splitLines } from "./lines.ts";
import { firstRef } from "./wikilinks.ts";

/** A task of a page. */
export interface Task {
  /** Target of the first link in its line; null without one. */
  readonly ref: string | null;
  /** Its line, counted from 1 over the whole file. */
  readonly line: number;
  /** The one character between the brackets. */
  readonly state: string;
  /** What follows the brackets, without outer blanks. */
  readonly text: string;
  /** Index of the state in the body. */
  readonly at: number;
}

export type TaskState = "todo" | "done" | "cancelled";

export type TaskSet =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly found: "none" | "many" };

const characters: Readonly<Record<TaskState, string>> = { todo: " ", done: "x", cancelled: "X" };
const task = /^[ \t]*[-*+][ \t]+\[([^\r\n])\](?=\s|$)/u;

/** All tasks of a page, but for what its frontmatter and its fenced code blocks hold. */
export function listTasks(body: string): Task[] {
  const tasks: Task[] = [];
  const isCode = codeFences();
  let at = frontmatterRange(body)?.end ?? afterBom(body);
  let number = body.slice(0, at).split("\n").length;
  for (const line of splitLines(body.slice(at))) {
    const [written, state] = isCode(line) ? [] : (task.exec(line) ?? []);
    if (written !== undefined && state !== undefined) {
      const text = line.slice(written.length).trim();
      tasks.push({ ref: firstRef(text), line: number, state, text, at: at + written.length - 1 - state.length });
    }
    at += line.length;
    number++;
  }
  return tasks;
}

/** Sets the state of the one task that has this reference. Nothing else of the page changes. */
export function setTask(body: string, ref: string, state: TaskState): TaskSet {
  const [found, another] = listTasks(body).filter((task) => task.ref === ref);
  if (found === undefined) return { ok: false, found: "none" };
  if (another !== undefined) return { ok: false, found: "many" };
  const after = body.slice(found.at + found.state.length);
  return { ok: true, text: body.slice(0, found.at) + characters[state] + after };
}
