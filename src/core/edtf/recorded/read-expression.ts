import {
  addMark,
  formatDraft,
  isCompleteDraft,
  type Draft,
  type DraftReading,
} from './date-fields.ts'
import type { DayOrder } from './day-order.ts'
import { readBareCentury } from './read-date.ts'
import { readList } from './read-list.ts'
import { readOpenRange } from './read-open-range.ts'
import { MARKS, readQualifiedDate } from './read-qualified-date.ts'
import { readBetween, readRange } from './read-range.ts'
import type { Term } from './term.ts'

type Terms = readonly Term[]

/** Reads a whole recorded date. @returns none if the terms are not a date */
export function readExpression(given: Terms, order: DayOrder): readonly DraftReading[] {
  const terms = trimSigns(given)
  if (terms.length === 1 && terms[0]?.is === 'undated') return [{ edtf: 'XXXX', doubts: [] }]
  const simple = [
    ...readQualifiedDate(terms, order).filter(isCompleteDraft).map(toReading),
    ...readRange(terms, order).map(toReading),
    ...readOpenRange(terms, order, ''),
    ...readBetween(terms, order, ''),
  ]
  if (simple.length > 0) return simple
  const list = readList(terms, (piece) => readMember(piece, order))
  if (list.length > 0) return list
  return [...readQualifiedExpression(terms, order), ...readRomanCentury(terms)]
}

/** `XIXe` */
function readRomanCentury(terms: Terms): readonly DraftReading[] {
  return terms[0]?.is === 'roman' && terms[0].isOrdinal ? readBareCentury(terms).map(toReading) : []
}

/** `probably before 1906`, `ca. between 1910 and 1915` */
function readQualifiedExpression(
  [first, ...rest]: Terms,
  order: DayOrder,
): readonly DraftReading[] {
  const mark = first && MARKS[first.is]
  if (!mark) return []
  const readMarked = (piece: Terms): readonly Draft[] =>
    readMember(piece, order).map((draft) => addMark(draft, mark))
  return [
    ...readOpenRange(rest, order, mark),
    ...readBetween(rest, order, mark),
    ...readList(rest, readMarked),
  ]
}

function toReading(draft: Draft): DraftReading {
  return { edtf: formatDraft(draft), doubts: draft.doubts }
}

/** A member of a list is a date or a range. */
function readMember(terms: Terms, order: DayOrder): readonly Draft[] {
  const dates = readQualifiedDate(terms, order)
  return dates.length > 0 ? dates : readRange(terms, order)
}

/** Removes punctuation without meaning at both ends. */
function trimSigns(terms: Terms): Terms {
  const isIdle = (term: Term | undefined): boolean =>
    term?.is === 'sign' && /^[.,;:]$/u.test(term.text)
  const start = isIdle(terms[0]) ? 1 : 0
  const end = terms.length > start && isIdle(terms.at(-1)) ? -1 : undefined
  return terms.slice(start, end)
}
