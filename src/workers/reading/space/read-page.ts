import { isUtf8 } from "node:buffer";
import { limits } from "../../../core/limits.ts";
import { sameStamp } from "../../../core/lineage/stamp.ts";
import { flags } from "../../fence/flags.ts";
import type { Hold } from "../../fence/hold.ts";
import { openHeld } from "../../fence/open.ts";
import { passOver } from "../../fence/pages-below.ts";
import { release } from "../../fence/release.ts";
import { stampOf } from "../../fence/stamp.ts";
import { readRange } from "../read-range.ts";

/**
 * The text of a page. Null when it has none that can be searched: it cannot be read, it is not valid UTF-8 or it is
 * larger than a page is. Throws what `passOver` does.
 */
export async function readPage(file: Hold): Promise<string | null> {
  try {
    const opened = openHeld(file, flags.read);
    if (opened === null) return null;
    try {
      return await textOf(opened.fd);
    } finally {
      release(opened.fd);
    }
  } catch (error) {
    return passOver(error);
  }
}

/** Reads again what changed meanwhile; what changes all the time is taken as it came. */
async function textOf(fd: number): Promise<string | null> {
  let bytes = Buffer.alloc(0);
  let stamp = stampOf(fd);
  for (let attempt = 0; attempt < limits.readAttempts; attempt++) {
    if (stamp.size > limits.spacePageBytes) return null;
    const before = stamp;
    bytes = await readWhole(fd, stamp.size);
    stamp = stampOf(fd);
    if (sameStamp(before, stamp)) break;
  }
  return isUtf8(bytes) ? bytes.toString() : null;
}

async function readWhole(fd: number, size: number): Promise<Buffer<ArrayBuffer>> {
  const pieces: Buffer[] = [];
  await readRange(fd, 0, size, (bytes) => pieces.push(Buffer.from(bytes)));
  return Buffer.concat(pieces);
}
