import { limits } from "../../../core/limits.ts";
import { type Absence, absenceFor, type FileSight } from "../../../core/lineage/audit/compare.ts";
import type { Stamp } from "../../../core/messages/reader.ts";
import { type PageLineage, readLineage } from "../../../core/text/read-lineage.ts";
import type { Fence } from "../../fence/root.ts";
import { atOneVersion } from "../one-version.ts";
import { readAtOnce, readRange } from "../read-range.ts";
import { sha256 } from "../sha256.ts";
import { stoodAtOnce } from "./scan-file.ts";

export type PageSight = Absence | (FileSight & { readonly lineage: PageLineage });

interface LineageSight {
  readonly kind: "file";
  readonly lineage: PageLineage;
  readonly stamp: Stamp;
}

const none: PageLineage = { kind: "none" };

/** Reads a page of any size: its digest, and the lineage that it carries. What is reached through a link is no page. */
export async function lookAtPage(fence: Fence, path: string): Promise<PageSight> {
  const seen = await atOneVersion<PageSight>(fence, path, async (file) => {
    if (file.path !== path) return { kind: "not_a_file" };
    const { fd } = file;
    const { size } = file.stamp;
    const digest = sha256();
    let lineage: PageLineage | null = null;
    const read = await readRange(fd, 0, size, (bytes) => {
      digest.update(bytes);
      lineage ??= lineageIn(bytes);
    });
    const hex = digest.hex();
    const stood = read === size && (await stoodAtOnce(file, hex));
    return stood ? { kind: "file", sha256: hex, bytes: size, lineage: lineage ?? none } : null;
  });
  return seen.ok ? seen.value : absenceFor(seen.refusal);
}

/** Reads no more of a file than the lineage that it carries. */
export async function lookAtLineage(fence: Fence, path: string): Promise<LineageSight | Absence> {
  const seen = await atOneVersion<LineageSight>(fence, path, async ({ fd, stamp }) => {
    const bytes = opensFrontmatter(readAtOnce(fd, 0, opening.bytes)) ? Math.min(stamp.size, limits.pageHeadBytes) : 0;
    return { kind: "file", lineage: lineageIn(readAtOnce(fd, 0, bytes)), stamp };
  });
  return seen.ok ? seen.value : absenceFor(seen.refusal);
}

/** @param bytes the file's first */
function lineageIn(bytes: Uint8Array): PageLineage {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, limits.pageHeadBytes));
  return opensFrontmatter(head) ? readLineage(head.toString()) : none;
}

/** A fence, behind a byte order mark or not. */
const opening = { bytes: 6, pattern: /^\ufeff?---/ };

function opensFrontmatter(head: Buffer): boolean {
  return opening.pattern.test(head.toString("utf8", 0, opening.bytes));
}
