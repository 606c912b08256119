import fc from "fast-check";
import t from "tap";
import { canonicalPath, targetFault } from "../../src/core/grant-path.ts";

const fold = (path: string, windows = false): string => {
  const answer = canonicalPath(path, "/path", windows);
  return answer.ok ? answer.path : answer.refusal.code;
};

t.test("[path.request-rules] a path is folded as text and its first fault is refused", async (t) => {
  const cases: Record<string, string> = {
    "a/b.md": "a/b.md",
    "./a//b.md/": "a/b.md",
    "a/../b/./c.md": "b/c.md",
    "a/..b/c": "a/..b/c",
    "": "BAD_INPUT",
    "a\0b": "BAD_INPUT",
    "a\\b": "BAD_INPUT",
    "/etc/passwd": "BAD_INPUT",
    "//server/share": "BAD_INPUT",
    "\\\\server\\share": "BAD_INPUT",
    "C:x": "BAD_INPUT",
    "c:/x": "BAD_INPUT",
    "..": "ESCAPES",
    "../vault/a": "ESCAPES",
    "a/../../b": "ESCAPES",
    ".": "IS_ROOT",
    "a/..": "IS_ROOT",
    "./": "IS_ROOT",
  };
  for (const [path, expected] of Object.entries(cases)) t.equal(fold(path), expected, JSON.stringify(path));
  t.equal(fold("a\\b.md", true), "a/b.md", "on Windows a backslash is a separator");
  t.equal(fold("..\\b.md", true), "ESCAPES");
});

t.test("[path.request-rules] folding is stable and never yields a part that could lead elsewhere", async () => {
  const part = fc.constantFrom("a", "b", ".", "..", "", "c.md", "…", "é");
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const answer = canonicalPath(parts.join("/"), "/path", false);
      if (!answer.ok) return true;
      const again = canonicalPath(answer.path, "/path", false);
      return (
        again.ok && again.path === answer.path && answer.path.split("/").every((p) => !["", ".", ".."].includes(p))
      );
    }),
  );
});

t.test("[path.target-rules] a target is refused by the first rule that it breaks", async (t) => {
  const cases: Record<string, string | null> = {
    "Mage/answer.md": null,
    "Notes/ö 日本.MARKDOWN": null,
    "Arc.md": null,
    "x/Arc/y.md": null,
    "Arc/x.md": "ARC_IMMUTABLE",
    "arc/x.md": "ARC_IMMUTABLE",
    "ARC. ./x.md": "ARC_IMMUTABLE",
    "A\u00adrc/x.md": "ARC_IMMUTABLE",
    "Ar\u200bc/x.md": "ARC_IMMUTABLE",
    ".wyrd/x.md": "WYRD_RESERVED",
    ".WYRD/lineage.jsonl": "WYRD_RESERVED",
    ".w\u2060yrd/x.md": "WYRD_RESERVED",
    "a:b/x.md": "STREAM_SYNTAX",
    "aa/x.md:y.md": "STREAM_SYNTAX",
    "con/x.md": "RESERVED_NAME",
    "a/NUL.md": "RESERVED_NAME",
    "a/com1 .txt.md": "RESERVED_NAME",
    "a/LPT².md": "RESERVED_NAME",
    "a./x.md": "BAD_NAME",
    "a /x.md": "BAD_NAME",
    "a/x.md ": "BAD_NAME",
    "a/x\u0007.md": "BAD_NAME",
    "a/\u202ex.md": "BAD_NAME",
    "a/x\u200d.md": "BAD_NAME",
    [`a/${"é".repeat(127)}.md`]: "NAME_TOO_LONG",
    "a/x.txt": "NOT_MARKDOWN",
    "a/md": "NOT_MARKDOWN",
    "a/x.mdx": "NOT_MARKDOWN",
  };
  for (const [path, expected] of Object.entries(cases)) {
    t.equal(targetFault(path, "/path")?.code ?? null, expected, JSON.stringify(path));
  }
});
