import { unprintable } from "../../../core/grant-path.ts";
import type { Finding, FindingCode, FindingFacts } from "../../../core/lineage/audit/finding.ts";

/** What was found: its name, and what more there is to say. */
export function wordsFor({ code, facts }: Finding): string {
  const [, what = ""] = code.split(".");
  const detail = (details[code] as (facts: Finding["facts"]) => string)(facts);
  return detail === "" ? what : `${what}: ${detail}`;
}

const nothing = (): string => "";
const reason = (facts: { readonly reason: string }): string => facts.reason;
const bytes = (facts: { readonly bytes: number }): string => `${facts.bytes} bytes`;
const span = (facts: { readonly offset: number; readonly length: number }): string =>
  `${facts.length} bytes at ${facts.offset}`;

const details: { readonly [Code in FindingCode]: (facts: FindingFacts[Code]) => string } = {
  "checkpoint.cut_short": ({ lines }) => `the ledger has ${lines} lines, fewer than expected`,
  "checkpoint.rewritten": ({ sha256 }) => `the ledger begins with other lines than expected, of SHA-256 ${sha256}`,
  "config.missing": () => "ids of other vaults cannot be told",
  "config.invalid": (facts) => `${reason(facts)}; ids of other vaults cannot be told`,
  "ledger.torn_tail": (facts) => `${bytes(facts)} without an LF at the end`,
  "ledger.nul_run": (facts) => `a line of ${bytes(facts)} that holds NUL, as after a power cut`,
  "ledger.too_long": (facts) => `a line of ${bytes(facts)}`,
  "ledger.not_utf8": nothing,
  "ledger.not_json": nothing,
  "ledger.not_a_record": ({ at }) => (at === "" ? "" : `see ${show(at)}`),
  "ledger.duplicate_event_id": ({ first_line }) => `that of line ${first_line}`,
  "ledger.foreign_vault_id": ({ at }) => `see ${at}`,
  "ledger.time_backwards": ({ behind_ms }) => `${behind_ms} ms before the record above`,
  "page.edited": nothing,
  "page.missing": nothing,
  "page.not_a_file": nothing,
  "page.unreadable": reason,
  "page.no_record": nothing,
  "frontmatter.no_record": ({ event_id }) => `event ${show(event_id)} is not in the ledger`,
  "frontmatter.disagrees": () => "wyrd_lineage is not what its record says",
  "frontmatter.not_json": () => "wyrd_lineage is not the line of JSON that was written",
  "source.changed": nothing,
  "source.missing": nothing,
  "source.not_a_file": nothing,
  "source.unreadable": reason,
  "span.moved": ({ offsets: [now], ...facts }) => `${span(facts)} are at ${now} now`,
  "span.ambiguous": ({ offsets: [one, two], ...facts }) => `${span(facts)} are at ${one} and at ${two} now`,
  "span.gone": span,
  "span.unknown": (facts) => `${span(facts)}, too long to be looked for`,
  "span.mismatch": (facts) => `${span(facts)} are not what the record says`,
};

/** A name as it stands, or, when it holds what cannot be seen or could mislead, as text in quotes with escapes. */
export function show(name: string): string {
  const plain = !unprintable.test(name) && !/["\\]|^ | $/.test(name) && name.isWellFormed();
  return plain ? name : escapeUnprintable(JSON.stringify(name));
}

/** JSON with escapes for all that cannot be seen. */
export function escapeUnprintable(json: string): string {
  return json.replace(
    new RegExp(unprintable, "gu"),
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
