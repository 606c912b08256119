import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Test } from "tap";
import type { Grant } from "../../../src/core/messages/reader.ts";
import type { PageToCommit } from "../../../src/core/messages/writer.ts";
import { locateGrant } from "../../../src/workers/fence/root.ts";
import { sys } from "../../../src/workers/fence/sys.ts";

export interface Folder {
  readonly grant: Grant;
  readonly at: (path: string) => string;
  readonly pages: () => string[];
  readonly lines: () => string[];
}

/** A vault of its own, in which `sys` may be swapped: it is put back when the test ends. */
export function vault(t: Test): Folder {
  const root = t.testdir({ ".wyrd": {}, a: {}, b: {} });
  const original = { ...sys };
  t.teardown(() => Object.assign(sys, original));
  const located = locateGrant(root);
  if (!located.ok) throw new Error(located.refusal.code);
  const at = (path: string): string => join(root, path);
  mkdirSync(at("a"), { recursive: true });
  return {
    grant: located.grant,
    at,
    pages: () => ["a", "b"].flatMap((folder) => readdirSync(at(folder)).map((name) => `${folder}/${name}`)).sort(),
    lines: () => readFileSync(at(".wyrd/lineage.jsonl"), "utf8").split("\n").filter(Boolean),
  };
}

export function page(path: string, content = `text of ${path}`): PageToCommit {
  return { path, content, findings: [] };
}

export function errno(code: string): Error {
  return Object.assign(new Error(code), { code, syscall: "test" });
}
