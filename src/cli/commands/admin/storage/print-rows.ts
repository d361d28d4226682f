import { splitIntoBatches } from '../../../../core/base/split-into-batches.ts'
import type { Cli } from '../../../cli.ts'
import { printParts } from '../../../terminal/output.ts'

const BATCH_SIZE = 100

/** Prints rows in batches as they arrive, if the format allows it. @returns their number */
export async function printRows(
  cli: Cli,
  rows: AsyncIterable<object>,
  columns: readonly string[],
): Promise<number> {
  let count = 0
  const countBatches = async function* (): AsyncGenerator<object[]> {
    for await (const batch of splitIntoBatches(rows, BATCH_SIZE)) {
      count += batch.length
      yield batch
    }
    // An empty table has its header, too.
    if (count === 0) yield []
  }
  await printParts(cli, countBatches(), columns)
  return count
}
