import type { Stamp } from "../../core/messages/reader.ts";
import { sys } from "./sys.ts";

/** What an open file is now, whatever its path leads to by then. Throws an errno. */
export function stampOf(fd: number): Stamp {
  const { dev, ino, size, mtimeNs, ctimeNs } = sys.fstat(fd);
  return {
    device: String(dev),
    inode: String(ino),
    size: Number(size),
    mtime_ns: String(mtimeNs),
    ctime_ns: String(ctimeNs),
  };
}
