import { canonicalPath, unprintable } from "../../core/grant-path.ts";
import { limits } from "../../core/limits.ts";
import type { Expectation } from "../../core/messages/audit.ts";
import type { GrantCode, GrantRefusal } from "../../core/refusal.ts";
import { readFlags } from "./arguments.ts";

/** Why the server does not start: a code and what to do. */
export interface StartRefusal {
  readonly code: StartCode;
  readonly detail: string;
}

type StartCode = GrantCode | "BAD_ARGUMENT" | "TIER_UNAVAILABLE" | "UNRECOGNISED_TIER";

export type Options =
  | { readonly kind: "help" }
  | { readonly kind: "version" }
  | { readonly kind: "serve"; readonly grant: string }
  | ({ readonly kind: "verify" } & VerifyOptions)
  | { readonly kind: "refused"; readonly refusal: StartRefusal };

export interface VerifyOptions {
  readonly grant: string;
  /** Canonical; null for all pages. */
  readonly page: string | null;
  readonly expect: Expectation | null;
  readonly json: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

const example = "--grant /absolute/path/to/folder";

/**
 * Reads the command line and the environment. To serve: arguments first, then the tier, then the grant's text. To
 * verify: arguments first, then the grant's text; the tier is about serving.
 */
export function readOptions(args: readonly string[], env: Environment, windows: boolean): Options {
  return args[0] === "verify" ? readVerify(args.slice(1), env, windows) : readServe(args, env, windows);
}

function readServe(args: readonly string[], env: Environment, windows: boolean): Options {
  const read = readFlags(args, { grant: "value" });
  if (read.kind === "bad") return refused("BAD_ARGUMENT", read.detail);
  if (read.kind !== "given") return read;
  const { grant = env.WYRD_GRANT } = read.flags;
  const refusal = tierFault(env.WYRD_SCRIBE_TIER) ?? grantFault(grant, windows);
  return refusal === null ? { kind: "serve", grant: grant ?? "" } : { kind: "refused", refusal };
}

function readVerify(args: readonly string[], env: Environment, windows: boolean): Options {
  const read = readFlags(args, { grant: "value", page: "value", expect: "value", json: "switch" });
  if (read.kind === "bad") return refused("BAD_ARGUMENT", read.detail);
  if (read.kind !== "given") return read;
  const { grant = env.WYRD_GRANT, page, expect, json = false } = read.flags;
  const path = page === undefined ? null : canonicalPath(page, "", windows);
  if (path?.ok === false) return refused("BAD_ARGUMENT", `--page ${JSON.stringify(page)} ${pageFault}`);
  const expectation = expect === undefined ? null : readExpectation(expect);
  if (expectation === undefined) return refused("BAD_ARGUMENT", `--expect ${JSON.stringify(expect)} ${expectFault}`);
  const refusal = grantFault(grant, windows);
  if (refusal !== null) return { kind: "refused", refusal };
  return { kind: "verify", grant: grant ?? "", page: path?.path ?? null, expect: expectation, json };
}

const pageFault = "is not a path relative to the granted folder, with / between its parts; see wyrd-scribe --help";
const expectFault = "is not LINES:SHA256, as a checkpoint shows it; see wyrd-scribe --help";

function readExpectation(text: string): Expectation | undefined {
  const [, lines, sha256] = /^(\d{1,15}):([0-9a-f]{64})$/i.exec(text) ?? [];
  return lines === undefined || sha256 === undefined
    ? undefined
    : { lines: Number(lines), sha256: sha256.toLowerCase() };
}

function refused(code: StartCode, detail: string): Options {
  return { kind: "refused", refusal: { code, detail } };
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

/** Why a granted folder cannot be opened, as it was given. */
export function grantRefusal({ code }: GrantRefusal, given: string): StartRefusal {
  return { code, detail: `the granted folder ${JSON.stringify(given)} ${grantProblems[code] ?? "cannot be opened"}` };
}

const grantProblems: Partial<Record<GrantCode, string>> = {
  GRANT_MISSING: "does not exist; create it or correct the path",
  GRANT_NOT_A_DIRECTORY: "is not a directory; grant the folder that holds it",
  GRANT_DENIED: "may not be opened by this user; change its permissions",
};
