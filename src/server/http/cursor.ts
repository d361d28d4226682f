import { formatTimestamp, parseTimestamp, type Micros } from '../../core/base/clock.ts'
import { invalid } from '../../core/base/errors.ts'

/** The place of a row in a list that is ordered by time, then by id. */
interface Cursor {
  at: Micros
  id: number
}

/** Writes the place of a row for the address of the next page: `2026-03-01T12:00:00.000000Z,12`. */
export function formatCursor({ at, id }: Cursor): string {
  return `${formatTimestamp(at)},${id}`
}

/** Parses a parameter that `formatCursor` wrote. @throws CatalogError kind `invalid` */
export function parseCursor(name: string, text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined
  const [, time = '', id] = /^([^,]+),(\d{1,15})$/.exec(text) ?? []
  const at = parseTimestamp(time)
  if (at === undefined) throw invalid(name, ['not_a_link_of_the_page'])
  return { at, id: Number(id) }
}

/**
 * Takes a page from its rows, after which one more was read if there is one.
 * @param format writes the place of a row for an address
 * @returns also where the next page starts; undefined on the last page
 */
export function takePage<Row>(
  read: readonly Row[],
  size: number,
  format: (row: Row) => string,
): { rows: Row[]; next: string | undefined } {
  const last = read[size - 1]
  const next = read.length > size && last !== undefined ? format(last) : undefined
  return { rows: read.slice(0, size), next }
}

/** Writes the place of a row in a list that is ordered by numbers, for the address of the next page: `100,5,12`. */
export function formatPosition(position: readonly number[]): string {
  return position.join()
}

/** Parses a parameter with three numbers that `formatPosition` wrote. @throws CatalogError kind `invalid` */
export function parsePosition(
  name: string,
  text: string | undefined,
): [number, number, number] | undefined {
  if (text === undefined) return undefined
  const numbers = /^(\d{1,16}),(\d{1,16}),(\d{1,16})$/.exec(text)
  if (!numbers) throw invalid(name, ['not_a_link_of_the_page'])
  return [Number(numbers[1]), Number(numbers[2]), Number(numbers[3])]
}
