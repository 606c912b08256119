/** Works on up to `width` items at once, and gives the results one by one in the order of the items. */
export async function* inOrder<Item, Result>(
  items: Iterable<Item>,
  width: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  for (const item of items) {
    if (running.length >= width) yield running.shift() as Promise<Result>;
    running.push(work(item));
  }
  yield* running;
}
