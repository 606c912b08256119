import t from "tap";
import { readConfig } from "../../src/core/scribe-config.ts";

const config = {
  schema: "wyrd.scribe/v1",
  vault_id: "7b1d3f0e-8a6c-4e5b-9d2f-1a3c5e7f9b0d",
  write_frontmatter: false,
};

t.test("[config.strict] a config is UTF-8, is JSON and fits its schema, or its first problem is told", async (t) => {
  const read = (bytes: string | Uint8Array) => readConfig(Buffer.from(bytes));
  t.strictSame(read(JSON.stringify(config)), { ok: true, config });
  t.match(read(Uint8Array.of(0x22, 0xff, 0x22)), { ok: false, problem: "it is not UTF-8" });
  t.match(read(""), { ok: false, problem: "it is not JSON" });
  t.match(read("\ufeff{}"), { ok: false, problem: "it is not JSON" });
  t.match(read(JSON.stringify({ ...config, vault_id: 1 })), { ok: false, problem: /^vault_id: / });
});
