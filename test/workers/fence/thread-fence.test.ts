import assert from "node:assert/strict";
import t from "tap";
import { fenceOf } from "../../../src/workers/fence/thread-fence.ts";
import { openDescriptors, scene } from "./staging.ts";

t.test("a thread opens its fence once", async (t) => {
  const { fence } = scene(t, {});
  const first = fenceOf(fence.grant);
  const second = fenceOf({ ...fence.grant });
  assert(first.ok && second.ok);
  t.equal(second.fence, first.fence);

  const before = openDescriptors();
  const other = fenceOf(scene(t, {}).fence.grant);
  assert(other.ok);
  t.not(other.fence, first.fence);
  t.equal(openDescriptors(), before + 1, "the scene's own descriptor is the only new one");
  t.teardown(() => other.fence.close());
});
