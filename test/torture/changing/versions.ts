/** Sources that change while they are read. */
export const changing = {
  /** Marks at both of its ends, written one after the other; between them more than is read at a time. */
  marked: "Arc/marked.txt",
  /** Grows line by line, and shrinks. */
  log: "Arc/log.txt",
  /** Another file takes its place. */
  replaced: "Arc/replaced.txt",
  /** Is away for a while. */
  vanishing: "Arc/vanishing.txt",
} as const;

export const markBytes = 10;

/** Where the mark at the end begins. */
export const endMark = 5_000_000;

const middle = Buffer.alloc(endMark - markBytes, "what lies between the marks\n");
const lines = Buffer.from(Array.from({ length: 500 }, (_, index) => `entry ${1000 + index} of the log\n`).join(""));

export const mark = (number: number): string => `mark ${String(number).padStart(4, "0")}\n`;

/** The marked source with these marks at its ends. */
export function marked(start: number, end: number): Buffer {
  return Buffer.concat([Buffer.from(mark(start)), middle, Buffer.from(mark(end))]);
}

export const logLines = 500;
export const logLineBytes = lines.length / logLines;

/** The log with so many lines. */
export function logOf(count: number): Buffer {
  return lines.subarray(0, count * logLineBytes);
}

export const versions = 12;
