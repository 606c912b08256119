import { setImmediate } from "node:timers/promises";

/**
 * What a task came to, given back one turn of the event loop later. A promise that the task left rejected with nobody to
 * handle it ends the thread before that, so that the loss falls on this task and not on the next one.
 */
export async function aTurnLater<Answer>(answer: Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } finally {
    await setImmediate();
  }
}
