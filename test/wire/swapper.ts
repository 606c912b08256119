import { renameSync, symlinkSync, unlinkSync } from "node:fs";
import { setImmediate } from "node:timers/promises";

/** Swaps a folder for a link to another and back, again and again, until stdin ends; then the folder is in its place. */
const [folder = "", other = ""] = process.argv.slice(2);
const aside = `${folder}-aside`;
const link = `${folder}-link`;
let over = false;
process.stdin.on("end", () => {
  over = true;
});
process.stdin.resume();

for (let round = 0; !over; round++) {
  symlinkSync(other, link);
  renameSync(folder, aside);
  renameSync(link, folder);
  unlinkSync(folder);
  renameSync(aside, folder);
  if (round === 0) process.stdout.write("swapping\n");
  await setImmediate();
}
