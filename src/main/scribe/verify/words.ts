import { unprintable } from "../../../core/grant-path.ts";
import type { Finding, FindingCode, FindingFacts } from "../../../core/lineage/audit/finding.ts";

/** What was found, in words. */
export function wordsFor({ code, facts }: Finding): string {
  const word = words[code] as (facts: Finding["facts"]) => string;
  return word(facts);
}

const words: { readonly [Code in FindingCode]: (facts: FindingFacts[Code]) => string } = {
  "checkpoint.cut_short": ({ lines }) => `the ledger was cut: it has ${lines} lines, fewer than expected`,
  "checkpoint.rewritten": ({ sha256 }) => `the ledger was rewritten: its first lines have the SHA-256 ${sha256}`,
  "config.missing": () => "the config is missing, so that ids of other vaults cannot be told",
  "config.invalid": ({ reason }) => `the config cannot be used (${reason}), so that ids of other vaults cannot be told`,
  "ledger.torn_tail": ({ bytes }) => `the last line does not end in LF (${bytes} bytes)`,
  "ledger.nul_run": ({ bytes }) => `holds NUL, as after a power cut (${bytes} bytes)`,
  "ledger.too_long": ({ bytes }) => `is longer than a record may be (${bytes} bytes)`,
  "ledger.not_utf8": () => "is not UTF-8",
  "ledger.not_json": () => "is not JSON",
  "ledger.not_a_record": ({ at }) => (at === "" ? "is no record" : `is no record: see ${show(at)}`),
  "ledger.duplicate_event_id": ({ first_line }) => `has the event_id of line ${first_line}`,
  "ledger.foreign_vault_id": ({ at }) => `names another vault: see ${at}`,
  "ledger.time_backwards": ({ behind_ms }) => `was recorded ${behind_ms} ms before the record above`,
  "page.edited": () => "was edited since it was written",
  "page.missing": () => "is missing",
  "page.not_a_file": () => "is no longer a file",
  "page.unreadable": ({ reason }) => `cannot be read (${reason})`,
  "page.no_record": () => "has no record",
  "frontmatter.no_record": ({ event_id }) => `wyrd_lineage has no record: ${show(event_id)} is not in the ledger`,
  "frontmatter.disagrees": () => "wyrd_lineage is not what its record says",
  "frontmatter.not_json": () => "wyrd_lineage is not the line of JSON that was written",
  "source.changed": () => "has changed since it was cited",
  "source.missing": () => "is missing",
  "source.not_a_file": () => "is no longer a file",
  "source.unreadable": ({ reason }) => `cannot be read (${reason})`,
  "span.moved": ({ offset, length, offsets: [now] }) => `${length} bytes at ${offset} stand at ${now} now`,
  "span.ambiguous": ({ offset, length, offsets: [one, two] }) =>
    `${length} bytes at ${offset} stand at ${one}, at ${two} and maybe elsewhere now`,
  "span.gone": ({ offset, length }) => `${length} bytes at ${offset} are gone`,
  "span.unknown": ({ offset, length }) => `${length} bytes at ${offset} are not there; too long to be looked for`,
  "span.mismatch": ({ offset, length }) => `${length} bytes at ${offset} are not what the record says`,
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
