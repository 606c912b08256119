import { configPath } from "../../core/grant-path.ts";
import { limits } from "../../core/limits.ts";
import { errnoOf } from "./errno.ts";
import { flags } from "./flags.ts";
import type { Hold } from "./hold.ts";
import { openHeld } from "./open.ts";
import { failed, type Refused, refused, stale } from "./outcome.ts";
import { publish } from "./publish.ts";
import { release } from "./release.ts";
import { syncFolder } from "./sync.ts";
import { sys } from "./sys.ts";
import { stage } from "./temp.ts";

const configName = "scribe.json";

/**
 * The config's bytes, at most `limits.configBytes` of them, or null when there is none. Refuses `SCRIBE_CONFIG_INVALID`
 * with the problem `link` or `not_a_file`, and `SCRIBE_CONFIG_TOO_LARGE`.
 */
export function readConfigBytes(wyrd: Hold): { readonly ok: true; readonly bytes: Uint8Array | null } | Refused {
  let config: Hold;
  try {
    config = wyrd.look(configName);
  } catch (error) {
    return errnoOf(error) === "ENOENT" ? { ok: true, bytes: null } : failed(error, configPath);
  }
  try {
    return readHeld(config);
  } catch (error) {
    return failed(error, configPath);
  } finally {
    config.close();
  }
}

/**
 * Makes the config, whole and on stable storage. `minted` is false when there was one already, which the caller reads.
 * When only the sync of the folder fails the file stays, since another server may have read it by then.
 */
export function mintConfig(wyrd: Hold, bytes: Uint8Array): { readonly ok: true; readonly minted: boolean } | Refused {
  const staged = stage(wyrd, bytes);
  if (!staged.ok) return staged;
  const published = publish(staged.temp, { parent: wyrd, name: configName, path: configPath });
  if (!published.ok) return published.refusal.code === "EXISTS" ? { ok: true, minted: false } : published;
  const synced = syncFolder(wyrd, configPath);
  return synced.ok ? { ok: true, minted: true } : synced;
}

function readHeld(config: Hold): { readonly ok: true; readonly bytes: Uint8Array } | Refused {
  if (!config.stats.isFile()) {
    return refused("SCRIBE_CONFIG_INVALID", {
      problem: config.stats.isSymbolicLink() ? "it is a link" : "it is not a regular file",
    });
  }
  const opened = openHeld(config, flags.read);
  if (opened === null) return stale(configPath);
  try {
    const bytes = readAtMost(opened.fd, limits.configBytes + 1);
    return bytes.length <= limits.configBytes
      ? { ok: true, bytes }
      : refused("SCRIBE_CONFIG_TOO_LARGE", {
          bytes: Math.max(Number(opened.stats.size), bytes.length),
          limit: limits.configBytes,
        });
  } finally {
    release(opened.fd);
  }
}

function readAtMost(fd: number, most: number): Uint8Array {
  const buffer = new Uint8Array(most);
  let length = 0;
  while (length < most) {
    const bytes = sys.read(fd, buffer.subarray(length), length);
    if (bytes === 0) break;
    length += bytes;
  }
  return buffer.subarray(0, length);
}
