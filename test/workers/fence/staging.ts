import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import { dirname, join } from "node:path";
import type { Test } from "tap";
import type { Hold } from "../../../src/workers/fence/hold.ts";
import { type Fence, locateGrant, openFence, type Walk } from "../../../src/workers/fence/root.ts";
import { openScribeDir } from "../../../src/workers/fence/scribe-dir.ts";
import { sys } from "../../../src/workers/fence/sys.ts";

export const walks: readonly Walk[] = process.platform === "linux" ? ["descriptors", "paths"] : ["paths"];

/** What stands in a folder: text for a file, `{link}` for a link, another tree for a folder. */
export type Tree = { readonly [name: string]: string | { readonly link: string } | Tree };

export interface Scene {
  /** Holds `grant` and whatever a test puts beside it. */
  readonly base: string;
  readonly root: string;
  readonly fence: Fence;
  /** The host path of something in the grant. */
  in(path: string): string;
}

/** Thousands of scenes are set up and cleared away, which is some thirty times faster in memory. */
const memory = "/dev/shm";

/** A new folder, gone when the test ends. */
export function newFolder(t: Test): string {
  const above = fs.existsSync(memory) ? memory : os.tmpdir();
  const base = fs.realpathSync(fs.mkdtempSync(join(above, "fence-")));
  t.teardown(() => fs.rmSync(base, { recursive: true, force: true }));
  return base;
}

/** A new grant with the tree in it, and its fence. */
export function scene(t: Test, tree: Tree, walk: Walk = walks[0] as Walk): Scene {
  const base = newFolder(t);
  const root = join(base, "grant");
  plant(root, tree);
  const fence = fenceOn(root, walk);
  t.teardown(() => fence.close());
  return { base, root, fence, in: (path) => join(root, path) };
}

export function fenceOn(root: string, walk: Walk): Fence {
  const located = locateGrant(root);
  assert(located.ok);
  const opened = openFence(located.grant, { walk });
  assert(opened.ok);
  return opened.fence;
}

/** Holds `.wyrd` while `use` runs. */
export function inWyrd<T>(fence: Fence, use: (wyrd: Hold) => T): T {
  const opened = openScribeDir(fence);
  assert(opened.ok);
  try {
    return use(opened.wyrd);
  } finally {
    opened.wyrd.close();
  }
}

export function plant(folder: string, tree: Tree): void {
  fs.mkdirSync(folder, { recursive: true });
  for (const [name, what] of Object.entries(tree)) {
    const path = join(folder, name);
    if (typeof what === "string") fs.writeFileSync(path, what);
    else if (typeof what.link === "string") fs.symlinkSync(what.link, path);
    else plant(path, what as Tree);
  }
}

/** Every name below a folder, with the text of files. */
export function snapshot(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of fs.readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    found[path.slice(folder.length + 1)] = entry.isFile() ? fs.readFileSync(path, "utf8") : "";
  }
  return found;
}

/** Moves what stands at `path` aside and puts a link to `outside` in its place. */
export function swapForLink(path: string, outside: string): void {
  fs.renameSync(path, join(dirname(path), "moved-aside"));
  fs.symlinkSync(outside, path);
}

export function openDescriptors(): number {
  return process.platform === "linux" ? fs.readdirSync("/proc/self/fd").length : 0;
}

export type Primitive = keyof typeof sys;

/** What a test does before a call of the fence to the system. Calls are counted from 1; an errno that it throws is the call's. */
export type Before = (call: number, primitive: Primitive) => void;

export interface Round<T> {
  readonly result: T;
  readonly calls: number;
  /** Descriptors that are open now and were not before. */
  readonly leaked: number;
}

/** No calls to the system. */
const notCalls: readonly Primitive[] = ["nonce", "now"];

/** Runs a step with something happening before its calls. */
export function staged<T>(before: Before, step: () => T): Round<T> {
  const real = { ...sys };
  const descriptors = openDescriptors();
  let calls = 0;
  for (const primitive of Object.keys(real) as Primitive[]) {
    if (notCalls.includes(primitive)) continue;
    const call = real[primitive] as (...args: unknown[]) => unknown;
    const wrapped = (...args: unknown[]) => {
      calls += 1;
      try {
        before(calls, primitive);
      } catch (error) {
        // As the system does, a failing close gives the number back all the same.
        if (primitive === "close") call(...args);
        throw error;
      }
      return call(...args);
    };
    Object.assign(sys, { [primitive]: wrapped });
  }
  try {
    const result = step();
    return { result, calls, leaked: openDescriptors() - descriptors };
  } finally {
    Object.assign(sys, real);
  }
}

/** Both, one after the other. */
export function both(first: Before, second: Before): Before {
  return (call, primitive) => {
    first(call, primitive);
    second(call, primitive);
  };
}

export function errno(code: string): Error {
  return Object.assign(new Error(code), { code, syscall: "staged" });
}

/** Makes every call of some primitives fail. */
export function failing(code: string, ...primitives: Primitive[]): Before {
  return (_, primitive) => {
    if (primitives.includes(primitive)) throw errno(code);
  };
}

/** Acts before the first call of one primitive. */
export function onFirst(primitive: Primitive, act: () => void): Before {
  let met = false;
  return (_, called) => {
    if (met || called !== primitive) return;
    met = true;
    act();
  };
}

/** Plays a round with its act before the first call, another with its act before the second, and so on until a round has no such call. */
export function forEachCall(
  round: (inTurn: (act: (primitive: Primitive) => void) => Before) => { readonly calls: number },
): void {
  for (let turn = 1; ; turn++) {
    const inTurn = (act: (primitive: Primitive) => void) => (call: number, primitive: Primitive) => {
      if (call === turn) act(primitive);
    };
    if (round(inTurn).calls < turn) return;
  }
}

/** Plays a round in which the first call fails, another in which the second does, and so on. */
export function failEachCall(
  code: string,
  round: (before: Before, failed: () => Primitive | null) => { readonly calls: number },
): void {
  forEachCall((inTurn) => {
    let failed: Primitive | null = null;
    const before = inTurn((primitive) => {
      failed = primitive;
      throw errno(code);
    });
    return round(before, () => failed);
  });
}
