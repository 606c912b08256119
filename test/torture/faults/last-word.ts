import { goodCall } from "../traffic.ts";
import type { World } from "../world.ts";

/** The vault is usable after all: a server of its own writes a page and ends in good order, and nothing is left over. */
export async function lastWord(world: World, killed: number): Promise<void> {
  const server = world.start();
  const call = goodCall(world, Number.MAX_SAFE_INTEGER);
  server.post(call);
  const { code } = await server.end();
  if (code !== 0) throw new Error(`the last server ended with ${code}: ${server.stderr()}`);
  if (call.answer?.ok !== true) throw new Error(`the vault is not usable: ${JSON.stringify(call.answer)}`);
  await world.check({ killed, atRest: true });
}
