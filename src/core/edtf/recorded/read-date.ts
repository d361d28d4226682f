import { toDayNumber } from '../days.ts'
import { createDraft, type Draft } from './date-fields.ts'
import {
  createDate,
  createDateWithZeros,
  createYearFirstDate,
  createDayOfMonth,
  expandYear,
  readCompactDate,
  readNumericMonth,
  keepMonths,
  readYearAndNumber,
  readNumericDate,
  readShortNumericDate,
} from './read-calendar-date.ts'
import {
  readWinter,
  readDecade,
  readNamedYears,
  readShortDecade,
  readCentury,
  readDecadeOfCentury,
  readTurnOfCentury,
  createTurnOfCentury,
} from './read-periods.ts'
import { describeShape, type DateShape } from './date-shape.ts'
import { takeFraction, takeLoosePart, type Fraction, type LoosePart } from './parts-of-periods.ts'
import type { DayOrder } from './day-order.ts'
import type { Term } from './term.ts'

/** Reads the values of the terms of one shape. */
interface Rule {
  pattern: RegExp
  read: (values: readonly string[], shape: DateShape, order: DayOrder) => readonly Draft[]
}

/** @see DateShape for the letters */
const RULES: readonly Rule[] = [
  { pattern: /^y$/u, read: ([year]) => [createDate(year)] },
  { pattern: /^n$|^o$/u, read: ([bare = '']) => [createDraft({ bare })] },
  { pattern: /^R$/u, read: ([bare = '']) => [{ ...createDraft({ bare }), isRoman: true }] },
  { pattern: /^a$/u, read: ([bare = '']) => [createDraft({ bare }), ...expandYear(bare, {})] },
  { pattern: /^b$/u, read: readCompactDate },
  { pattern: /^my$/u, read: ([m, year]) => [createDate(year, m)] },
  { pattern: /^ym$/u, read: ([year, m]) => [createYearFirstDate(year, m)] },
  { pattern: /^ma$/u, read: ([m, year]) => expandYear(year, { month: Number(m) }) },
  { pattern: /^m$/u, read: ([m]) => [createDraft({ month: Number(m) })] },
  { pattern: /^[no]m$/u, read: ([day, m]) => [createDayOfMonth(m, day)] },
  { pattern: /^mn$/u, read: ([m, day]) => [createDayOfMonth(m, day)] },
  { pattern: /^ny$/u, read: ([day, year = '']) => [createDraft({ day: Number(day), year })] },
  { pattern: /^[no]my$/u, read: ([day, m, year]) => [createDate(year, m, day)] },
  { pattern: /^mny$/u, read: ([m, day, year]) => [createDate(year, m, day)] },
  { pattern: /^ymn$/u, read: ([year, m, day]) => [createYearFirstDate(year, m, day)] },
  { pattern: /^ynm$/u, read: ([year, day, m]) => [createYearFirstDate(year, m, day)] },
  {
    pattern: /^nma$/u,
    read: ([day, m, year]) => expandYear(year, { month: Number(m), day: Number(day) }),
  },
  {
    pattern: /^mna$/u,
    read: ([m, day, year]) => expandYear(year, { month: Number(m), day: Number(day) }),
  },
  { pattern: /^n([-./]?)R\1y$/u, read: ([day, m, year]) => keepMonths([createDate(year, m, day)]) },
  { pattern: /^R[-./]y$/u, read: ([m, year]) => keepMonths([createDate(year, m)]) },
  {
    pattern: /^Ry$/u,
    read: ([m, year = '']) => keepMonths([createDraft({ year, month: Number(m) }, ['compact'])]),
  },
  {
    pattern: /^yR$/u,
    read: ([year = '', m]) => keepMonths([createDraft({ year, month: Number(m) }, ['compact'])]),
  },
  { pattern: /^y[-./]R$/u, read: ([year, m]) => keepMonths([createDate(year, m)]) },
  { pattern: /^n[-./]y$/u, read: ([m, year], { letters }) => readNumericMonth(m, year, letters) },
  { pattern: /^y[-./]n$/u, read: readYearAndNumber },
  {
    pattern: /^y([-./]?)R\1n$/u,
    read: ([year, m, day]) => keepMonths([createYearFirstDate(year, m, day)]),
  },
  { pattern: /^y([-./])n\1n$/u, read: ([year, m, day]) => createDateWithZeros(year, m, day) },
  // "3/5-1912" is how Danes and Norwegians write a day.
  { pattern: /^n\/n-?y$/u, read: readNumericDate },
  { pattern: /^n([-./])n\1y$/u, read: readNumericDate },
  { pattern: /^n([./])n\1[na]$/u, read: readShortNumericDate },
  { pattern: /^n\.n$/u, read: ([day, m]) => keepMonths([createDayOfMonth(m, day)]) },
  { pattern: /^Sy$/u, read: ([season, year]) => [createDate(year, season)] },
  { pattern: /^yS$/u, read: ([year, season]) => [createYearFirstDate(year, season)] },
  { pattern: /^S$/u, read: ([season]) => [createDraft({ month: Number(season) })] },
  { pattern: /^Sy[-/][ny]$/u, read: ([season, first, last]) => readWinter(season, first, last) },
  { pattern: /^y[-/][ny]S$/u, read: ([first, last, season]) => readWinter(season, first, last) },
  { pattern: /^Dk?$/u, read: ([decade]) => readDecade(decade) },
  { pattern: /^k[yD]$|^yk$/u, read: readNamedYears },
  { pattern: /^yV$/u, read: (values) => readNamedYears(values).slice(-1) },
  { pattern: /^Ek?$/u, read: ([decade]) => readShortDecade(decade) },
  {
    pattern: /^[na]k$|^nV$/u,
    read: ([decade]) =>
      readShortDecade(decade).map((draft) => ({ ...draft, namedYears: decade ?? '' })),
  },
  { pattern: /^k[Ena]$/u, read: ([, decade]) => readShortDecade(decade) },
  {
    pattern: /^(?:k[Ena]|[En]k|[En]V|E)\.?(?:[nRo]c|c[nRo]|Z)$|^n\.Rc$/u,
    read: readDecadeOfCentury,
  },
  { pattern: /^[nRo]c$/u, read: ([number]) => readCentury(number) },
  // The number of "s. 20" is rather that of a page.
  { pattern: /^c[Ro]$/u, read: ([, number]) => readCentury(number) },
  { pattern: /^Z$/u, read: ([number]) => readCentury(number) },
  { pattern: /^T$/u, read: () => [createTurnOfCentury('1900'), createTurnOfCentury('1800')] },
  { pattern: /^T(?:[nRo][-/&.]*)?(?:[nRo]c|c[nRo])$/u, read: readTurnOfCentury },
  {
    pattern: /^Ty$/u,
    read: ([, year = '']) => (year.endsWith('00') ? [createTurnOfCentury(year)] : []),
  },
]

/**
 * Reads one date, without qualifiers. The result may lack parts, such as the year in `3 May`.
 * @returns none if the terms are not a date
 */
export function readDate(all: readonly Term[], order: DayOrder): readonly Draft[] {
  const terms = all.filter((term) => term.is !== 'sign' || term.text !== ',')
  const shape = describeShape(terms)
  if (/^w|w$/u.test(shape.letters)) return readWithWeekday(terms, order)
  if (/^(?:P|[noR][hqt]).|.(?:P|[noR][hqt])$/u.test(shape.letters)) return readPart(terms, order)
  const rule = RULES.find(({ pattern }) => pattern.test(shape.letters))
  return rule === undefined ? [] : rule.read(shape.terms.map(toValue), shape, order)
}

/** The text of a number, a mask or a decade; the number of any other term. */
function toValue(term: Term): string {
  if ('digits' in term) return term.digits
  return 'value' in term ? String(term.value) : ''
}

/** Reads `early 1920s`, `2nd half of the 19th century` and the like, also with the part at the end. */
function readPart(terms: readonly Term[], order: DayOrder): readonly Draft[] {
  const start = findPart(terms)
  if (start !== undefined) return takePart(terms.slice(start.length), start, order)
  const end = findPart(terms.slice(-1)) ?? findPart(terms.slice(-2)) ?? []
  const drafts = takePart(terms.slice(0, -end.length), end, order)
  return drafts.map((draft) => ({ ...draft, monthSeparator: ' ' }))
}

/** Returns the terms of a part at the beginning: `early`, or an ordinal number and `half`. */
function findPart([first, second]: readonly Term[]): readonly Term[] | undefined {
  if (first === undefined) return undefined
  const { letters } = describeShape(second === undefined ? [first] : [first, second])
  if (letters.startsWith('P')) return [first]
  return second !== undefined && /^[noR][hqt]$/u.test(letters) ? [first, second] : undefined
}

function takePart(
  period: readonly Term[],
  [first, second]: readonly Term[],
  order: DayOrder,
): readonly Draft[] {
  if (findPart(period) !== undefined) return []
  const drafts = [...readDate(period, order), ...readBareCentury(period)]
  return drafts.flatMap((draft) => {
    const part =
      second === undefined
        ? takeLoosePart(draft, first?.is as LoosePart)
        : takeFraction(draft, second.is as Fraction, Number(first && toValue(first)))
    return part === undefined ? [] : [part]
  })
}

/** The lowest century that is named without the word, as in `fin XIXe`. */
const FIRST_BARE_CENTURY = 10

/** Reads an ordinal number that can only be a century: `XIXe`, the `19th` of `late 19th`. */
export function readBareCentury([only, ...others]: readonly Term[]): readonly Draft[] {
  if (only === undefined || others.length > 0 || !isOrdinal(only)) return []
  const number = Number(toValue(only))
  if (number < FIRST_BARE_CENTURY) return []
  return readCentury(toValue(only)).map((draft) => ({ ...draft, doubts: ['century'] }))
}

function isOrdinal(term: Term): boolean {
  if (term.is === 'ordinal' || term.is === 'roman') return true
  return term.is === 'number' && (term.isOrdinal || term.hasPeriod)
}

/** Compares the weekday with the date: a difference raises a doubt. */
function readWithWeekday(terms: readonly Term[], order: DayOrder): readonly Draft[] {
  const isWeekday = ({ is }: Term): boolean => is === 'weekday'
  const weekday = terms.find(isWeekday)
  const others = terms.filter((term) => !isWeekday(term))
  if (weekday === undefined || others.length !== terms.length - 1) return []
  return readDate(others, order)
    .filter(({ from }) => from.day !== null)
    .map((draft) => (isOnWeekday(draft, weekday) ? draft : addWeekdayDoubt(draft)))
}

function isOnWeekday({ from: { year, month, day } }: Draft, weekday: Term): boolean {
  if (year === null || month === null || day === null || /X/u.test(year)) return true
  // 1970-01-01 was a Thursday; weekdays count from Monday.
  const actual = (((toDayNumber(Number(year), month, day) + 3) % 7) + 7) % 7
  return 'value' in weekday && weekday.value === actual
}

function addWeekdayDoubt(draft: Draft): Draft {
  return { ...draft, doubts: [...draft.doubts, 'weekday'] }
}
