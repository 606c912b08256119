import { constants } from "node:fs";

const { O_APPEND, O_CREAT, O_EXCL, O_RDONLY, O_RDWR, O_WRONLY } = constants;

/** Linux only, and not among Node's constants; the value is the same on every architecture Node runs on. */
const O_PATH = 0o10000000;

/** Windows has none of these, and neither links that open(2) follows by default nor terminals to take over. */
const { O_DIRECTORY = 0, O_NOCTTY = 0, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>;

/** Flags of open(2), by what the fence opens for. */
export const flags = {
  noFollow: O_NOFOLLOW,
  /** A descriptor of whatever stands there, without opening it. */
  look: O_PATH | O_NOFOLLOW,
  folder: O_RDONLY | O_DIRECTORY,
  read: O_RDONLY | O_NONBLOCK | O_NOCTTY,
  create: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW,
  append: O_RDWR | O_APPEND | O_NONBLOCK | O_NOCTTY,
  createForAppend: O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW,
} as const;
