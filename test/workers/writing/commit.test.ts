import { createHash } from "node:crypto";
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import t from "tap";
import { sys } from "../../../src/workers/fence/sys.ts";
import { commitPages } from "../../../src/workers/writing/commit.ts";
import { errno, page, vault } from "./committing.ts";

t.test("[write.success] [record.digests] a batch is written in order, each page with its record", async (t) => {
  const { grant, at, lines } = vault(t);
  const paths = ["a/1.md", "b/2.md", "a/3.md"];
  const { outcomes } = await commitPages({ grant, pages: paths.map((path) => page(path)) });
  t.strictSame(
    outcomes.map(({ kind }) => kind),
    ["written", "written", "written"],
  );
  const records = lines().map((line) => JSON.parse(line));
  t.strictSame(
    records.map(({ page }) => page.identity.path),
    paths,
    "ledger order is commit order",
  );
  for (const { page } of records) {
    const bytes = readFileSync(at(page.identity.path));
    t.equal(page.content.digest, createHash("sha256").update(bytes).digest("hex"));
    t.equal(page.content.bytes, bytes.length);
  }
  t.strictSame(
    outcomes.map((outcome) => outcome.kind === "written" && outcome.config_created),
    [true, false, false],
  );
  t.strictSame(readdirSync(at(".wyrd")).sort(), ["lineage.jsonl", "scribe.json"]);
});

t.test("[record.order] recorded_at never runs backwards, even when the clock does", async (t) => {
  const { grant, lines } = vault(t);
  let time = Date.now() + 60_000;
  sys.now = () => (time -= 5000);
  await commitPages({ grant, pages: [page("a/1.md"), page("a/2.md"), page("a/3.md")] });
  const times = lines().map((line) => JSON.parse(line).recorded_at);
  t.strictSame(times, [...times].sort());
});

t.test("[fence.exclusive] two pages of one name in a batch: the first is written, the second refused", async (t) => {
  const { grant, at, lines } = vault(t);
  const { outcomes } = await commitPages({ grant, pages: [page("a/x.md", "first"), page("a/x.md", "second")] });
  t.match(outcomes, [{ kind: "written" }, { kind: "refused", refusal: { code: "EXISTS" } }]);
  t.equal(readFileSync(at("a/x.md"), "utf8"), "first");
  t.equal(lines().length, 1);
});

t.test("[write.untouched] a batch that is refused as a whole leaves the vault as it was", async (t) => {
  const { grant, at, pages } = vault(t);
  writeFileSync(at(".wyrd/lineage.jsonl"), "");
  chmodSync(at(".wyrd/lineage.jsonl"), 0o444);
  const { outcomes } = await commitPages({ grant, pages: [page("a/1.md"), page("missing/2.md")] });
  t.match(outcomes, [
    { kind: "refused", refusal: { code: "LEDGER_UNUSABLE" } },
    { kind: "refused", refusal: { code: "MISSING" } },
  ]);
  t.strictSame(pages(), []);
  t.notOk(existsSync(at(".wyrd/scribe.json")));
});

t.test("[write.line-limit] a record that is too long is refused before anything is written", async (t) => {
  const { grant, at, pages } = vault(t);
  const spans = Array.from({ length: 256 }, (_, span) => {
    return {
      entry: 0,
      span,
      offset: 0,
      length: 1024,
      sha256: "0".repeat(64),
      excerpt: "x".repeat(1024),
      excerpt_bytes: 1024,
    };
  });
  const stamp = { device: "1", inode: "1", size: 1, mtime_ns: "1", ctime_ns: "1" };
  const findings = [{ path: "s", sha256: "0".repeat(64), bytes: 1, stamp, settled: true, spans }];
  const { outcomes } = await commitPages({ grant, pages: [{ ...page("a/1.md"), findings }] });
  t.match(outcomes, [{ kind: "refused", refusal: { code: "LINEAGE_LINE_TOO_LARGE", facts: { limit: 65_536 } } }]);
  t.strictSame(pages(), []);
  t.strictSame(readdirSync(at(".wyrd")), []);
});

t.test(
  "[write.ledger-failed] a short write: whole lines are recorded, the cut one and those after it are not",
  async (t) => {
    const { grant, at, pages } = vault(t);
    const { write } = sys;
    let line = 0;
    sys.write = (fd, bytes) => {
      const text = Buffer.from(bytes).toString();
      if (!text.startsWith('{"schema":"wyrd.lineage')) return write(fd, bytes);
      line = text.indexOf("\n") + 1;
      return write(fd, bytes.subarray(0, line + 100));
    };
    const { outcomes } = await commitPages({ grant, pages: [page("a/1.md"), page("a/2.md"), page("a/3.md")] });
    const retained = (bytes: number) => ({ path: ".wyrd/lineage.jsonl", bytes });
    t.match(outcomes, [
      { kind: "written", appended: line },
      { kind: "page_written_ledger_failed", created: { path: "a/2.md" }, cause: { retained: retained(100) } },
      { kind: "page_written_ledger_failed", created: { path: "a/3.md" }, cause: { retained: null } },
    ]);
    t.strictSame(pages(), ["a/1.md", "a/2.md", "a/3.md"]);
    t.equal(readFileSync(at(".wyrd/lineage.jsonl")).length, line + 100);
  },
);

t.test("[ledger.torn-tail] after a short write the next record stands alone", async (t) => {
  const { grant, at, lines } = vault(t);
  writeFileSync(at(".wyrd/lineage.jsonl"), '{"torn');
  const { outcomes } = await commitPages({ grant, pages: [page("a/1.md")] });
  t.match(outcomes, [{ kind: "written" }]);
  t.equal(lines()[0], '{"torn');
  t.equal(JSON.parse(lines()[1] ?? "").page.identity.path, "a/1.md");
});

t.test("[fence.whole-or-nothing] a page that cannot be staged does not hold up the others", async (t) => {
  const { grant, at, pages, lines } = vault(t);
  const { write } = sys;
  sys.write = (fd, bytes) => {
    if (Buffer.from(bytes).includes("full disk")) throw errno("ENOSPC");
    return write(fd, bytes);
  };
  const { outcomes } = await commitPages({
    grant,
    pages: [page("a/1.md"), page("a/2.md", "full disk"), page("b/3.md")],
  });
  t.match(outcomes, [{ kind: "written" }, { kind: "refused", refusal: { code: "IO_ERROR" } }, { kind: "written" }]);
  t.strictSame(pages(), ["a/1.md", "b/3.md"]);
  t.equal(lines().length, 2);
  t.strictSame(readdirSync(at(".wyrd")).sort(), ["lineage.jsonl", "scribe.json"]);
});

t.test("a folder that cannot be synced takes back its own pages only; one that stays says so", async (t) => {
  for (const [unlinks, kind, left] of [
    [true, "refused", ["b/2.md"]],
    [false, "page_written_ledger_failed", ["a/1.md", "b/2.md"]],
  ] as const) {
    const { grant, at, pages, lines } = vault(t);
    const { fsync, unlink, fstat, stat } = sys;
    const folder = stat(at("a")).ino;
    let failed = false;
    sys.fsync = (fd) => {
      if (fstat(fd).ino !== folder) return fsync(fd);
      failed = true;
      throw errno("EIO");
    };
    sys.unlink = (path) => {
      if (failed && !unlinks) throw errno("EIO");
      return unlink(path);
    };
    const { outcomes } = await commitPages({ grant, pages: [page("a/1.md"), page("b/2.md")] });
    t.match(outcomes, [{ kind }, { kind: "written" }]);
    t.strictSame(pages(), left);
    t.equal(lines().length, 1);
    Object.assign(sys, { fsync, unlink });
  }
});

t.test("[config.one-id] a config that another server minted meanwhile is the one that is used", async (t) => {
  const { grant, at, lines } = vault(t);
  const id = "7b1d3f0e-8a6c-4e5b-9d2f-1a3c5e7f9b0d";
  const { link } = sys;
  sys.link = (from, to) => {
    if (String(to).endsWith("scribe.json") && !existsSync(at(".wyrd/scribe.json"))) {
      const rival = { schema: "wyrd.scribe/v1", vault_id: id, write_frontmatter: true };
      writeFileSync(at(".wyrd/scribe.json"), JSON.stringify(rival));
    }
    return link(from, to);
  };
  const { outcomes } = await commitPages({ grant, pages: [page("a/1.md")] });
  t.match(outcomes, [{ kind: "written", config_created: false, record: { vault: { id } } }]);
  t.equal(JSON.parse(lines()[0] ?? "").page.identity.vault_id, id);
  t.match(
    readFileSync(at("a/1.md"), "utf8"),
    /^---\nwyrd_lineage: \{.*\}\n---\ntext/,
    "its frontmatter flag counts too",
  );
});

t.test("[frontmatter.refused] a page whose frontmatter cannot take the key is refused alone", async (t) => {
  const { grant, at, pages } = vault(t);
  const config = {
    schema: "wyrd.scribe/v1",
    vault_id: "7b1d3f0e-8a6c-4e5b-9d2f-1a3c5e7f9b0d",
    write_frontmatter: true,
  };
  writeFileSync(at(".wyrd/scribe.json"), JSON.stringify(config));
  const conflict = page("a/1.md", "---\nwyrd_lineage: mine\n---\n");
  const { outcomes } = await commitPages({ grant, pages: [conflict, page("a/2.md")] });
  t.match(outcomes, [
    { kind: "refused", refusal: { code: "FRONTMATTER_CONFLICT", at: "/content" } },
    { kind: "written" },
  ]);
  t.strictSame(pages(), ["a/2.md"]);
});
