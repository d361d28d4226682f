import type { CatalogError } from '../base/errors.ts'
import { toViolation } from './constraint-errors.ts'

/**
 * Runs a statement that may give two rows the same value in a unique column.
 * @throws the refusal in that case
 */
export async function refuseDuplicate<T>(
  column: string,
  refusal: CatalogError,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const violation = toViolation(error)
    const isDuplicate = violation?.rule === 'unique' && violation.columns.includes(column)
    throw isDuplicate ? refusal : error
  }
}
