/**
 * Works through something slice by slice, each in a transaction of its own, so that others write in
 * between. Ends with a slice that is not full, or when the signal is aborted.
 * @param work does at most `size` and answers how many
 * @returns how many in all
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
