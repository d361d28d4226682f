import { formatTimestamp, parseTimestamp, type Micros } from '../../../core/clock.ts'
import { invalid } from '../../../core/errors.ts'

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
  if (at === undefined) throw invalid(name, 'Use a link of the page.')
  return { at, id: Number(id) }
}
