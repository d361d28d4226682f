import {
  addMark,
  formatDraft,
  formatFields,
  isCompleteDraft,
  type Doubt,
  type Draft,
  type DraftReading,
  type Mark,
} from './date-fields.ts'
import type { DayOrder } from './day-order.ts'
import { readQualifiedDate } from './read-qualified-date.ts'
import { isSign, type Term } from './term.ts'

type Format = (date: Draft) => string

const upTo: Format = (date) => `../${formatFields(date.from)}`
/** After a period of several years, the last of them counts. */
const startingAt: Format = ({ from, to }) => `${formatFields(to ?? from)}/..`
const fromUnknown: Format = (date) => `/${formatFields(date.from)}`
const toUnknown: Format = ({ from, to }) => `${formatFields(to ?? from)}/`
const orEarlier: Format = ({ from, to }) => `[..${formatFields(to ?? from)}]`
const orLater: Format = ({ from }) => `[${formatFields(from)}..]`

const andEarlier: Format = ({ from, to }) => `{..${formatFields(to ?? from)}}`
const andLater: Format = ({ from }) => `{${formatFields(from)}..}`

const PREFIXES: Partial<Record<Term['is'], readonly Format[]>> = {
  before: [upTo],
  until: [({ from, to }) => `../${formatFields(to ?? from)}`],
  after: [startingAt],
  since: [({ from }) => `${formatFields(from)}/..`],
  'at-latest': [orEarlier],
  'at-earliest': [orLater],
  // "from 1910" may be the date of a photograph or the beginning of a series.
  from: [formatDraft, ({ from }) => `${formatFields(from)}/..`],
}

const EARLIER: Readonly<Record<string, Format>> = { or: orEarlier, and: andEarlier }
const LATER: Readonly<Record<string, Format>> = { or: orLater, and: andLater }
/** Formats by the last word and the word before it. */
const SUFFIXES: Partial<Record<Term['is'], Readonly<Record<string, Format>>>> = {
  before: EARLIER,
  earlier: EARLIER,
  after: LATER,
  later: LATER,
}

/** The terms of a date and how the open range around it is written. */
interface OpenRange {
  date: readonly Term[]
  formats: readonly Format[]
  doubts: readonly Doubt[]
}

/**
 * Reads `before 1906`, `since 1906`, `1906 or later`, `1906-` and the like.
 * @param mark qualifier of the whole phrase
 */
export function readOpenRange(
  terms: readonly Term[],
  order: DayOrder,
  mark: Mark,
): readonly DraftReading[] {
  const range = findOpenRange(terms)
  if (range === undefined) return []
  const dates = readQualifiedDate(range.date, order).filter(isCompleteDraft)
  return dates.flatMap((date) =>
    range.formats.map((format) => ({
      edtf: format(addMark(date, mark)),
      doubts: [...date.doubts, ...range.doubts, ...doubtLimit(date)],
    })),
  )
}

/** `before the 1920s` ends before the decade, but `../192X` includes it. */
function doubtLimit({ from: { year } }: Draft): Doubt[] {
  return year?.includes('X') ? ['limit'] : []
}

function findOpenRange(terms: readonly Term[]): OpenRange | undefined {
  const [first, ...rest] = terms
  if (first === undefined) return undefined
  if (first.is === 'shortly') return findDistance(rest)
  const formats = PREFIXES[first.is]
  if (formats !== undefined) return { date: rest, formats, doubts: [] }
  return findMissingStart(terms) ?? findMissingEnd(terms) ?? findSuffix(terms)
}

/** `-1906`, `?-1906` */
function findMissingStart(terms: readonly Term[]): OpenRange | undefined {
  const [first, second] = terms
  if (isSign(first, '-')) return { date: terms.slice(1), formats: [upTo], doubts: ['open-end'] }
  if (first?.is !== 'uncertain' || !isSign(second, '-')) return undefined
  return { date: terms.slice(2), formats: [fromUnknown], doubts: ['open-end'] }
}

/** `1906-`, `1906-?` */
function findMissingEnd(terms: readonly Term[]): OpenRange | undefined {
  const [secondLast, last] = terms.slice(-2)
  if (['-', '+', '..'].some((sign) => isSign(last, sign))) {
    return { date: terms.slice(0, -1), formats: [startingAt], doubts: ['open-end'] }
  }
  if (last?.is !== 'uncertain' || !isSign(secondLast, '-')) return undefined
  return { date: terms.slice(0, -2), formats: [toUnknown], doubts: ['open-end'] }
}

/** Finds `or later`, `and earlier` and the like. */
function findSuffix(terms: readonly Term[]): OpenRange | undefined {
  const [secondLast, last] = terms.slice(-2)
  const format = last && SUFFIXES[last.is]?.[secondLast?.is ?? '']
  return format && { date: terms.slice(0, -2), formats: [format], doubts: [] }
}

/** EDTF cannot say that the date is close to the end: `shortly before 1906`. */
function findDistance([first, ...date]: readonly Term[]): OpenRange | undefined {
  if (first?.is === 'before') return { date, formats: [upTo], doubts: ['distance'] }
  if (first?.is === 'after') return { date, formats: [startingAt], doubts: ['distance'] }
  return undefined
}
