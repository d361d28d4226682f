/** Splits a list into batches of at most so many items. */
export function splitIntoBatches<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, batch) => items.slice(batch * size, (batch + 1) * size))
}
