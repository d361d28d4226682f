import type { Store } from './store.ts'

type Write = Store['write']

/** Ends a transaction without changes. */
class DryRun<T> extends Error {
  readonly result: T

  constructor(result: T) {
    super('dry run')
    this.result = result
  }
}

/** Returns a function that does the same as `write`, but rolls back what it wrote. */
export function runDry(write: Write): Write {
  return async <T>(work: Parameters<typeof write<T>>[0]): Promise<T> => {
    try {
      return await write<T>(async (tx) => {
        throw new DryRun(await work(tx, () => undefined))
      })
    } catch (error) {
      if (error instanceof DryRun) return error.result as T
      throw error
    }
  }
}
