import { limits } from "../../core/limits.ts";
import type { Grant } from "../../core/messages/reader.ts";
import { lane } from "../shared/lane.ts";
import type { WriterPort } from "../shared/ports.ts";
import type { Scribe } from "./write-page.ts";

/** The writer's lanes: paths and pages that wait while others are dealt with are handed over together. */
export function writerLanes(grant: Grant, writer: WriterPort): Pick<Scribe, "prepare" | "commit"> {
  return {
    prepare: lane({
      mostItems: limits.batchPages,
      mostWeight: Number.POSITIVE_INFINITY,
      weigh: () => 0,
      async run(paths) {
        const reply = await writer.run("prepare_writes", { grant, paths });
        return reply.kind === "answer" ? reply.answer.verdicts : [];
      },
    }),
    commit: lane({
      mostItems: limits.batchPages,
      mostWeight: limits.batchBytes,
      weigh: ({ content }) => content.length,
      async run(pages) {
        const reply = await writer.run("commit_pages", { grant, pages });
        return reply.kind === "answer" ? reply.answer.outcomes : [];
      },
    }),
  };
}
