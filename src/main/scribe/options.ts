import { unprintable } from "../../core/grant-path.ts";
import { limits } from "../../core/limits.ts";
import type { GrantCode } from "../../core/refusal.ts";

/** Why the server does not start: a code and what to do. */
export interface StartRefusal {
  readonly code: StartCode;
  readonly detail: string;
}

export type StartCode = GrantCode | "BAD_ARGUMENT" | "TIER_UNAVAILABLE" | "UNRECOGNISED_TIER";

export type Options =
  | { readonly kind: "help" }
  | { readonly kind: "version" }
  | { readonly kind: "serve"; readonly grant: string }
  | { readonly kind: "refused"; readonly refusal: StartRefusal };

type Environment = Readonly<Record<string, string | undefined>>;

const example = "--grant /absolute/path/to/folder";

/** Reads the command line and the environment: arguments first, then the tier, then the grant's text. */
export function readOptions(args: readonly string[], env: Environment, windows: boolean): Options {
  const given = readArguments(args);
  if (typeof given !== "string" && given !== undefined) return given;
  const refusal = tierFault(env.WYRD_SCRIBE_TIER) ?? grantFault(given ?? env.WYRD_GRANT, windows);
  if (refusal !== null) return { kind: "refused", refusal };
  return { kind: "serve", grant: given ?? env.WYRD_GRANT ?? "" };
}

/** The value of `--grant`, undefined when there is none, or what else the arguments decide. */
function readArguments(args: readonly string[]): string | undefined | Options {
  let grant: string | undefined;
  const bad = (detail: string): Options => ({ kind: "refused", refusal: { code: "BAD_ARGUMENT", detail } });
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? "";
    if (arg === "--help" || arg === "-h") return { kind: "help" };
    if (arg === "--version") return { kind: "version" };
    if (arg !== "--grant" && !arg.startsWith("--grant=")) {
      return bad(`unknown argument ${JSON.stringify(arg)}; see wyrd-scribe --help`);
    }
    if (grant !== undefined) return bad("--grant is given twice; see wyrd-scribe --help");
    const value = arg === "--grant" ? args[++i] : arg.slice("--grant=".length);
    if (value === undefined) return bad("--grant has no value; see wyrd-scribe --help");
    grant = value;
  }
  return grant;
}

function tierFault(tier: string | undefined): StartRefusal | null {
  if (tier === undefined || tier === "A") return null;
  if (tier === "B" || tier === "C") {
    return {
      code: "TIER_UNAVAILABLE",
      detail: `tier ${tier} is not available in this version; set WYRD_SCRIBE_TIER to A or leave it out`,
    };
  }
  return {
    code: "UNRECOGNISED_TIER",
    detail: `WYRD_SCRIBE_TIER is ${JSON.stringify(tier)}; set it to A or leave it out`,
  };
}

/** What the grant's text alone shows. The text is named where the client may have failed to expand it. */
function grantFault(grant: string | undefined, windows: boolean): StartRefusal | null {
  const refuse = (code: GrantCode, detail: string): StartRefusal => ({ code, detail });
  if (grant === undefined) return refuse("GRANT_NOT_GIVEN", `no folder is granted; add ${example}, or set WYRD_GRANT`);
  if (grant === "") return refuse("GRANT_EMPTY", `the granted folder is empty text; write ${example}`);
  if (unexpanded.test(grant)) {
    return refuse(
      "GRANT_NOT_EXPANDED",
      `the client passed ${JSON.stringify(grant)} as it stands, without expanding it; write the full path: ${example}`,
    );
  }
  if (grant.length > limits.grantChars) {
    return refuse("GRANT_TOO_LONG", `the granted folder's path is longer than ${limits.grantChars} characters`);
  }
  if (unprintable.test(grant) || !grant.isWellFormed()) {
    return refuse(
      "GRANT_BAD_CHARACTERS",
      "the granted folder's path holds control, bidirectional or zero-width characters; type it anew",
    );
  }
  if (grant.startsWith("\\\\?\\") || grant.startsWith("\\\\.\\")) {
    return refuse("GRANT_NAMESPACED", "the granted folder is a Windows namespaced path; write it without the prefix");
  }
  const absolute = windows ? /^([A-Za-z]:[\\/]|[\\/]{2}[^\\/])/.test(grant) : grant.startsWith("/");
  if (!absolute) return refuse("GRANT_RELATIVE", `the granted folder's path is not absolute; write ${example}`);
  return null;
}

const unexpanded = /^~|\$\{[^}]*\}|^\$[A-Za-z_]|%[A-Za-z_][A-Za-z0-9_()]*%|^file:/i;
