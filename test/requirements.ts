/**
 * Every promise of the README and of the specification. A test cites the promise it keeps by writing its id in square
 * brackets into its title; `requirements.test.ts` fails on an id that nobody cites, and on a citation of no id.
 */
export const requirements = {
  // Package
  "package.installs": "The packed tarball, installed alone, gives working executables.",
  "package.ships-what-runs":
    "The tarball holds what runs, the documentation, the changelog and the licence, and nothing else.",
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

  // The bridge: pages
  "bridge.surface": "Fourteen tools and one resource template, with titles, true hints and output schemas.",
  "bridge.advertised-schema": "Inputs are flat and closed; position and state are enums.",
  "bridge.bad-input": "Unknown arguments and wrong types are refused before any request; nothing is coerced.",
  "bridge.bad-call": "An unknown tool, and arguments that are no object, are protocol errors.",
  "bridge.names": "Any name is written and read back byte for byte, and listed.",
  "bridge.bad-names": "Names that lead out or hold nothing are refused before any request, spelled out too.",
  "bridge.name-resolution": "Results say how a name was read when it was changed.",
  "bridge.dotted-names": "With a dot but no extension, the file as written goes first.",
  "bridge.read-page": "The raw source, its etag, size and time.",
  "bridge.page-exists": "Yes, no and broken are three answers.",
  "bridge.diff-pages": "Two pages, or a page and a text, as a unified diff.",
  "bridge.resource": "A page is a resource; a missing one is -32602, trouble with the server -32603.",
  "bridge.write-page": "A page is created or overwritten with one request; no time is set.",
  "bridge.if-match": "The etag of a write opens the next one; a stale one writes nothing; * needs the page.",
  "bridge.concurrent-edit":
    "On servers without etags, a write of a named version that was pushed out is a conflict with the current etag.",
  "bridge.create-page": "A page is made where none stands, and never overwritten.",
  "bridge.delete-page": "A page is deleted for good; the result has no size and no times.",
  "bridge.move-page": "A page is written under its new name, then deleted; nothing is overwritten.",
  "bridge.move-partial": "A move that fails half-way loses no text and tells what is where.",
  "bridge.move-finished": "A bridge told to end, or killed, in a move leaves the text whole.",
  "bridge.bytes-kept": "Every byte outside of an edit stays, whatever it is.",
  "bridge.not-text": "A page that is not UTF-8 can be read, not edited.",
  "bridge.dry-run": "A dry run reads, checks if_match, writes nothing and shows the diff.",
  "bridge.no-change": "An edit that changes nothing writes nothing.",
  "bridge.append": "One LF stands between page and appended text, unless the page is empty or ends in one.",
  "bridge.prepend": "Prepended text goes after a closed frontmatter or to the top; a BOM stays first.",
  "bridge.patch-lines":
    "Lines are replaced or deleted by number, the final newline stays as it was, and lines beyond the page are refused.",
  "bridge.patch-replace": "A text is replaced literally, once or all of it.",
  "bridge.list-tasks": "The bullets of a page outside of frontmatter and code; the whole space needs the gate.",
  "bridge.check-task": "A task is set by its reference; nothing but the state character changes.",
  "bridge.list-pages": "The pages with one request; prefix and contains are case-sensitive, and both must hold.",
  "bridge.list-answers": "A list that is a web page or no array is refused.",
  "bridge.list-etags": "Etags of a list are asked for eight at once; a row that fails keeps null.",
  "bridge.text-limit": "262,144 bytes of each text are taken, and not one more, before any request.",
  "bridge.large-pages": "A page larger than a call is read, edited and moved.",
  "bridge.server-answers": "Each failure of the server is told apart, in its fixed words.",
  "bridge.broken-answers": "An answer that breaks off is no page, and no write is sent twice.",
  "bridge.partial-pages": "A page of another size than its headers say is read again.",
  "bridge.partial-read": "A page that another writer is writing is read again, never written back in part.",
  "bridge.server-412": "A failed precondition tells the current etag where the server does.",
  "bridge.retries": "An edit that did not come about, or was pushed out, is made again, max_retries times at most.",
  "bridge.edit-hint": "From the fourth refusal of a page within a minute the text says so.",
  "bridge.server-url": "The address keeps its path, and the token goes along.",
  "bridge.server-rights": "A wrong token and a read-only server are told apart.",
  "bridge.any-server": "The same cases hold on both kinds of server, and on a real one where its address is given.",
  "bridge.timeouts": "A connection gets 3 seconds, each part of an answer 10.",
  "bridge.unreachable": "A server that is not there is named, without credentials.",
  "bridge.no-false-conflict": "A client's own edits in a row raise no conflict.",
  "bridge.no-text-twice": "Whatever other writers do, no edit is made twice.",
  "bridge.edit-fate":
    "An edit is called lost only when its lines are gone, and always when another writer put the page back.",
  "bridge.one-at-a-time": "Calls on one page run in order; no two calls lock each other out.",
  "bridge.hung-page": "A request that hangs keeps off its own page only.",
  "bridge.precondition-kind": "Only an etag of the server's own kind is sent as a precondition.",
  "bridge.web-page": "A web page in answer to a write is no success.",
  "bridge.lines": "Only LF ends a line, and a final one begins no further line.",
  "bridge.replace": "Replacing is literal, once or all, in linear time.",
  "bridge.bytes": "What is edited stands in between; all other text stays.",
  "bridge.links": "Link targets lose alias, header, position, outer blanks and slashes, and .md.",
  "bridge.task-ref": "A task's reference is the target of its first link.",
  "bridge.tasks": "Tasks are listed with line, reference, state and text.",
  "bridge.tasks-code": "Fenced code blocks hold no tasks.",
  "bridge.tags": "Tags of the frontmatter are read as YAML means them; broken YAML harms only its own page.",
  "bridge.diff": "Diffs are unified, with three lines of context, empty when equal; applied, they give the new text.",
  "bridge.snippet": "A snippet has at most 84 characters around the hit.",
  "bridge.search-literal": "Searches are literal and ignore case by Unicode's simple folding.",

  // The bridge: its door
  "bridge.settings": "Every variable is read, and one that is blank has its default.",
  "bridge.server-token": "SilverBullet is sent its own token, the client's in static mode only, or none.",
  "bridge.log-level": "DEBUG is an alias, and LOG_LEVEL wins over it.",
  "bridge.bad-settings":
    "A bad setting is one line with the variable, its value unless secret, and what is allowed; exit code 1.",
  "bridge.loopback-only": "An address that is not loopback is refused without ALLOWED_HOSTS.",
  "bridge.help-version":
    "--help and --version print to stdout and exit 0; another argument is refused without being shown.",
  "bridge.start-line": "One line on stderr tells where the bridge listens and how, without credentials.",
  "bridge.taken-port": "A taken port is one line naming it, exit code 1.",
  "bridge.gate-off": "Journal tools that cannot be had are one log line, and the bridge runs.",
  "bridge.static-token": "The configured token lets in, and nothing else does.",
  "bridge.auth-first": "Without a token nothing else of a request is judged.",
  "bridge.discovery": "The resource metadata is open and names the resource and who authorises.",
  "bridge.web-token": "Tokens of the issuer for the audience let in, and every required claim is checked.",
  "bridge.token-forgery": "Other keys, HMAC with the public key and alg none are refused.",
  "bridge.algorithms": "Only the algorithms that are named are taken.",
  "bridge.leeway": "The leeway holds for exp, nbf and iat, and no further.",
  "bridge.key-server-down":
    "A key server that fails costs its own requests a 401 within seconds, is logged, and blocks nothing else.",
  "bridge.hosts": "A foreign Host is 421.",
  "bridge.origins": "A foreign Origin is 403.",
  "bridge.methods": "Everything but POST is 405.",
  "bridge.body-limit": "A body over 4 MiB is 413.",
  "bridge.bad-body": "A body that is not JSON in UTF-8 is 400 with -32700.",
  "bridge.batch": "A batch is always answered.",
  "bridge.endpoint": "Clients are served without sessions, in JSON, with arguments as they were sent.",
  "bridge.resources": "Templates are listed, resources are read, and what is none is a fault.",
  "bridge.call-errors": "What throws is -32603 without its message, and logged.",
  "bridge.client-gone": "A closed connection aborts its own calls and no others.",
  "bridge.healthz": "It says that the bridge is up and nothing more.",
  "bridge.signals": "After SIGTERM or SIGINT what runs is finished and answered, then exit 0.",
  "bridge.request-log": "At debug level each request is a line with method, path, status and headers.",
  "bridge.redacted-headers": "Headers that carry secrets show none.",
  "bridge.no-secret-in-logs": "No token stands in a log line, wherever it was sent.",
  "bridge.strange-bytes": "What is not HTTP/1 is told by class and size only.",
  "bridge.conformance": "The official suite's scenarios that apply are passed; the rest are listed with reasons.",

  // The bridge: the space on disk
  "gate.tools": "The gated tools only look, and answer as their schemas say.",
  "gate.walk":
    "The gated tools see the regular files called *.md that are neither hidden nor in a hidden folder, by path.",
  "gate.links": "No link leads out of the space, and each page inside is met once whatever links there are.",
  "gate.harm": "A page or folder that cannot be read as text harms only itself.",
  "gate.bounded":
    "A space of any size is gone through one page at a time, and lines in answers are cut at 1,024 bytes.",
  "gate.search":
    "A query is found literally in path and text, in any letter case; a limit gives the first rows of the whole answer.",
  "gate.ripgrep":
    "With ripgrep, without it, and with one that fails, hangs or lies, answers are those of the built-in search.",
  "gate.counts": "Pages are counted by month and by tag.",
  "gate.histogram": "A page counts for the month of its name or, without one, of its last change.",
  "gate.tags": "The pages of each tag are counted, the most used first.",
  "gate.recent": "Pages are listed by their last change, the newest first.",
  "gate.backlinks": "The lines that link to a page are listed by file and line.",
  "gate.tasks": "The tasks of the whole space are listed without asking the server, by line and then by page.",
  "gate.prefix": "A prefix is a part of paths, never a way out.",
  "gate.arguments": "Arguments that cannot be meant are refused in the fixed words before a reader is asked.",
  "gate.readers": "A lost or busy reader is told; a call that was given up has no answer.",
  "gate.cancel": "A search that is given up ends in the middle, and the next is answered.",
  "gate.opens": "Only a readable folder opens the gate.",
  "gate.moved": "A space that was moved or replaced is not searched.",
  "gate.lost-space": "A space that is moved away is a refusal, and the other tools go on.",

  // The bridge: what is written about it
  "bridge.doc-settings": "The document's table of settings has every variable that is read, with its default.",
  "bridge.doc-tools":
    "The document's tables of tools have every tool with its arguments, and tell which are behind the gate.",
  "bridge.doc-refusals": "The document's table of refusals is that of the code.",
  "bridge.doc-names": "Names are read as the document's examples say.",
  "bridge.doc-limits": "The document's limits are those of the code.",
  "bridge.doc-classes": "Bytes that are not HTTP/1 are classed as the document says.",
  "bridge.doc-examples":
    "The document's commands, client configuration, results, refusals and worked example work as shown.",
  "bridge.demo": "The bridge's demo runs to its end and leaves nothing running.",
} as const;
