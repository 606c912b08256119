import type { Case } from "./cases/case.ts";
import { editCases } from "./cases/edits.ts";
import { nameCases } from "./cases/names.ts";
import { togetherCases } from "./cases/together.ts";
import { versionCases } from "./cases/versions.ts";

/** What the bridge promises on every server, by the promise. */
export const cases: readonly (readonly [promise: string, keep: Case])[] = Object.entries({
  ...nameCases,
  ...editCases,
  ...versionCases,
  ...togetherCases,
});
