import { limits } from "../../core/limits.ts";
import { type Refusal, refuse } from "../../core/refusal.ts";

type PlainCode = "DENIED" | "ELOOP" | "EXISTS" | "MISSING" | "NAME_TOO_LONG" | "NOT_A_DIRECTORY";

const codes: Readonly<Record<string, PlainCode>> = {
  EACCES: "DENIED",
  EEXIST: "EXISTS",
  ELOOP: "ELOOP",
  ENAMETOOLONG: "NAME_TOO_LONG",
  ENOENT: "MISSING",
  ENOTDIR: "NOT_A_DIRECTORY",
  EPERM: "DENIED",
};

/** The errno of a failed system call, as `"ENOENT"`. Whatever else was thrown is a bug, and is thrown on. */
export function errnoOf(error: unknown): string {
  if (error instanceof Error && "syscall" in error && "code" in error && typeof error.code === "string") {
    return error.code;
  }
  throw error;
}

/** The refusal that an errno stands for: one of the codes above, or `IO_ERROR`. `path` is relative to the grant. */
export function refusalFor(errno: string, path: string): Refusal {
  const code = codes[errno] ?? "IO_ERROR";
  if (code === "IO_ERROR") return refuse(code, { path, errno });
  return code === "NAME_TOO_LONG" ? refuse(code, { path, limit: limits.nameBytes }) : refuse(code, { path });
}
