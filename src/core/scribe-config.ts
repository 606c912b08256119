import { Buffer, isUtf8 } from "node:buffer";
import type { ScribeConfig } from "./contract.generated.ts";
import { check } from "./contract.ts";

export type ReadConfig =
  | { readonly ok: true; readonly config: ScribeConfig }
  | { readonly ok: false; readonly problem: string };

/** Reads the bytes of a vault's config. */
export function readConfig(bytes: Uint8Array): ReadConfig {
  if (!isUtf8(bytes)) return { ok: false, problem: "it is not UTF-8" };
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(bytes).toString());
  } catch {
    return { ok: false, problem: "it is not JSON" };
  }
  const verdict = check("scribe-config", value);
  return verdict.ok ? { ok: true, config: verdict.value } : verdict;
}
