export { commitPages } from "./commit.ts";
export { prepareWrites } from "./prepare.ts";
