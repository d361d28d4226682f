import { computeBoundsOfDigits } from '../bounds.ts'
import { EdtfError } from '../edtf-error.ts'
import { parseEdtf } from '../parse.ts'
import {
  formatDraft,
  formatFields,
  isComplete,
  isCompleteDraft,
  type Draft,
  type DraftReading,
} from './date-fields.ts'
import { joinDates } from './join-dates.ts'
import type { Term } from './term.ts'

const MAX_DATES = 12
const MAX_READINGS = 8

/** Connection of the dates of a list: unknown if only commas or semicolons separate them. */
type Connection = 'one' | 'all' | 'unknown'

/**
 * Reads a list of dates: `1910 or 1911`, `1910, 1911 and 1913`, `1910; 1911`.
 * @param readMember reads one date, which may lack parts
 * @returns none if the terms are not a list
 */
export function readList(
  terms: readonly Term[],
  readMember: (terms: readonly Term[]) => readonly Draft[],
): readonly DraftReading[] {
  const pieces = splitList(terms)
  const connection = findConnection(terms)
  if (connection === undefined || pieces.length < 2 || pieces.length > MAX_DATES) return []
  return combineMembers(pieces.map(readMember)).flatMap((members) => {
    const dates = connection === 'unknown' ? members : completeMembers(members)
    if (!dates.every(isCompleteDraft) || mixesDecadesAndYears(members)) return []
    return formatList(dates, connection)
  })
}

/** `años 1910 y 1920` may be two years or two decades. */
function mixesDecadesAndYears(members: readonly Draft[]): boolean {
  const isYear = ({ namedYears, from: { year, month } }: Draft): boolean =>
    namedYears === undefined && month === null && year !== null && !year.includes('X')
  return members.some(({ namedYears }) => namedYears !== undefined) && members.some(isYear)
}

function isListSign(term: Term): boolean {
  return term.is === 'sign' && (term.text === ',' || term.text === ';')
}

function splitList(terms: readonly Term[]): (readonly Term[])[] {
  const pieces: Term[][] = [[]]
  let previous: Term | undefined
  for (const term of terms) {
    const isWord = term.is === 'or' || term.is === 'and'
    // "1910, 1911, or 1912"
    const isSecond = isWord && previous !== undefined && isListSign(previous)
    if ((isWord && !isSecond) || isListSign(term)) pieces.push([])
    else if (!isWord) pieces.at(-1)?.push(term)
    previous = term
  }
  return pieces
}

function findConnection(terms: readonly Term[]): Connection | undefined {
  const isOr = terms.some(({ is }) => is === 'or')
  const isAnd = terms.some(({ is }) => is === 'and')
  if (isOr && isAnd) return undefined
  if (isOr) return 'one'
  return isAnd ? 'all' : 'unknown'
}

/** Lists the combinations of what each member can mean. */
function combineMembers(members: readonly (readonly Draft[])[]): readonly (readonly Draft[])[] {
  let combinations: Draft[][] = [[]]
  for (const drafts of members) {
    const usable = drafts.filter(({ isExpanded }) => !isExpanded)
    combinations = combinations.flatMap((dates) => usable.map((draft) => [...dates, draft]))
    if (combinations.length > MAX_READINGS) return []
  }
  return combinations
}

/** Each date takes what it lacks from the date after it, or else from the date before it. */
function completeMembers(members: readonly Draft[]): readonly Draft[] {
  const dates = [...members]
  const join = (index: number): void => {
    const [one, other] = dates.slice(index, index + 2)
    const joined = one && other && joinDates(one, other, 'and')
    if (joined === undefined) {
      // "summer 1912 or 1913" may be two summers.
      if (one && other) dates[index] = { ...one, doubts: [...one.doubts, 'scope'] }
      return
    }
    dates[index] = { ...joined.first, doubts: joined.doubts }
    dates[index + 1] = joined.last
  }
  for (let index = dates.length - 2; index >= 0; index -= 1) join(index)
  for (const [index, date] of dates.entries()) {
    if (index > 0 && !isComplete(date.from)) join(index - 1)
  }
  return dates
}

function formatList(dates: readonly Draft[], connection: Connection): readonly DraftReading[] {
  const doubts = dates.flatMap((date) => date.doubts)
  if (connection !== 'unknown') return [{ edtf: formatSet(dates, connection), doubts }]
  const distinct = removeContaining(dates)
  const [only, ...others] = distinct
  if (only !== undefined && others.length === 0) {
    return [{ edtf: formatDraft(only), doubts: [...doubts, 'overlap'] }]
  }
  return [
    { edtf: formatSet(distinct, 'all'), doubts },
    { edtf: formatSet(distinct, 'one'), doubts },
  ]
}

function formatSet(dates: readonly Draft[], connection: 'one' | 'all'): string {
  const members = dates.map(({ from, to }) => {
    return to === null ? formatFields(from) : `${formatFields(from)}..${formatFields(to)}`
  })
  return connection === 'one' ? `[${members.join(',')}]` : `{${members.join(',')}}`
}

/** Leaves out a date that repeats another or contains a more precise one: the year of `1927; 1927-07`. */
function removeContaining(dates: readonly Draft[]): readonly Draft[] {
  const ranges = dates.map(findDays)
  return dates.filter((_, index) => {
    const own = ranges[index]
    return !ranges.some((other, position) => {
      if (own === undefined || other === undefined || position === index) return false
      const isInside = own.from <= other.from && other.to <= own.to
      const isSame = own.from === other.from && own.to === other.to
      return isInside && (!isSame || position < index)
    })
  })
}

function findDays(date: Draft): { from: number; to: number } | undefined {
  try {
    const { strictFrom, strictTo } = computeBoundsOfDigits(parseEdtf(formatDraft(date)))
    return { from: strictFrom, to: strictTo }
  } catch (error) {
    if (error instanceof EdtfError) return undefined
    throw error
  }
}
