import { errnoOf } from "./errno.ts";
import { sys } from "./sys.ts";

/**
 * Closes a descriptor whose bytes are safe or no longer matter. The system gives the number back whatever close(2)
 * reports, so only EBADF, a descriptor closed twice, is thrown.
 */
export function release(fd: number): void {
  unlessBug(() => sys.close(fd), "EBADF");
}

/** Removes a name of our own. What cannot be removed now is a stray that a later start clears. */
export function remove(path: string): void {
  unlessBug(() => sys.unlink(path));
}

function unlessBug(step: () => void, bug?: string): void {
  try {
    step();
  } catch (error) {
    if (errnoOf(error) === bug) throw error;
  }
}
