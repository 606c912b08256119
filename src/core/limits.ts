const KiB = 1024;
const MiB = 1024 * KiB;

/** Every number of the system. Sizes are bytes of UTF-8, times are milliseconds. */
export const limits = {
  /** One line on stdin, without its LF. */
  frameBytes: 64 * MiB,
  /** Values in one line: beside their text they cost memory, and no call needs so many. */
  frameValues: 1_000_000,
  /** Frames being answered and replies not yet written; above it stdin is left unread. */
  heldBytes: 128 * MiB,
  /** What a call in flight is reckoned to cost beside its frame. */
  callBytes: 16 * KiB,
  /** Source tasks that wait for a reader; the next call is told BUSY. */
  readerQueue: 4096,

  contentBytes: 16 * MiB,
  pathBytes: 4096,
  nameBytes: 255,
  sources: 64,
  spans: 256,
  quoteBytes: 1 * MiB,
  /** Of a quote, this much is stored in the record. */
  excerptBytes: 1 * KiB,
  /** A ledger line with its LF. */
  lineBytes: 64 * KiB,
  configBytes: 16 * KiB,
  grantChars: 4096,

  linkHops: 40,
  frontmatterLines: 200,

  /** Sources are read in chunks of this size, two at a time: while a large one is copied, a main thread on that core waits. */
  chunkBytes: 384 * KiB,
  /** A chunk is hashed and searched by slices of this size in turn, which is faster than one after the other. */
  scanBytes: 128 * KiB,
  /** A source that changes while it is read is read this often at most. */
  readAttempts: 3,
  /** A file touched more recently than this is read again next time: its clock may not tell two edits apart. */
  settleMs: 2000,

  /** Commits handed to the writer together. */
  batchPages: 64,
  batchBytes: 32 * MiB,

  /** Files remembered between calls, and quotes of each. */
  knownFiles: 1024,
  knownQuotes: 256,

  /** A quote that is not found is looked for once more, as text that differs in little, in files up to this size. */
  hintFileBytes: 64 * MiB,
  hintBlockBytes: 64 * KiB,
  hintMs: 1000,

  progressMs: 100,
  /** How long replies may take to be read after a signal to end. */
  flushMs: 1000,

  /** An audit takes the ledger in slices of about this size. */
  sliceBytes: 256 * KiB,
  /** Sources from this size on are read before the slices, once for all threads; others once a thread. */
  largeSourceBytes: 1 * MiB,
  /** Sources that a thread remembers while it audits. */
  knownSources: 8192,
  /** Files up to this size are read at once, without reading ahead. */
  smallFileBytes: 64 * KiB,
  /** Of a page, so much is looked through for its frontmatter. */
  pageHeadBytes: 1 * MiB,
  /** Beside the file's own size, so much is hashed to find a quote whose text was not stored whole. */
  candidateBytes: 64 * MiB,
  /** A commit takes less: by this much servers at once may append out of order, and a page may be without its record. */
  commitMs: 1000,

  /** Connections to a SilverBullet server, and how long it may take to be reached and to go on with an answer. */
  serverConnections: 64,
  connectMs: 3000,
  readMs: 10_000,
  /** How long one answer may take in all: one that comes byte by byte would hold its page, and the bridge's end, for ever. */
  answerMs: 60_000,
  /** A page that was seen in part is read again after this time, and after twice this time once more. */
  unsettledMs: 20,
  /** A body from that server; editors' pages are far smaller. */
  serverBodyBytes: 64 * MiB,
  /** Of a server's failures, larger bodies are not looked into. */
  failureBytes: 16 * KiB,
  /** A body from a client of the bridge, and how long the rest of one that is refused is drained. */
  requestBytes: 4 * MiB,
  /** Values in it: beside their text they cost time and memory, and a batch of a hundred calls needs far fewer. */
  requestValues: 10_000,
  lingerMs: 5000,
  /** How long an idle connection is kept: longer than proxies keep theirs. */
  keepAliveMs: 95_000,
  /** How long the key server may take. */
  keysMs: 3000,
  /** A page whose text is read, edited or compared. Larger ones can be moved and deleted. */
  pageTextBytes: 4 * MiB,
  /** Each text that a caller of the bridge sends. */
  callTextBytes: 256 * KiB,
  /** Pages asked for their etags at once, when a list shall carry them. */
  listWidth: 8,
  /** A page that was refused this often within this time is contended. */
  contendedRefusals: 4,
  contendedMs: 60_000,
  contendedPages: 1024,
  /** A text that is compared is searched for this many edits; beyond that, what differs is replaced as a whole. */
  diffEdits: 600,
  /** Of a page's frontmatter, so many UTF-16 units are read for its tags. */
  tagsFrontmatter: 64 * KiB,
  /** UTF-16 units around a hit. */
  snippetLength: 84,

  /** Pages of a space that are larger are passed over by what reads them on disk. */
  spacePageBytes: 16 * MiB,
  /** Folders of a space inside each other; what lies deeper is passed over. */
  spaceDepth: 128,
  /** Of a line of a page, so much stands in a row of an answer. */
  rowTextBytes: 1 * KiB,
  /** Pages that `search_pages` gives at most. */
  searchRows: 100,
  /** A search with ripgrep that takes longer, says more or looks for more is made without it. */
  ripgrepMs: 5000,
  ripgrepBytes: 16 * MiB,
  ripgrepQueryBytes: 4 * KiB,
} as const;
