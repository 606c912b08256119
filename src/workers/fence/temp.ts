import { scribeFolder } from "../../core/grant-path.ts";
import { flags } from "./flags.ts";
import { entryOf, type Hold, type Identity } from "./hold.ts";
import { failed, type Refused, stale } from "./outcome.ts";
import { release, remove } from "./release.ts";
import { sys } from "./sys.ts";

/** A whole file on stable storage that is not under its name yet. It keeps its bytes, to be staged again if it vanishes. */
export interface Temp {
  readonly wyrd: Hold;
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly identity: Identity;
}

/** Names of temporary files. The group is the process that made it. */
export const tempName = /^page-(\d+)-[0-9a-f]+\.tmp$/;

export type Staged = { readonly ok: true; readonly temp: Temp } | Refused;

/** Writes bytes to a new file in `.wyrd` and syncs it. On a refusal nothing is left. */
export function stage(wyrd: Hold, bytes: Uint8Array): Staged {
  const written = writeTemp(wyrd, bytes);
  return written.ok ? finish(written, () => sys.fsync(written.fd)) : written;
}

/**
 * Stages several files, each with its own outcome. They are synced at the same time, which a journaling filesystem
 * carries out as one commit.
 */
export async function stageAll(wyrd: Hold, files: readonly Uint8Array[]): Promise<readonly Staged[]> {
  const [only] = files;
  if (only !== undefined && files.length === 1) return [stage(wyrd, only)];
  const written = files.map((bytes) => writeTemp(wyrd, bytes));
  const synced = written.map((file) => (file.ok ? sys.fsyncAlongside(file.fd) : null));
  const errors = (await Promise.allSettled(synced)).map((sync) => (sync.status === "rejected" ? sync.reason : null));
  return written.map((file, index) => (file.ok ? finish(file, () => throwUnlessNull(errors[index])) : file));
}

interface Written {
  readonly ok: true;
  readonly fd: number;
  readonly temp: Temp;
}

function writeTemp(wyrd: Hold, bytes: Uint8Array): Written | Refused {
  const name = `page-${process.pid}-${sys.nonce()}.tmp`;
  const at = entryOf(wyrd, name);
  let fd: number;
  try {
    fd = sys.open(at, flags.create, 0o666);
  } catch (error) {
    return failed(error, scribeFolder);
  }
  let written = false;
  try {
    if (!wyrd.still()) return stale(scribeFolder);
    writeAll(fd, bytes);
    const { dev, ino } = sys.fstat(fd);
    written = true;
    return { ok: true, fd, temp: { wyrd, name, bytes, identity: { dev, ino } } };
  } catch (error) {
    return failed(error, scribeFolder);
  } finally {
    if (!written) {
      release(fd);
      remove(at);
    }
  }
}

function finish({ fd, temp }: Written, sync: () => void): Staged {
  try {
    sync();
    return { ok: true, temp };
  } catch (error) {
    discard(temp);
    return failed(error, scribeFolder);
  } finally {
    release(fd);
  }
}

function throwUnlessNull(error: unknown): void {
  if (error !== null) throw error;
}

/** Removes a staged file that is not wanted, or not wanted any more. */
export function discard(temp: Temp): void {
  remove(entryOf(temp.wyrd, temp.name));
}

function writeAll(fd: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) {
    done += sys.write(fd, bytes.subarray(done));
  }
}
