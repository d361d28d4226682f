import { createResults, type CheckResult } from './check-result.ts'

interface ChosenModel {
  /** Null if none was chosen. */
  name: string | null
  /** Why it cannot be used; undefined if it can. */
  problem: string | undefined
  /** How many images it has embedded; undefined if the server has not noticed the choice yet. */
  coverage: { embedded: number; total: number } | undefined
}

/**
 * Checks the embedding model of semantic search.
 * @param advice what to do if there is no usable model
 */
export function checkModel({ name, problem, coverage }: ChosenModel, advice: string): CheckResult {
  const { ok, note, error } = createResults('model')
  if (name === null) return note('No embedding model is in use.', advice)
  if (problem !== undefined)
    return error(`The embedding model ${name} is in use, but ${problem}.`, advice)
  const installed = `The embedding model ${name} is installed`
  if (!coverage) return ok(`${installed}.`)
  return ok(`${installed}, and has embedded ${coverage.embedded} of ${coverage.total} images.`)
}
