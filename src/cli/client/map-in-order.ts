/** Maps items concurrently and yields the results in item order, with at most `concurrency` pending. */
export async function* mapInOrder<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  concurrency: number,
  map: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const pending: Promise<Result>[] = []
  for await (const item of items) {
    const result = map(item)
    // The caller gets the rejection later. Unhandled until then, it would end the process.
    result.catch(() => {})
    pending.push(result)
    if (pending.length >= concurrency) yield await (pending.shift() as Promise<Result>)
  }
  for (const result of pending) yield await result
}
