import { createResults, type CheckResult } from './check-result.ts'

interface ChosenModel {
  /** Null if none was chosen. */
  name: string | null
  /** Why it cannot be used; undefined if it can. */
  problem: string | undefined
  /** Number of images that it has embedded; undefined if the server has not noticed the choice yet. */
  coverage: { embedded: number; total: number; failure: string | null } | undefined
}

const CHECK_MODEL =
  'The jobs are retried. If it lasts: catalog model verify, or use a smaller model: catalog model list'

/**
 * Checks the embedding model of semantic search.
 * @param advice what to do if there is no usable model
 */
export function checkModel({ name, problem, coverage }: ChosenModel, advice: string): CheckResult {
  const { ok, note, warning, error } = createResults('model')
  if (name === null) return note('No embedding model is in use.', advice)
  if (problem !== undefined)
    return error(`The embedding model ${name} is in use, but ${problem}.`, advice)
  const installed = `The embedding model ${name} is installed`
  if (!coverage) return ok(`${installed}.`)
  const { embedded, total, failure } = coverage
  const progress = `${installed}, and has embedded ${embedded} of ${total} images.`
  if (failure === null) return ok(progress)
  return warning(`${progress} Embedding failed lately: ${failure}`, CHECK_MODEL)
}
