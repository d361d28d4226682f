/** Splits a list into batches of at most `size` items. */
export function splitListIntoBatches<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, batch) => items.slice(batch * size, (batch + 1) * size))
}

/** Yields the items in batches of `size` as they arrive; the last one may be smaller. */
export async function* splitIntoBatches<T>(
  items: AsyncIterable<T>,
  size: number,
): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
