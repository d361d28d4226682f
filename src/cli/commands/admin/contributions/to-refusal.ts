import { CatalogError } from '../../../../core/base/errors.ts'
import type { RowProblem } from './import-kind.ts'

/** Turns the error of a check into the problem of a column. Undefined if the check passes. */
export function toRefusal(column: string, check: () => void): RowProblem | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    return { column, message: error.message }
  }
}
