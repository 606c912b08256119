import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Test } from "tap";
import type { Grant } from "../../../../src/core/messages/reader.ts";
import type { SpaceAnswer } from "../../../../src/core/messages/space.ts";
import { locateGrant } from "../../../../src/workers/fence/root.ts";
import { plant, type Tree } from "../../fence/staging.ts";

export interface Space {
  readonly root: string;
  readonly grant: Grant;
}

/** A new space with the tree in it. */
export function space(t: Test, tree: Tree): Space {
  return spaceAt(newFolder(t), tree);
}

export function spaceAt(root: string, tree: Tree): Space {
  plant(root, tree);
  const located = locateGrant(root);
  assert(located.ok);
  return { root, grant: located.grant };
}

/** A folder in which programs may be run, as they may not be in memory everywhere. */
export function newFolder(t: Test): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "space-")));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function rowsOf<Row>(answer: SpaceAnswer<Row>): readonly Row[] {
  assert(answer.ok);
  return answer.rows;
}

/** Has programs looked for in these folders only, until the test ends. */
export function onPath(t: Test, ...folders: readonly string[]): void {
  const before = process.env.PATH;
  process.env.PATH = folders.join(delimiter);
  t.teardown(() => {
    process.env.PATH = before;
  });
}

/** Puts a shell script in the place of ripgrep, until the test ends. */
export function fakeRipgrep(t: Test, script: string, mode: number = 0o755): void {
  const folder = newFolder(t);
  writeRipgrep(folder, script, mode);
  onPath(t, folder, "/usr/bin", "/bin");
}

export function writeRipgrep(folder: string, script: string, mode: number = 0o755): void {
  writeFileSync(join(folder, "rg"), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, "rg"), mode);
}
