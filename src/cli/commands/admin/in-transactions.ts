import { setTimeout as pause } from 'node:timers/promises'
import type { Catalog } from '../../../core/catalog/catalog.ts'
import type { Tx } from '../../../core/database/store.ts'
import type { Cli } from '../../cli.ts'
import { splitListIntoBatches } from '../../../core/base/split-into-batches.ts'

/** Items per transaction by default: few, because a running server waits for its end. */
const BATCH_SIZE = 100

/** Pause between transactions, in which a running server writes. */
export const PAUSE_MS = 5

/**
 * Works through items one by one, several in a transaction. If the work throws, the items of its transaction and all
 * later ones are unchanged. If the command is interrupted, so are the items of later transactions.
 * @returns the results in the order of the items
 */
export async function inTransactions<Item, Result>(
  { write, signal }: Pick<Catalog, 'write'> & Pick<Cli, 'signal'>,
  items: readonly Item[],
  work: (tx: Tx, item: Item) => Promise<Result>,
  batchSize = BATCH_SIZE,
): Promise<Result[]> {
  const results: Result[] = []
  for (const [index, batch] of splitListIntoBatches(items, batchSize).entries()) {
    if (index > 0) await pause(PAUSE_MS)
    signal.throwIfAborted()
    const done = await write(async (tx) => {
      const made: Result[] = []
      for (const item of batch) made.push(await work(tx, item))
      return made
    })
    results.push(...done)
  }
  return results
}
