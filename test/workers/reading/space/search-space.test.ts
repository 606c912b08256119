import { execFileSync } from "node:child_process";
import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import t, { type Test } from "tap";
import { limits } from "../../../../src/core/limits.ts";
import { refuse } from "../../../../src/core/refusal.ts";
import { flags } from "../../../../src/workers/fence/flags.ts";
import { sys } from "../../../../src/workers/fence/sys.ts";
import { searchSpace } from "../../../../src/workers/reading/space/search-space.ts";
import { errno, type Tree } from "../../fence/staging.ts";
import { newFolder, onPath, rowsOf, type Space, space } from "./spaces.ts";

const search = async ({ grant }: Space, query: string, prefix = "", limit: number | null = null) =>
  rowsOf(await searchSpace({ grant, query, prefix, limit }));
const matches = async (place: Space, query: string, prefix?: string, limit?: number | null) =>
  (await search(place, query, prefix, limit)).map(({ name, match }) => [name, match]);

/** A space that is searched without ripgrep. */
function plainSpace(t: Test, tree: Tree): Space {
  onPath(t, newFolder(t));
  return space(t, tree);
}

t.test("[gate.search] a query is found literally in path and text, in any letter case, by path", async (t) => {
  const place = plainSpace(t, {
    Areas: { "Garden.md": "roses", "Pond.md": "near the GARDEN wall" },
    "garden log.md": "the garden",
    "other.md": "nothing",
    "dots.md": "a.c and abc",
    "Straße.md": "Ärger",
  });
  t.strictSame(await matches(place, "garden"), [
    ["Areas/Garden.md", "name"],
    ["Areas/Pond.md", "content"],
    ["garden log.md", "both"],
  ]);
  t.strictSame(await matches(place, "A.C"), [["dots.md", "content"]]);
  t.strictSame(await matches(place, "[ao]"), []);
  t.strictSame(await matches(place, "äRGER"), [["Straße.md", "content"]]);
  t.strictSame(await matches(place, "areas/"), [
    ["Areas/Garden.md", "name"],
    ["Areas/Pond.md", "name"],
  ]);
  t.strictSame(await matches(place, "garden", "reas/P"), [["Areas/Pond.md", "content"]]);
});

t.test("[gate.search] a snippet shows the hit or, when the name alone matches, how the page begins", async (t) => {
  const long = `${"before ".repeat(100)}the Needle${" after".repeat(100)}`;
  const place = plainSpace(t, { "needle.md": "First\nsecond line", "long.md": long, "empty needle.md": "" });
  const [empty, hit, name] = await search(place, "needle");
  t.strictSame(empty, { name: "empty needle.md", match: "name", snippet: "" });
  t.strictSame(name, { name: "needle.md", match: "name", snippet: "First second line" });
  t.match(hit, { name: "long.md", match: "content", snippet: /^….*the Needle.*…$/ });
  t.ok((hit?.snippet.length ?? 0) <= 84);
});

t.test("[gate.search] a limit gives the first rows of those that a search without one gives", async (t) => {
  const pages = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`${at}.md`, at % 3 === 0 ? "yes" : "no"]));
  const place = plainSpace(t, { ...pages, a: pages, z: pages });
  const all = await search(place, "yes");
  t.equal(all.length, 30);
  for (const limit of [1, 2, 15, 29, 30, 31]) t.strictSame(await search(place, "yes", "", limit), all.slice(0, limit));
});

t.test("[gate.harm] a page that is not UTF-8, too large or no file harms only itself", async (t) => {
  const place = plainSpace(t, { "a.md": "word", "bad word.md": "", "huge word.md": "word", "z.md": "word" });
  execFileSync("sh", ["-c", "printf 'word \\377' > 'bad word.md'; mkfifo 'pipe word.md'"], {
    cwd: place.root,
    env: { PATH: "/usr/bin:/bin" },
  });
  truncateSync(join(place.root, "huge word.md"), limits.spacePageBytes + 1);
  const expected = [
    ["a.md", "content"],
    ["z.md", "content"],
  ];
  t.strictSame(await matches(place, "word"), expected);
  truncateSync(join(place.root, "huge word.md"), limits.spacePageBytes);
  t.strictSame(await matches(place, "word"), [expected[0], ["huge word.md", "both"], expected[1]]);
});

/** Replaces a primitive until the test ends. */
function swap<Name extends "open" | "read">(
  t: Test,
  name: Name,
  make: (real: (typeof sys)[Name]) => (typeof sys)[Name],
): void {
  const real = sys[name];
  sys[name] = make(real);
  t.teardown(() => {
    sys[name] = real;
  });
}

t.test("[gate.search] a page that is written while it is read is read again", async (t) => {
  const place = plainSpace(t, { "a.md": "half a w", "b.md": "word" });
  let reads = 0;
  swap(t, "read", (real) => (fd, into, position) => {
    const bytes = real(fd, into, position);
    if (reads++ === 0) writeFileSync(join(place.root, "a.md"), "a whole word");
    return bytes;
  });
  t.strictSame(await matches(place, "word"), [
    ["a.md", "content"],
    ["b.md", "content"],
  ]);
});

t.test("[gate.search] a page that is written all the time is searched as it was met", async (t) => {
  const place = plainSpace(t, { "log.md": "word" });
  let reads = 0;
  swap(t, "read", (real) => (fd, into, position) => {
    writeFileSync(join(place.root, "log.md"), `${"word ".repeat(++reads)}`);
    return real(fd, into, position);
  });
  t.strictSame(await matches(place, "word"), [["log.md", "content"]]);
  t.ok(reads >= limits.readAttempts && reads < 20);
});

t.test("[gate.harm] a page that may not be read is passed over; a system out of descriptors is told", async (t) => {
  const place = plainSpace(t, { "a.md": "word", "b.md": "word" });
  let code = "EACCES";
  let opened = 0;
  swap(t, "open", (real) => (path, openFlags, mode) => {
    if (openFlags === flags.read && opened++ === 0) throw errno(code);
    return real(path, openFlags, mode);
  });
  t.strictSame(await matches(place, "word"), [["b.md", "content"]]);
  code = "EMFILE";
  opened = 0;
  const answer = await searchSpace({ grant: place.grant, query: "word", prefix: "", limit: null });
  t.strictSame(answer, { ok: false, refusal: refuse("IO_ERROR", { path: ".", errno: "EMFILE" }) });
});

t.test("[gate.moved] a space that is another one now is not searched", async (t) => {
  const { grant } = plainSpace(t, { "a.md": "word" });
  const answer = await searchSpace({ grant: { ...grant, inode: "1" }, query: "word", prefix: "", limit: null });
  t.strictSame(answer, { ok: false, refusal: refuse("ROOT_MOVED", {}) });
});
