import { readFileSync, writeSync } from "node:fs";
import { Serializer } from "node:v8";
import { MessagePort, Worker } from "node:worker_threads";

// Tells on stderr, by its number, of each text in the list that some message between threads holds.
const texts: string[] = JSON.parse(readFileSync(process.env.WYRD_SPY ?? "", "utf8"));

for (const { prototype } of [MessagePort, Worker]) {
  const post = prototype.postMessage;
  prototype.postMessage = function (this: MessagePort & Worker, message: unknown, ...rest: never[]) {
    const bytes = serialized(message);
    for (const [index, text] of texts.entries()) {
      if (bytes.includes(text) || bytes.includes(text, 0, "utf16le")) writeSync(2, `spy: ${index}\n`);
    }
    return post.call(this, message, ...rest);
  };
}

/** A message as it is sent, but for the ports and shared memory in it. */
function serialized(message: unknown): Buffer {
  const serializer = Object.assign(new Serializer(), { _writeHostObject() {}, _getSharedArrayBufferId: () => 0 });
  serializer.writeValue(message);
  return serializer.releaseBuffer();
}
