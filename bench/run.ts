import { cpus, totalmem, type } from "node:os";
import type { Case } from "./case.ts";
import { largeSources, memory, periodicText, pings } from "./large-sources.ts";
import { againstWriteFile, contentSize, longLedger, startUp } from "./pages.ts";
import { searchedSpace } from "./space.ts";
import { removeVaults } from "./vaults.ts";
import { verifyLargeSource, verifyRecords } from "./verify.ts";

const quick = process.argv.includes("--quick");
const only = process.argv.find((arg) => arg.startsWith("--only="))?.slice("--only=".length) ?? "";

const groups: readonly ((quick: boolean) => Case[])[] = [
  startUp,
  againstWriteFile,
  contentSize,
  largeSources,
  periodicText,
  memory,
  pings,
  searchedSpace,
  longLedger,
  verifyRecords,
  verifyLargeSource,
];

print(
  `${type()}, ${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node.js ${process.version}`,
);
print(
  `Ratios of pairs measured in turn: median (least to most).${quick ? " Quick: smaller files, fewer pairs." : ""}\n`,
);
print(row("case", "against", "bar", "ratio"));
print(row("---", "---", "---", "---"));
try {
  for (const { name, peer, bar, ratio } of groups.flatMap((group) => group(quick))) {
    if (!name.includes(only)) continue;
    const { median, least, most } = await ratio();
    print(row(name, peer, bar, `${figure(median)} (${figure(least)} to ${figure(most)})`));
  }
} finally {
  await removeVaults();
}
process.exit(0);

function row(...cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function figure(ratio: number): string {
  return ratio < 0.1 ? ratio.toFixed(4) : ratio.toFixed(2);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
