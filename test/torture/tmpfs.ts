import { execFileSync } from "node:child_process";
import { mkdtempSync, rmdirSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A small filesystem of its own. */
export interface Tmpfs {
  readonly base: string;
  /** Leaves room for so many more blocks of 4 KiB and so many more files. */
  leave(blocks: number, files: number): void;
}

const plenty = 4096;

/** Plays on a new tmpfs, which is gone afterwards. Null where none may be mounted, which takes the superuser. */
export async function onTmpfs<T>(play: (tmpfs: Tmpfs) => Promise<T>): Promise<T | null> {
  const base = mkdtempSync(join(tmpdir(), "wyrd-tmpfs-"));
  try {
    if (!mount(base, `size=${plenty * 4}k,nr_inodes=${plenty}`)) return null;
    try {
      return await play({ base, leave: (blocks, files) => leave(base, blocks, files) });
    } finally {
      execFileSync("umount", ["-l", base]);
    }
  } finally {
    rmdirSync(base);
  }
}

function leave(base: string, moreBlocks: number, moreFiles: number): void {
  const { blocks, bfree, files, ffree } = statfsSync(base);
  mount(base, `remount,size=${(blocks - bfree + moreBlocks) * 4}k,nr_inodes=${files - ffree + moreFiles}`);
}

function mount(base: string, options: string): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", base], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
