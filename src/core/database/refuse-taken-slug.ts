import { invalid } from '../base/errors.ts'
import type { Problem } from '../base/problems/problem.ts'
import { refuseDuplicate } from './refuse-duplicate.ts'

/**
 * Runs a statement that may violate the unique constraint of a slug.
 * @param problem of the field `slug`
 * @throws CatalogError kind `invalid` if the slug is taken
 */
export async function refuseTakenSlug<T>(problem: Problem, work: () => Promise<T>): Promise<T> {
  return refuseDuplicate('slug', invalid('slug', problem), work)
}
