import fc from "fast-check";
import t from "tap";
import { limits } from "../../../../src/core/limits.ts";
import { ledgerLines } from "../../../../src/core/lineage/audit/ledger-lines.ts";
import { linesOf } from "./records.ts";

t.test("[verify.ledger] lines are those between LFs, wherever chunks end", async () => {
  const ledger = fc.array(fc.constantFrom("\n", "\0", "a", "b"), { maxLength: 30 }).map((chars) => chars.join(""));
  fc.assert(
    fc.property(ledger, fc.integer({ min: 1, max: 31 }), (text, chunk) => {
      const lines = linesOf(Buffer.from(text), chunk);
      const whole = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
      return (
        lines.length === whole.length &&
        lines.every(({ number, from, to, bytes, holdsNul, ended }, index) => {
          const line = whole[index] ?? "";
          return (
            number === index + 1 &&
            from === whole.slice(0, index).join("").length &&
            to === from + line.length &&
            bytes?.toString() === line &&
            holdsNul === line.includes("\0") &&
            ended === line.endsWith("\n")
          );
        })
      );
    }),
  );
});

t.test("[verify.ledger] the pieces are all the bytes, and none goes on behind an LF", async () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom("\n", "a") }), { maxLength: 8 }), (chunks) => {
      const pieces: string[] = [];
      const lines = ledgerLines({ piece: (bytes) => pieces.push(bytes.toString()), line() {} });
      for (const chunk of chunks) lines.feed(Buffer.from(chunk));
      lines.finish();
      return pieces.join("") === chunks.join("") && pieces.every((piece) => !piece.slice(0, -1).includes("\n"));
    }),
  );
});

t.test("[verify.ledger] a line has its bytes up to a record's most, and is counted whole beyond", async (t) => {
  const most = "x".repeat(limits.lineBytes - 1);
  const lines = linesOf(Buffer.from(`${most}\n${most}x\nshort\n`), 1000);
  t.strictSame(
    lines.map(({ from, to, bytes }) => [from, to, bytes?.length ?? null]),
    [
      [0, limits.lineBytes, limits.lineBytes],
      [limits.lineBytes, 2 * limits.lineBytes + 1, null],
      [2 * limits.lineBytes + 1, 2 * limits.lineBytes + 7, 6],
    ],
  );
});

t.test("[verify.ledger] a slice's lines go on with the numbers and offsets of its place", async (t) => {
  const seen: number[][] = [];
  const lines = ledgerLines(
    { line: ({ number, from, to }) => seen.push([number, from, to]) },
    { line: 7, offset: 100 },
  );
  lines.feed(Buffer.from("a\nbc\n"));
  t.strictSame(seen, [
    [7, 100, 102],
    [8, 102, 105],
  ]);
});
