import { CatalogError } from '../../core/base/errors.ts'

export type ColumnType = 'integer' | 'real' | 'text' | 'boolean' | 'date' | 'datetime'

/** An attribute of a layer. Dates are texts such as `1905-05-01`, times such as `2024-05-17T09:30:12.482913Z`. */
export interface Column {
  name: string
  type: ColumnType
}

export type Value = string | number | boolean | null

/** Defines columns by their types: `{ id: 'integer' }`. */
export function defineColumns(types: Readonly<Record<string, ColumnType>>): Column[] {
  return Object.entries(types).map(([name, type]) => ({ name, type }))
}

const DATE = /^\d{4}-\d{2}-\d{2}$/v
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/v

const IS_OF_TYPE: Record<ColumnType, (value: unknown) => boolean> = {
  integer: Number.isSafeInteger,
  real: Number.isFinite,
  text: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  date: (value) => typeof value === 'string' && DATE.test(value),
  datetime: (value) => typeof value === 'string' && TIME.test(value),
}

/**
 * Reads the values of a record in the order of the columns. A missing member is null.
 * @throws CatalogError if a member has another type than its column
 */
export function readValues(
  columns: readonly Column[],
  record: Readonly<Record<string, unknown>>,
): Value[] {
  return columns.map(({ name, type }) => {
    const value = record[name] ?? null
    if (value === null || IS_OF_TYPE[type](value)) return value as Value
    throw unexpected(`${name} should be of type ${type}, not ${describe(value)}`)
  })
}

function describe(value: unknown): string {
  return typeof value === 'object' ? 'an object' : JSON.stringify(value).slice(0, 40)
}

/** Creates the error of a response that does not follow the API. @param problem without a period */
export function unexpected(problem: string): CatalogError {
  return new CatalogError('unavailable', `The instance sent an unexpected response: ${problem}.`, {
    code: 'not_understood',
  })
}
