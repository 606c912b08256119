import recordSchema from "../../schemas/lineage-record.json" with { type: "json" };
import configSchema from "../../schemas/scribe-config.json" with { type: "json" };
import inputSchema from "../../schemas/write-page.input.json" with { type: "json" };
import type { LineageRecord, ScribeConfig, WritePageInput } from "./contract.generated.ts";
import { door } from "./validate.ts";

interface Checked {
  "write-page.input": WritePageInput;
  "scribe-config": ScribeConfig;
  "lineage-record": LineageRecord;
}

export const { check, compile } = door<Checked>({
  "write-page.input": { schema: inputSchema, root: "arguments" },
  "scribe-config": { schema: configSchema, root: "the config" },
  "lineage-record": { schema: recordSchema, root: "the record" },
});
