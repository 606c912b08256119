import { spaceRefusals } from "../src/core/space/refusal.ts";

/** The table of refusals in docs/silverbullet.md, a row a code. */
export function spaceRefusalTable(): string {
  const rows = Object.entries(spaceRefusals).map(
    ([code, { meaning, retry }]) => `| \`${code}\` | ${meaning} | ${retry ? "yes" : "no"} |\n`,
  );
  return `| code | meaning | safe to retry |\n|---|---|---|\n${rows.join("")}`;
}

if (process.argv[2] === "--print") process.stdout.write(spaceRefusalTable());
