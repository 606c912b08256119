import { refusals } from "../src/core/refusal.ts";

/** The README's table of refusals, a row a code. */
export function refusalTable(): string {
  const rows = Object.entries(refusals).map(
    ([code, { meaning, action, retry }]) => `| \`${code}\` | ${meaning} | ${action} | ${retry ? "yes" : "no"} |\n`,
  );
  return `| code | meaning | what to do | safe to retry |\n|---|---|---|---|\n${rows.join("")}`;
}

if (process.argv[2] === "--print") process.stdout.write(refusalTable());
