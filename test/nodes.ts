import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

// Runs the compiled tests on each supported major version of Node, which the npm package `node` brings along. Takes as
// many times as long as the tests do: npm run test:nodes -- [VERSION...]

const versions = process.argv.length > 2 ? process.argv.slice(2) : ["20", "22", "24"];
const folder = mkdtempSync(join(tmpdir(), "wyrd-nodes-"));
// Some tests run the server as another user.
chmodSync(folder, 0o755);
try {
  for (const version of versions) test(version);
} finally {
  rmSync(folder, { recursive: true });
}

function test(version: string): void {
  const prefix = join(folder, version);
  run("npm", ["install", "--silent", "--no-save", "--prefix", prefix, `node@${version}`]);
  const path = [join(prefix, "node_modules", "node", "bin"), process.env.PATH].join(delimiter);
  run("node", ["--version"], path);
  const passed = run(join("node_modules", ".bin", "tap"), ["--reporter=terse"], path);
  process.stdout.write(`Node ${version}: ${passed ? "all tests passed" : "FAILED"}\n`);
  if (!passed) process.exitCode = 1;
}

function run(command: string, args: readonly string[], path = process.env.PATH): boolean {
  return spawnSync(command, args, { env: { ...process.env, PATH: path }, stdio: "inherit" }).status === 0;
}
