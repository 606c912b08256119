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

/** Writes bytes to a new file in `.wyrd` and syncs it. On a refusal nothing is left. */
export function stage(wyrd: Hold, bytes: Uint8Array): { readonly ok: true; readonly temp: Temp } | Refused {
  const name = `page-${process.pid}-${sys.nonce()}.tmp`;
  const at = entryOf(wyrd, name);
  let fd: number;
  try {
    fd = sys.open(at, flags.create, 0o666);
  } catch (error) {
    return failed(error, scribeFolder);
  }
  let staged = false;
  try {
    if (!wyrd.still()) return stale(scribeFolder);
    writeAll(fd, bytes);
    sys.fsync(fd);
    const { dev, ino } = sys.fstat(fd);
    staged = true;
    return { ok: true, temp: { wyrd, name, bytes, identity: { dev, ino } } };
  } catch (error) {
    return failed(error, scribeFolder);
  } finally {
    release(fd);
    if (!staged) {
      remove(at);
    }
  }
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
