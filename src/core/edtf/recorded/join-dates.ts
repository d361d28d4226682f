import {
  addMark,
  formatCentury,
  isComplete,
  isCompleteDraft,
  isMarked,
  type DateFields,
  type Doubt,
  type Draft,
} from './date-fields.ts'

export interface JoinedDates {
  first: Draft
  last: Draft
  doubts: readonly Doubt[]
}

/**
 * Joins the two ends of a range or list. Each end takes what it lacks from the other: `3-5 May 1912`, `1910-15`,
 * `18th-19th century`.
 * @param separator the sign or word between them
 * @returns undefined if something is missing in both
 */
export function joinDates(one: Draft, other: Draft, separator: string): JoinedDates | undefined {
  if (one.isExpanded || other.isExpanded) return undefined
  const doubts: Doubt[] = []
  const last = completeLast(other, one, { separator, doubts })
  const first = last && completeFirst(one, last, separator)
  if (first === undefined || last === undefined) return undefined
  if (!isCompleteDraft(first) || !isCompleteDraft(last)) return undefined
  if (!allowsLessPreciseEnd(first, last, doubts)) return undefined
  doubts.push(...findSeparatorDoubts(first, last, separator))
  const joined = spreadMark(first, last, doubts)
  return { ...joined, doubts: [...first.doubts, ...last.doubts, ...doubts] }
}

function findSeparatorDoubts(first: Draft, last: Draft, separator: string): Doubt[] {
  const isScopeDoubtful = mayBeDecades(first, last) || mayShareMonth(first, last, separator)
  return [
    ...(isScopeDoubtful ? (['scope'] as const) : []),
    ...(isTurnOfCentury(first, last, separator) ? (['turn-of-century'] as const) : []),
  ]
}

/** `XIX/XX w.` is the turn of the century in several languages. */
function isTurnOfCentury(first: Draft, last: Draft, separator: string): boolean {
  const isRoman = first.isRoman === true || last.isRoman === true
  return separator === '/' && isRoman && first.from.year?.endsWith('XX') === true
}

/** `1880-1890s` may begin in 1880 or in the 1880s. */
function mayBeDecades({ from, to }: Draft, last: Draft): boolean {
  if (to !== null || from.month !== null) return false
  return /^\d{3}0 \d{3}X$|^\d\d00 \d\dXX$/u.test(`${from.year} ${last.from.year}`)
}

/** The month of `1910-1912 May` may refer to both years. */
function mayShareMonth({ from, to }: Draft, last: Draft, separator: string): boolean {
  if (to !== null || from.month !== null || last.monthSeparator === undefined) return false
  return last.monthSeparator === ' ' || last.monthSeparator === separator
}

/** The end of `spring 1910-1912` is not clear, and that of `May 1910-1912` is doubtful. */
function allowsLessPreciseEnd(first: Draft, last: Draft, doubts: Doubt[]): boolean {
  const { month } = first.to ?? first.from
  if (month === null || last.from.month !== null) return true
  doubts.push('scope')
  return month <= 12
}

/** `ca. 1910-15` and `1910-15?` most likely qualify both dates. */
function spreadMark(first: Draft, last: Draft, doubts: Doubt[]): { first: Draft; last: Draft } {
  const isFromStart = first.qualifiedAt === 'start' && !isMarked(last)
  const isFromEnd = last.qualifiedAt === 'end' && !isMarked(first)
  if (!isFromStart && !isFromEnd) return { first, last }
  doubts.push('scope')
  return isFromStart
    ? { first, last: addMark(last, first.from.mark) }
    : { first: addMark(first, (last.to ?? last.from).mark), last }
}

interface Joint {
  separator: string
  doubts: Doubt[]
}

function completeLast(last: Draft, first: Draft, joint: Joint): Draft | undefined {
  const { from } = last
  const given = first.to ?? first.from
  if (isComplete(from)) return last
  if (from.decadeDigit !== null) return replace(last, addCentury(from, given))
  if (from.bare !== null) return replace(last, completeNumber(from.bare, last, given, joint))
  if (from.year !== null) {
    // `May 3-5, 1912`
    return given.day === null ? undefined : replace(last, { ...from, month: given.month })
  }
  // The year of "1912, 5 June" may be another one.
  if (given.month === null) return undefined
  return given.year === null ? last : replace(last, { ...from, year: given.year })
}

/** The number is a century, a day, as in `3 May 1912 - 5`, or an abbreviated year. */
function completeNumber(
  bare: string,
  { from, isRoman }: Draft,
  { year, month, day }: DateFields,
  joint: Joint,
): DateFields | undefined {
  if (year === null) return undefined
  if (year.endsWith('XX')) return completeCentury(from, bare)
  if (year.includes('X') || isRoman) return undefined
  if (day !== null) return { ...from, bare: null, year, month, day: Number(bare) }
  const end = month === null ? completeYear(bare, year, joint) : undefined
  return end === undefined ? undefined : { ...from, bare: null, year: end }
}

/** Years by which a range such as `1899-32` may extend into the next century. */
const MAX_YEARS_INTO_NEXT_CENTURY = 50

/** `1910-15` */
function completeYear(
  bare: string,
  year: string,
  { separator, doubts }: Joint,
): string | undefined {
  if (bare.length > 2) return undefined
  const end = year.slice(0, -bare.length) + bare
  if (Number(end) <= Number(year)) return completeNextCentury(bare, year, doubts)
  const mayBeMonth = separator === '/' && Number(bare) >= 1 && Number(bare) <= 12
  if (mayBeMonth) doubts.push('month-or-year')
  return end
}

function completeNextCentury(bare: string, year: string, doubts: Doubt[]): string | undefined {
  const end = Number(year.slice(0, 2) + bare) + 100
  const isLikely = Number(bare) > 12 && end - Number(year) <= MAX_YEARS_INTO_NEXT_CENTURY
  if (!isLikely) return undefined
  doubts.push('next-century')
  return String(end)
}

function completeFirst(first: Draft, last: Draft, separator: string): Draft | undefined {
  const { from } = first
  const given = last.from
  if (isComplete(from)) return first
  if (given.year === null) return undefined
  if (from.decadeDigit !== null) return replace(first, addCentury(from, given))
  if (from.bare !== null && last.isDecadeOfCentury) {
    return replace(first, completeDecade(from, from.bare, given))
  }
  if (from.bare !== null) return replace(first, completeUnit(from.bare, first, last, separator))
  const hasOwnYear = from.year !== null || given.month === null
  return hasOwnYear ? undefined : replace(first, { ...from, year: given.year })
}

/** The number has the unit of the other date: a day, a month or a century. */
function completeUnit(
  bare: string,
  { from, isRoman }: Draft,
  { from: given, separator: inside }: Draft,
  separator: string,
): DateFields | undefined {
  const { year, month, day } = given
  if (day !== null) {
    return isRoman ? undefined : { ...from, bare: null, year, month, day: Number(bare) }
  }
  if (month !== null) {
    // "3/5-1912" is a day.
    const isRange = inside !== undefined && inside !== separator && separator + inside !== '/-'
    return isRange && Number(bare) <= 12
      ? { ...from, bare: null, year, month: Number(bare) }
      : undefined
  }
  return year?.endsWith('XX') ? completeCentury(from, bare) : undefined
}

/** `20.-30. léta 20. století` */
function completeDecade(
  fields: DateFields,
  bare: string,
  given: DateFields,
): DateFields | undefined {
  if (!/^\d0$/u.test(bare)) return undefined
  return addCentury({ ...fields, bare: null, decadeDigit: bare.charAt(0) }, given)
}

/** `18th-19th century` */
function completeCentury(fields: DateFields, bare: string): DateFields | undefined {
  const century = Number(bare)
  return century >= 1 && century <= 21
    ? { ...fields, bare: null, year: formatCentury(century) }
    : undefined
}

/** `1920s-30s` */
function addCentury(fields: DateFields, { year }: DateFields): DateFields | undefined {
  if (year === null || !/^\d{3}X$/u.test(year)) return undefined
  return { ...fields, decadeDigit: null, year: `${year.slice(0, 2)}${fields.decadeDigit}X` }
}

function replace(draft: Draft, from: DateFields | undefined): Draft | undefined {
  return from && { ...draft, from }
}
