import { invalid } from '../errors.ts'
import { refuseDuplicate } from './refuse-duplicate.ts'

/**
 * Runs a statement that may violate the unique constraint of a slug.
 * @param message for the field `slug`
 * @throws CatalogError kind `invalid` if the slug is taken
 */
export async function refuseTakenSlug<T>(message: string, work: () => Promise<T>): Promise<T> {
  return refuseDuplicate('slug', invalid('slug', message), work)
}
