import t from "tap";
import type { PlainThrough } from "../../../src/core/messages/plain.ts";
import type { ReaderTasks } from "../../../src/core/messages/reader.ts";
import type { WriterTasks } from "../../../src/core/messages/writer.ts";

t.test("only plain data crosses a thread: the compiler refuses a message that could hold bytes", async (t) => {
  const readers: PlainThrough<ReaderTasks> = true;
  const writer: PlainThrough<WriterTasks> = true;
  const buffer: PlainThrough<{ task: { bytes: Uint8Array } }> = false;
  const nested: PlainThrough<{ answer: { spans: { load: () => void }[] } }> = false;
  t.strictSame([readers, writer, buffer, nested], [true, true, false, false]);
});
