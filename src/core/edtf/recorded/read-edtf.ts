import { EdtfError } from '../edtf-error.ts'
import type { Edtf, Interval, PlainDate } from '../edtf.ts'
import { parseEdtf } from '../parse.ts'
import type { Doubt, DraftReading } from './date-fields.ts'

/** Returns undefined if the text is not valid EDTF. */
export function parseIfEdtf(text: string): Edtf | undefined {
  try {
    return parseEdtf(text)
  } catch (error) {
    if (error instanceof EdtfError) return undefined
    throw error
  }
}

/**
 * Reads a recorded text that is valid EDTF. Its author may not have known EDTF, so the notations that look like
 * something else have doubts: `1899-32` is a winter in EDTF and 1899–1932 in a source.
 * @returns none if the text is not EDTF
 */
export function readEdtf(text: string): readonly DraftReading[] {
  const edtf = parseIfEdtf(text)
  if (edtf === undefined) return []
  const doubts = new Set(listDates(edtf).flatMap(findDoubts))
  if (edtf.kind === 'interval') for (const doubt of findIntervalDoubts(edtf)) doubts.add(doubt)
  const asWritten = { edtf: text, doubts: [...doubts] }
  return isPartlyQualified(edtf) ? [asWritten, qualifyWhole(text, asWritten)] : [asWritten]
}

function listDates(edtf: Edtf): readonly PlainDate[] {
  switch (edtf.kind) {
    case 'date-time':
      return []
    case 'interval':
      return [edtf.start, edtf.end].filter((end) => typeof end === 'object')
    case 'set':
      return edtf.members.flatMap((member) => {
        const dates = member.kind === 'single' ? [member.date] : [member.from, member.to]
        return dates.filter((date) => date !== null)
      })
    default:
      return [edtf]
  }
}

function findDoubts(date: PlainDate): Doubt[] {
  const doubts: Doubt[] = []
  if (date.kind === 'season') doubts.push('season-code')
  // "1910-1X" may end in the 1910s.
  if (date.kind === 'date' && /\dX|X\d/u.test(date.month?.digits ?? '')) {
    doubts.push('month-or-year')
  }
  if (isPartlyQualified(date)) doubts.push('qualified-part')
  return doubts
}

function findIntervalDoubts({ start, end }: Interval): Doubt[] {
  if (start === 'unknown' || end === 'unknown' || start === end) return ['open-end']
  return isSplitYear(start) && isSplitYear(end) ? ['month-or-year'] : []
}

/** Whether a month may be the next year: `1910-11/1911-12` may be two school years. */
function isSplitYear(end: Interval['start']): boolean {
  if (typeof end !== 'object' || end.kind !== 'date' || end.day !== null) return false
  return Number(end.month?.digits) === (Number(end.year.digits) % 100) + 1
}

/** Whether a qualifier applies to a component only: `2004-06~-11`. */
function isPartlyQualified(date: Edtf): boolean {
  if (date.kind === 'season') return date.year.quality !== date.quality
  if (date.kind !== 'date') return false
  const { year, month, day } = date
  return [month, day].some((part) => part !== null && part.quality !== year.quality)
}

/** A source rather means that the whole date is uncertain: `2004-06-11~`. */
function qualifyWhole(text: string, { doubts }: DraftReading): DraftReading {
  const marks = new Set(text.match(/[?~%]/gu))
  const [only = '%', ...others] = marks
  return { edtf: text.replace(/[?~%]/gu, '') + (others.length === 0 ? only : '%'), doubts }
}
