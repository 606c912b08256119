import type { BigIntStats } from "node:fs";
import { aroundCalls } from "./around-calls.ts";

// A filesystem whose clock ticks every 10 milliseconds, as that of Linux before 6.13 does at 100 Hz.
const tick = 10_000_000n;

aroundCalls(({ primitive, proceed }) => {
  const result = proceed();
  if (!["fstat", "lstat", "stat"].includes(primitive)) return result;
  const stats = result as BigIntStats;
  return Object.assign(stats, { mtimeNs: ticked(stats.mtimeNs), ctimeNs: ticked(stats.ctimeNs) });
});

function ticked(time: bigint): bigint {
  return time - (time % tick);
}
