/**
 * Every promise of the README and of the specification. A test cites the promise it keeps by writing its id in square
 * brackets into its title; `requirements.test.ts` fails on an id that nobody cites, and on a citation of no id.
 */
export const requirements = {
  // Package
  "package.installs": "The packed tarball, installed alone, gives a working executable.",
  "package.ships-what-runs":
    "The tarball holds what runs, the README, the changelog and the licence, and nothing else.",
  "readme.examples": "The examples of the README are executed and give what it shows.",
  "readme.refusals": "The README lists every refusal code with its meaning, what to do and whether to retry.",
  "requirements.cited": "Every promise is kept by a test.",
  "contract.generated": "The types of things on the wire and on disk are those of the schema files.",

  // 1. Start-up
  "start.grant-sources": "--grant DIR, --grant=DIR or WYRD_GRANT; an explicit --grant wins, also when empty.",
  "start.help-version": "--help and --version print to stdout and exit 0.",
  "start.bad-argument": "An unknown argument, a --grant without a value and a second --grant refuse to start.",
  "start.tier":
    "The tier is compared exactly; B and C are unavailable, anything else is unrecognised, before the grant is looked at.",
  "start.refusal-line": "A refusal to start is one line on stderr with the code, nothing on stdout, exit code 2.",
  "start.grant-refused":
    "A grant that is missing, empty, relative, malformed, unexpanded or no directory is refused by name.",
  "start.grant-link": "A grant reached through a link works; its real folder is the boundary.",
  "start.no-scribe-folder": "A vault without .wyrd starts, and its first write is refused.",
  "start.writes-nothing": "Starting writes nothing to disk and nothing to stdout.",
  "stdout.only-json-rpc": "Every line on stdout is a JSON-RPC message, whatever a thread prints.",
  "log.no-content": "Page text, source text and arguments are never logged.",

  // 2. MCP surface
  "mcp.surface": "One tool, its name, title, annotations, capabilities and version.",
  "mcp.instructions":
    "Instructions and description say what is refused, how to cite and what happens when the ledger fails.",
  "mcp.no-host-path": "No absolute host path stands in anything the client receives.",
  "mcp.advertised-schema": "The advertised input schema is a flat object without keywords that clients refuse.",
  "mcp.output-schema": "The declared output schema fits success and refusals.",
  "mcp.result-form":
    "One text block of one sentence, LF and the JSON; structured content is the same object; isError on refusals.",
  "mcp.bad-input": "One violation, one sentence, with the place and the fix; nothing is coerced.",
  "mcp.numbers": "3.0 is 3, -0 is 0, unsafe integers are refused and the bound is named.",
  "mcp.proto-keys": "__proto__ and constructor are unknown keys.",
  "mcp.malformed-call": "An unknown tool and a malformed call are -32602.",
  "mcp.bad-lines":
    "Unparseable lines are -32700, JSON that is no request is -32600, with id null; the session goes on.",
  "mcp.unknown-method": "An unknown method is -32601.",
  "mcp.any-order": "A second initialize, and a tools/list before the first, are answered.",
  "mcp.progress":
    "Progress goes out when asked for: rising, within total, at most ten a second, never after the result.",
  "mcp.cancel": "A cancelled call leaves nothing and gets no reply, unless its commit had begun.",
  "mcp.end-of-input": "At the end of stdin, calls already read are finished and answered, then exit 0.",
  "mcp.signals": "SIGTERM, SIGINT, SIGHUP: calls before their commit are dropped, exit 0.",
  "mcp.broken-stdout": "A broken stdout ends the session as a signal does.",
  "mcp.whole-replies": "A reply of megabytes arrives whole before exit.",

  // 3. write_page, in order
  "write.order": "The first fault in the order of the steps, then of the request, is the one reported.",
  "write.limits": "At most 64 entries, 256 spans, 4,096 bytes of path, 16 MiB of content.",
  "write.refused-early": "An occupied page or a broken ledger is refused before any source is read.",
  "write.untouched": "A refusal before the commit leaves the vault byte for byte as it was.",
  "write.success": "Success names the page, its bytes and digest, the record, and what was appended.",
  "write.durable": "Page, folder and ledger are synced before success is said.",
  "write.ledger-failed": "When the append fails the page stays and the result holds the complete record and the cause.",
  "write.line-limit": "A record over 65,536 bytes is refused before anything is written.",

  // 4. Paths and the fence
  "path.request-rules": "Request paths are folded and refused by their text alone, in order.",
  "path.target-rules": "Targets obey the same rules on every host.",
  "fence.contained": "Nothing outside the grant is read or made, whatever links are swapped during a walk.",
  "fence.root-moved": "A grant that was moved or replaced is refused.",
  "fence.links": "In-grant links of sources are followed and the real path recorded; others are ESCAPES.",
  "fence.parent-alias": "A target whose folder is reached through a link is refused.",
  "fence.not-a-file": "FIFOs, sockets, devices and folders are refused at once.",
  "fence.exclusive": "A page is created exclusively, never through an existing name.",
  "fence.whole-or-nothing": "A page appears under its name complete or not at all, and strays are cleared.",
  "ledger.appendable": "The ledger is appended to only as a regular, single-named file that is not a link.",
  "ledger.one-write": "An append is one write, so that several servers never splice lines.",
  "ledger.torn-tail": "After a torn tail the new record stands alone and the old bytes are untouched.",

  // 5. Vault config
  "config.minted": "The config is minted by the first eligible write, 117 bytes, and never rewritten.",
  "config.strict": "A config with other keys, types or forms is refused and left alone.",
  "config.live": "An edit of the config counts from the next call.",
  "config.one-id": "Servers that start at once agree on one vault id.",

  // 6. Spans
  "span.range": "Ranges beyond the file and off character edges are refused at the member at fault.",
  "span.quote": "A quote must occur exactly once, overlaps counted.",
  "span.both": "Text at a range must equal the quote beside it.",
  "span.exact": "Matching is exact: no trimming, folding or normalisation.",
  "span.quote-limit": "A quote is at most 1 MiB.",
  "span.large-files": "Files above 4 GiB work with flat memory.",
  "span.changing": "A source that changes while it is read is never recorded as a mixture.",
  "span.linear": "Search time is linear in the worst case.",
  "span.known-files": "An unchanged file cited again gives the same answer without being read whole.",

  // Hints
  "hint.given": "A quote that is not found but stands under one folding is refused, with where that text stands.",
  "hint.unique": "Text that stands twice under a folding, or differs in anything else, gives no hint.",
  "hint.citable": "The range of a hint can be cited in the next call.",
  "hint.no-text": "A refusal with a hint holds nothing of the source.",
  "hint.bounded": "Hints are for sources up to 64 MiB, and a search for one ends when its time is over.",

  // 7. The record
  "record.form": "One JSON object a line in the fixed key order.",
  "record.excerpt": "Stored quotes are at most 1,024 bytes, cut at a character edge; hash and length are of the whole.",
  "record.order": "Entries and spans keep the order of the request; recorded_at never runs backwards.",
  "record.digests": "Digests equal those of the files on disk.",

  // 8. Frontmatter
  "frontmatter.projection": "A strict YAML parser finds exactly one wyrd_lineage, equal to the ledger's record.",
  "frontmatter.untouched": "No other byte of the content changes.",
  "frontmatter.refused": "An existing key, a flow mapping, an unclosed block and one that would break are refused.",

  // 9. Failures of our own parts
  "lost.reader": "A reader that dies is READER_LOST, and the pool goes on.",
  "lost.writer": "A writer that dies is WRITER_LOST, and the next call works.",
  busy: "More than the queue holds is BUSY or back-pressure; memory stays bounded.",
  "frame.limit": "A message over 64 MiB is answered with the limit, and the session goes on.",

  "recovery.documented": "The commands of docs/recovery.md mend what they say they mend.",

  // The fault campaign
  "torture.checker": "The independent checker of the campaign sees every kind of loss.",
  "torture.kill": "A server that is killed at any moment loses nothing that it acknowledged; the vault stays usable.",
  "torture.system":
    "A full disk, a file-size limit, no descriptors, no rights: each call is told, and none is half done.",
  "torture.threads": "A thread that ends, throws or runs out of memory takes only its own calls along.",
  "torture.processes": "Servers on one vault, some of them killed while they write, lose nothing.",
  "torture.fuzz":
    "Whatever stands on a line or in a path, every request is answered once and nothing outside is touched.",
  "torture.changing": "A source that changes while it is read is recorded as it was at one moment.",

  // Threads
  "threads.no-source-bytes": "Source bytes never cross a thread.",
  "vault.many-servers": "Many servers on one vault write whole pages and whole lines under one vault id.",

  // Verify
  "verify.ledger": "Every damage of the ledger is found with its line, and none hides another.",
  "verify.pages": "A page is ok, edited, missing or no file; the latest record of a page counts.",
  "verify.sources":
    "A source is ok, changed or missing; a span is ok, moved, ambiguous, gone, unknown or falsely recorded.",
  "verify.frontmatter": "A page whose wyrd_lineage has no record, or disagrees with it, is found.",
  "verify.checkpoint": "--expect proves that the ledger begins with exactly the lines of an earlier checkpoint.",
  "verify.page": "--page limits the report to the records of one page and their sources.",
  "verify.output": "Quiet when all is well, else a table or one JSON document; names are grant-relative and escaped.",
  "verify.nothing": "A folder without a ledger is well.",
  "verify.could-not-run": "Exit code 0 is nothing found, 1 findings, 2 could not run, with one line on stderr.",
  "verify.reads-only": "Verifying changes nothing in the folder.",
  "verify.live": "While servers write to the vault, what is only under way is no finding.",
  "verify.progress": "On a terminal's stderr a bar shows how far it is.",
  "verify.scale": "Memory is bounded, cost is linear, and a large source is read once.",
} as const;
