import { product } from "../../core/product.ts";
import { assemble } from "./assemble.ts";
import { serveHttp } from "./http/serve.ts";
import { instructions } from "./instructions.ts";
import { openLog } from "./log.ts";
import { bridgeName } from "./name.ts";
import type { Settings } from "./settings.ts";
import { credentialsOf } from "./silverbullet/credentials.ts";
import { untilSignal } from "./until-signal.ts";

/**
 * Serves until a signal to end, and finishes what runs.
 * @returns why it did not start, or null after it ended
 */
export async function runBridge(settings: Settings): Promise<string | null> {
  // Whoever started the bridge may close stderr; that is no reason to end.
  process.stderr.on("error", () => {});
  const log = openLog(settings.logLevel, secretsOf(settings));
  const offered = await assemble(settings, log);
  const about = { name: bridgeName, version: product.version, instructions };
  const started = await serveHttp(settings, { ...about, ...offered, onFailure: log.failure }, log);
  if (!started.ok) return started.problem;
  await untilSignal();
  await started.stop();
  return null;
}

/** Every secret that the bridge itself knows. */
function secretsOf({ auth, silverbullet: { token, url } }: Settings): string[] {
  const own = auth.mode === "static" ? auth.token : "";
  return [own, token ?? "", url.password, credentialsOf(url)?.password ?? ""];
}
