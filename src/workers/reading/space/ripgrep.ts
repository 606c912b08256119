import { execFile } from "node:child_process";
import { delimiter, isAbsolute } from "node:path";
import { promisify } from "node:util";
import { limits } from "../../../core/limits.ts";
import { utf8Length } from "../../../core/text/utf8.ts";

const run = promisify(execFile);

/** Takes the files as the walk does: all that are called `*.md`, but for hidden ones, and reads them as UTF-8. */
const options = [
  "--no-config",
  "--no-ignore",
  "--hidden",
  "--glob=*.md",
  "--glob=!.*",
  `--max-filesize=${limits.spacePageBytes}`,
  "--text",
  "--encoding=none",
  "--no-mmap",
  "--fixed-strings",
  "--ignore-case",
  "--files-with-matches",
  "--null",
  "--color=never",
  "--no-messages",
];

/**
 * The paths below a folder of the files in which ripgrep finds a query, but for those behind links. It is a hint which
 * files are worth a look. Null when there is no telling: ripgrep is missing, fails, takes too long or talks nonsense, or
 * the query is none that it finds exactly where the built-in search does.
 */
export async function namedByRipgrep(
  folder: string,
  query: string,
  ms: number = limits.ripgrepMs,
): Promise<ReadonlySet<string> | null> {
  if (!suits(query)) return null;
  const output = await outputOf(folder, query, ms);
  return output === null ? null : namesIn(output);
}

/** A control character may end a line, an argument or a pattern. */
const control = /\p{Cc}/u;
/** Later versions of Unicode give some of these letters other cases; the two programs may not be of the same one. */
const unsettledCase = /(?![\0-\u017f])\p{Changes_When_Casemapped}/u;

function suits(query: string): boolean {
  const isPlain = query.isWellFormed() && !control.test(query) && !unsettledCase.test(query);
  return isPlain && utf8Length(query) <= limits.ripgrepQueryBytes;
}

async function outputOf(folder: string, query: string, timeout: number): Promise<string | null> {
  const path = searchPath();
  if (path === "") return null;
  try {
    const { stdout } = await run("rg", [...options, `--regexp=${query}`, "--", "."], {
      cwd: folder,
      env: { PATH: path },
      encoding: "utf8",
      maxBuffer: limits.ripgrepBytes,
      timeout,
      killSignal: "SIGKILL",
    });
    return stdout;
  } catch (error) {
    return foundNothing(error) ? "" : null;
  }
}

/**
 * Where to look for the program: never in the folder that is searched, to which a relative entry would lead. Windows
 * looks there in any case, so that there it is not looked for at all.
 */
function searchPath(): string {
  if (process.platform === "win32") return "";
  return (process.env.PATH ?? "").split(delimiter).filter(isAbsolute).join(delimiter);
}

function foundNothing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === 1;
}

/** Names as `./Areas/Garden.md`, a NUL behind each. */
function namesIn(output: string): ReadonlySet<string> | null {
  const names = output.split("\0");
  if (names.pop() !== "" || !names.every((name) => name.startsWith("./"))) return null;
  return new Set(names.map((name) => name.slice(2)));
}
