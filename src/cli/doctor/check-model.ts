import { createResults, type CheckResult } from './check-result.ts'

/**
 * Checks the embedding model of semantic search.
 * @param chosen name of the model in use; null if none is
 * @param problem why it cannot be used; undefined if it can
 * @param advice what to do if there is no usable model
 */
export function checkModel(
  chosen: string | null,
  problem: string | undefined,
  advice: string,
): CheckResult {
  const { ok, note, error } = createResults('model')
  if (chosen === null) return note('No embedding model is in use.', advice)
  if (problem === undefined) return ok(`The embedding model ${chosen} is installed.`)
  return error(`The embedding model ${chosen} is in use, but ${problem}.`, advice)
}
