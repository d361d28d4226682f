import { CatalogError } from '../../core/base/errors.ts'
import { createResults, type CheckResult } from './check-result.ts'

/**
 * Checks whether PostgreSQL can compare embeddings.
 * @param readSupport reads the version of pgvector, or why it cannot be used
 */
export async function checkVectors(
  url: string,
  readSupport: (url: string) => Promise<{ version: string } | { problem: CatalogError }>,
): Promise<CheckResult[]> {
  const { ok, warning } = createResults('vectors')
  try {
    const support = await readSupport(url)
    if ('version' in support) return [ok(`pgvector ${support.version}`)]
    const { message, details } = support.problem
    return [
      warning(`${message} Each server compares embeddings itself.`, details.hint ?? undefined),
    ]
  } catch (failure) {
    if (!(failure instanceof CatalogError)) throw failure
    // The check of the database reports it.
    return []
  }
}
