import { toViolation } from './constraint-errors.ts'
import { invalid } from '../errors.ts'

/**
 * Runs a statement that may violate the unique constraint of a slug.
 * @param message for the field `slug`
 * @throws CatalogError kind `invalid` if the slug is taken
 */
export async function refuseTakenSlug<T>(message: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const violation = toViolation(error)
    const isTaken = violation?.rule === 'unique' && violation.columns.includes('slug')
    throw isTaken ? invalid('slug', message) : error
  }
}
