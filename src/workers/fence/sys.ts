import { randomBytes } from "node:crypto";
import fs from "node:fs";
import { promisify } from "node:util";

/** The primitives of the fence. Nothing in it touches the system but through this object, so that a test can stage a race or a fault by swapping one. */
export const sys = {
  access: fs.accessSync,
  close: fs.closeSync,
  fdatasync: fs.fdatasyncSync,
  fstat: (fd: number) => fs.fstatSync(fd, { bigint: true }),
  fsync: fs.fsyncSync,
  /** The same sync on the thread pool. */
  fsyncAlongside: promisify(fs.fsync),
  link: fs.linkSync,
  lstat: (path: string) => fs.lstatSync(path, { bigint: true }),
  open: (path: string, flags: number, mode?: number) => fs.openSync(path, flags, mode),
  read: (fd: number, into: Uint8Array, position: number) => fs.readSync(fd, into, 0, into.length, position),
  /** The same read on the thread pool. */
  readAhead: (fd: number, into: Uint8Array, position: number) =>
    new Promise<number>((resolve, reject) => {
      fs.read(fd, into, 0, into.length, position, (error, bytes) => (error ? reject(error) : resolve(bytes)));
    }),
  opendir: (path: string) => fs.opendirSync(path),
  readdir: (path: string) => fs.readdirSync(path),
  readlink: (path: string) => fs.readlinkSync(path, { encoding: "buffer" }),
  realpath: (path: string) => fs.realpathSync.native(path),
  rename: fs.renameSync,
  stat: (path: string) => fs.statSync(path, { bigint: true }),
  unlink: fs.unlinkSync,
  /** At the end of the file when it was opened for appending. */
  write: (fd: number, bytes: Uint8Array) => fs.writeSync(fd, bytes),

  /** Throws ESRCH when no such process runs. */
  signal: (pid: number) => process.kill(pid, 0),
  now: () => Date.now(),
  nonce: () => randomBytes(8).toString("hex"),
};
