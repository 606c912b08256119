/** Rows as the structured content of a tool. */
export function asResult(result: readonly object[]): object {
  return { result };
}
