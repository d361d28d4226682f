/**
 * Works in batches, each in its own transaction, so that other writers can write in between. Ends after a batch
 * that is not full, or when the signal is aborted.
 * @param work processes at most `size` items and returns how many
 * @returns the total number of items
 */
export async function inBatches(
  size: number,
  work: (size: number) => Promise<number>,
  signal?: AbortSignal,
): Promise<number> {
  const isStopped = (): boolean => signal?.aborted ?? false
  let done = 0
  let last = size
  while (last === size && !isStopped()) {
    last = await work(size)
    done += last
  }
  return done
}
