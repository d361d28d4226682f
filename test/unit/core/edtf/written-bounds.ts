import { computeBounds } from '../../../../src/core/edtf/bounds.ts'
import { BEGINNING_OF_TIME, toCivilDate, END_OF_TIME } from '../../../../src/core/edtf/days.ts'
import { parseEdtf } from '../../../../src/core/edtf/parse.ts'

/** The bounds as "1900-01-01..1900-12-31"; an open side is left empty. */
export function strictRange(text: string): string {
  const { strictFrom, strictTo } = computeBounds(parseEdtf(text))
  return `${writtenDay(strictFrom)}..${writtenDay(strictTo)}`
}

export function fuzzyRange(text: string): string {
  const { fuzzyFrom, fuzzyTo } = computeBounds(parseEdtf(text))
  return `${writtenDay(fuzzyFrom)}..${writtenDay(fuzzyTo)}`
}

/** A day as "1900-01-01"; years are neither padded nor cut. */
function writtenDay(number: number): string {
  if (number === BEGINNING_OF_TIME || number === END_OF_TIME) return ''
  const { year, month, day } = toCivilDate(number)
  return [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
}
