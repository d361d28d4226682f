import { addMark, formatFields, type Draft, type DraftReading, type Mark } from './date-fields.ts'
import { joinDates, type JoinedDates } from './join-dates.ts'
import type { DayOrder } from './day-order.ts'
import { readQualifiedDate } from './read-qualified-date.ts'
import { isSign, type Term } from './term.ts'

type Terms = readonly Term[]

/** A range has at most the hyphens of two numeric dates and one between them. */
const MAX_SEPARATORS = 6

/** Reads `1910-15`, `from May to June 1912` and the like. */
export function readRange(terms: Terms, order: DayOrder): readonly Draft[] {
  const [first] = terms
  const hasPrefix = first?.is === 'from' || first?.is === 'since'
  const body = hasPrefix ? terms.slice(1) : terms
  return splitAt(body, isRangeSeparator)
    .flatMap((parts) => joinParts(parts, order))
    .map(({ first, last, doubts }) => ({ from: first.from, to: last.to ?? last.from, doubts }))
}

/**
 * Reads `between 1910 and 1915` and `after 1910 and before 1915`.
 * @param mark qualifier of the whole phrase
 */
export function readBetween(terms: Terms, order: DayOrder, mark: Mark): readonly DraftReading[] {
  const [first, ...rest] = terms
  return listEnds(first, rest)
    .flatMap((parts) => joinParts(parts, order))
    .map(({ first, last, doubts }) => {
      const { from } = addMark(first, mark)
      const end = addMark(last, mark)
      return { edtf: `[${formatFields(from)}..${formatFields(end.to ?? end.from)}]`, doubts }
    })
}

/** Two dates and what separates them. */
interface Parts {
  left: Terms
  right: Terms
  /** The sign, or `to` for a word. */
  separator: string
}

function listEnds(first: Term | undefined, rest: Terms): readonly Parts[] {
  if (first?.is === 'between') {
    return splitAt(rest, (term) => term.is === 'and' || isRangeSeparator(term))
  }
  if (first?.is !== 'after') return []
  return splitAt(rest, ({ is }) => is === 'before').map(({ left, ...parts }) => {
    const isLink = left.at(-1)?.is === 'and' || isSign(left.at(-1), ',')
    return { ...parts, left: isLink ? left.slice(0, -1) : left }
  })
}

function splitAt(terms: Terms, isSeparator: (term: Term) => boolean): readonly Parts[] {
  const found = [...terms.entries()].filter(([, term]) => isSeparator(term))
  if (found.length > MAX_SEPARATORS) return []
  return found.map(([index, term]) => ({
    left: terms.slice(0, index),
    right: terms.slice(index + 1),
    separator: term.is === 'sign' ? term.text : 'to',
  }))
}

function isRangeSeparator(term: Term): boolean {
  return term.is === 'to' || term.is === 'until' || isSign(term, '-') || isSign(term, '/')
}

function joinParts({ left, right, separator }: Parts, order: DayOrder): readonly JoinedDates[] {
  const lasts = readQualifiedDate(right, order)
  if (lasts.length === 0) return []
  return readQualifiedDate(left, order)
    .flatMap((first) => lasts.flatMap((last) => listMeanings(first, last)))
    .flatMap(([first, last]) => joinDates(first, last, separator) ?? [])
}

/**
 * In several languages the word for a decade also means years: `años 1910-1915`, `1930-1940-talet`. If the years are
 * the first of a decade, both meanings are possible.
 */
function listMeanings(first: Draft, last: Draft): readonly [Draft, Draft][] {
  const isNamed = first.namedYears !== undefined
  if (isNamed === (last.namedYears !== undefined)) return [[first, last]]
  return isNamed ? listMeaningsOfFirst(first, last) : [[first, last], ...asPeriod(first, last)]
}

function listMeaningsOfFirst(first: Draft, last: Draft): readonly [Draft, Draft][] {
  const year = getYear(last)
  if (first.namedYears?.length !== 4 || year === null) return [[first, last]]
  const plain = { ...first.from, bare: null, year: first.namedYears }
  const years: [Draft, Draft] = [
    { ...first, from: plain, doubts: [...first.doubts, 'scope'] },
    last,
  ]
  if (!year.endsWith('0') || !first.namedYears.endsWith('0')) return [years]
  const decade = { ...last, from: { ...last.from, year: `${year.slice(0, 3)}X` } }
  return [years, [first, decade]]
}

/** The first year is a decade or a century, as the last date is: `1930-40-talet`, `1800-1900-talet`. */
function asPeriod(first: Draft, last: Draft): [Draft, Draft][] {
  const year = getYear(first)
  const unknown = last.from.year?.endsWith('XX') ? 2 : 1
  if (year === null || !year.endsWith('0'.repeat(unknown))) return []
  const period = year.slice(0, -unknown).padEnd(4, 'X')
  return [[{ ...first, from: { ...first.from, year: period } }, last]]
}

/** Returns the year of a draft that is nothing but a year with all its digits. */
function getYear({ from: { year, month }, to }: Draft): string | null {
  return month !== null || to !== null || year === null || year.includes('X') ? null : year
}
