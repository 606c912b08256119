import { Writable } from "node:stream";

/**
 * Takes stdout for the protocol: only the stream returned writes to it, and whatever else is printed, in any thread, goes
 * to stderr. Writes never block the event loop, so those not awaited before exit are lost.
 */
export function claimStdout(): Writable {
  const stdout = process.stdout;
  const write = stdout.write.bind(stdout);
  const claimed = new Writable({
    write: (chunk: Buffer, _encoding, taken) => {
      write(chunk, taken);
    },
  });
  stdout.on("error", (error) => claimed.destroy(error));
  stdout.on("close", () => claimed.destroy());
  neverBlock(stdout);
  stdout.write = process.stderr.write.bind(process.stderr) as typeof stdout.write;
  Object.defineProperty(process, "stdout", { value: process.stderr, configurable: true, enumerable: true });
  return claimed;
}

// Pipes and sockets do not block as they are. A terminal does while it is stopped, and no public call changes that.
function neverBlock(stdout: NodeJS.WriteStream): void {
  const { _handle } = stdout as { _handle?: { setBlocking?(blocking: boolean): void } };
  if (stdout.isTTY) _handle?.setBlocking?.(false);
}
