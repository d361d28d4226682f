import type { ZodType } from 'zod'
import type { AuditContext } from '../../../../core/audit/record-audit.ts'
import { CatalogError } from '../../../../core/base/errors.ts'
import type { Catalog } from '../../../../core/catalog/catalog.ts'
import type { Tx } from '../../../../core/database/store.ts'
import type { Columns } from './file-rows.ts'

/** Result of importing a row. */
export type Outcome = 'added' | 'replaced' | 'present'

/** A message about one column, or about the whole row. */
export interface RowProblem {
  column: string | null
  message: string
}

/** Author and time of a contribution. */
export interface Made {
  userId: number
  at: number
}

/** A kind of contributions that can be imported from a file. */
export interface ImportKind<Item> {
  /** Plural name, for progress. */
  unit: string
  columns: Columns
  allowsGeoJson: boolean
  /** Parses the values of a row. */
  parse(values: Readonly<Record<string, unknown>>): Item | RowProblem[]
  /** Finds what the catalog does not accept, in the order of the items; undefined if it accepts an item. */
  check(
    reads: Catalog['reads'],
    items: readonly (Item & Made)[],
  ): Promise<(RowProblem | undefined)[]>
  /** Adds items, all or none, and returns what it did in the same order. */
  add(tx: Tx, items: readonly (Item & Made)[], context: AuditContext): Promise<Outcome[]>
}

/** Parses the values of a row with a schema. Problems name the column. */
export function parseRow<Item>(
  schema: ZodType<Item>,
  values: Readonly<Record<string, unknown>>,
): Item | RowProblem[] {
  const parsed = schema.safeParse(values)
  if (parsed.success) return parsed.data
  return parsed.error.issues.map(({ path: [column], message }) => ({
    column: column === undefined ? null : String(column),
    message,
  }))
}

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
