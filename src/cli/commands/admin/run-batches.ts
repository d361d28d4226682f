import type { Cli } from '../../cli.ts'
import { hint } from '../../terminal/output.ts'

/**
 * Runs the batches one after another. If one fails, tells how much the earlier ones stored.
 * @returns the results of all batches
 */
export async function runBatches<T, Result>(
  cli: Cli,
  batches: readonly T[][],
  run: (batch: T[]) => Promise<Result[]>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const batch of batches) {
    try {
      results.push(...(await run(batch)))
    } catch (error) {
      if (results.length > 0) {
        hint(
          cli,
          `${results.length} were done before this failure. Run the command again for the others.`,
        )
      }
      throw error
    }
  }
  return results
}
