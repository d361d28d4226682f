import { toDayNumber } from '../days.ts'
import {
  createDraft,
  createPeriod,
  formatCentury,
  type DateFields,
  type Draft,
} from './date-fields.ts'
import { describeShape, type DateShape } from './date-shape.ts'
import { takeFraction, takeLoosePart, type Fraction, type LoosePart } from './parts-of-periods.ts'
import type { DayOrder } from './day-order.ts'
import type { Term } from './term.ts'

/** Reads the values of the terms of one shape. */
interface Rule {
  pattern: RegExp
  read: (values: readonly string[], shape: DateShape, order: DayOrder) => readonly Draft[]
}

const month = (value = ''): number => Number(value)

/** @see DateShape for the letters */
const RULES: readonly Rule[] = [
  { pattern: /^y$/u, read: ([year]) => [dated(year)] },
  { pattern: /^n$|^o$/u, read: ([bare = '']) => [createDraft({ bare })] },
  { pattern: /^R$/u, read: ([bare = '']) => [{ ...createDraft({ bare }), isRoman: true }] },
  { pattern: /^a$/u, read: ([bare = '']) => [createDraft({ bare }), ...expandYear(bare, {})] },
  { pattern: /^b$/u, read: readCompactDate },
  { pattern: /^my$/u, read: ([m, year]) => [dated(year, m)] },
  { pattern: /^ym$/u, read: ([year, m]) => [yearFirst(year, m)] },
  { pattern: /^ma$/u, read: ([m, year]) => expandYear(year, { month: month(m) }) },
  { pattern: /^m$/u, read: ([m]) => [createDraft({ month: month(m) })] },
  { pattern: /^[no]m$/u, read: ([day, m]) => [partial(m, day)] },
  { pattern: /^mn$/u, read: ([m, day]) => [partial(m, day)] },
  { pattern: /^ny$/u, read: ([day, year = '']) => [createDraft({ day: Number(day), year })] },
  { pattern: /^[no]my$/u, read: ([day, m, year]) => [dated(year, m, day)] },
  { pattern: /^mny$/u, read: ([m, day, year]) => [dated(year, m, day)] },
  { pattern: /^ymn$/u, read: ([year, m, day]) => [yearFirst(year, m, day)] },
  { pattern: /^ynm$/u, read: ([year, day, m]) => [yearFirst(year, m, day)] },
  {
    pattern: /^nma$/u,
    read: ([day, m, year]) => expandYear(year, { month: month(m), day: Number(day) }),
  },
  {
    pattern: /^mna$/u,
    read: ([m, day, year]) => expandYear(year, { month: month(m), day: Number(day) }),
  },
  { pattern: /^n([-./]?)R\1y$/u, read: ([day, m, year]) => keepMonths([dated(year, m, day)]) },
  { pattern: /^R[-./]y$/u, read: ([m, year]) => keepMonths([dated(year, m)]) },
  {
    pattern: /^Ry$/u,
    read: ([m, year = '']) => keepMonths([createDraft({ year, month: month(m) }, ['compact'])]),
  },
  {
    pattern: /^yR$/u,
    read: ([year = '', m]) => keepMonths([createDraft({ year, month: month(m) }, ['compact'])]),
  },
  { pattern: /^y[-./]R$/u, read: ([year, m]) => keepMonths([dated(year, m)]) },
  { pattern: /^n[-./]y$/u, read: ([m, year], { letters }) => numericMonth(m, year, letters) },
  { pattern: /^y[-./]n$/u, read: readYearAndNumber },
  { pattern: /^y([-./]?)R\1n$/u, read: ([year, m, day]) => keepMonths([yearFirst(year, m, day)]) },
  { pattern: /^y([-./])n\1n$/u, read: ([year, m, day]) => datedWithZeros(year, m, day) },
  // "3/5-1912" is how Danes and Norwegians write a day.
  { pattern: /^n\/n-?y$/u, read: readNumericDate },
  { pattern: /^n([-./])n\1y$/u, read: readNumericDate },
  { pattern: /^n([./])n\1[na]$/u, read: readShortNumericDate },
  { pattern: /^n\.n$/u, read: ([day, m]) => keepMonths([partial(m, day)]) },
  { pattern: /^Sy$/u, read: ([season, year]) => [dated(year, season)] },
  { pattern: /^yS$/u, read: ([year, season]) => [yearFirst(year, season)] },
  { pattern: /^S$/u, read: ([season]) => [createDraft({ month: month(season) })] },
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
  { pattern: /^T$/u, read: () => [turnOfCentury('1900'), turnOfCentury('1800')] },
  { pattern: /^T(?:[nRo][-/&.]*)?(?:[nRo]c|c[nRo])$/u, read: readTurnOfCentury },
  { pattern: /^Ty$/u, read: ([, year = '']) => (year.endsWith('00') ? [turnOfCentury(year)] : []) },
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

function dated(year = '', m?: string, day?: string): Draft {
  return createDraft({
    year,
    ...(m !== undefined && { month: month(m) }),
    ...(day !== undefined && { day: Number(day) }),
  })
}

/** In databases, 00 is an unknown month or day. */
function datedWithZeros(year = '', m = '', day = ''): readonly Draft[] {
  if (day !== '00') return keepMonths([dated(year, m, day)])
  return m === '00' ? [dated(year)] : keepMonths([dated(year, m)])
}

function yearFirst(year?: string, m?: string, day?: string): Draft {
  return { ...dated(year, m, day), monthSeparator: ' ' }
}

function partial(m = '', day = ''): Draft {
  return createDraft({ month: month(m), day: Number(day) })
}

/** The century of a shortened year is unknown, so there are several readings. */
function expandYear(short = '', fields: Partial<DateFields>): readonly Draft[] {
  const centuries = Number(short) < 30 ? ['19', '18', '20'] : ['19', '18']
  return centuries.map((century) => ({
    ...createDraft({ ...fields, year: century + short }),
    isExpanded: true,
  }))
}

function readCompactDate([digits = '']: readonly string[]): readonly Draft[] {
  const [, year, m, day] = /^((?:1\d|20)\d\d)(\d\d)(\d\d)$/u.exec(digits) ?? []
  if (year === undefined || m === undefined || day === undefined) return []
  return [createDraft({ year, month: Number(m), day: Number(day) }, ['compact'])]
}

function numericMonth(m: string | undefined, year = '', letters = ''): readonly Draft[] {
  const draft = createDraft({ year, month: Number(m) })
  return keepMonths([{ ...draft, separator: letters.charAt(1) }])
}

/** In EDTF, higher numbers than 12 are seasons. */
function keepMonths(drafts: readonly Draft[]): readonly Draft[] {
  return drafts.filter(({ from }) => from.month !== null && from.month <= 12)
}

/** `1910-12` is a month or, like `1910-15`, an abbreviated range, which is read elsewhere. */
function readYearAndNumber(
  [year = '', number = '']: readonly string[],
  { letters }: DateShape,
): readonly Draft[] {
  const isMonth = Number(number) >= 1 && Number(number) <= 12
  const isRange = Number(number) > Number(year.slice(-number.length))
  if (!isMonth || (letters.includes('/') && isRange)) return []
  const isUsual = number.length === 2 && !letters.includes('/')
  const draft = createDraft({ year, month: Number(number) }, isUsual ? [] : ['month-or-year'])
  return [{ ...draft, monthSeparator: letters.charAt(1) }]
}

function readNumericDate(
  [first = '', second = '', year = '']: readonly string[],
  { letters }: DateShape,
  order: DayOrder,
): readonly Draft[] {
  if (first === '00') return datedWithZeros(year, second, first)
  if (second === '00') return order === 'day-first' ? [] : datedWithZeros(year, first, second)
  const separator = letters.charAt(1)
  return orderDayAndMonth(Number(first), Number(second), { separator, order }).map((draft) => {
    return { ...draft, from: { ...draft.from, year }, separator }
  })
}

function readShortNumericDate(
  [first = '', second = '', year = '']: readonly string[],
  { letters }: DateShape,
  order: DayOrder,
): readonly Draft[] {
  if (year.length !== 2) return []
  const separator = letters.charAt(1)
  return orderDayAndMonth(Number(first), Number(second), { separator, order }).flatMap(
    ({ from: { month, day } }) => expandYear(year, { month, day }),
  )
}

function orderDayAndMonth(
  first: number,
  second: number,
  { separator, order }: { separator: string; order: DayOrder },
): readonly Draft[] {
  const monthFirst = createDraft({ day: second, month: first })
  if (order === 'month-first') return keepMonths([monthFirst])
  const isUsualOrder = order === 'day-first' || first > 12 || first === second
  const dayFirst = createDraft({ day: first, month: second }, isUsualOrder ? [] : ['day-first'])
  if (separator === '.' && second <= 12) return [dayFirst]
  return keepMonths(order === 'day-first' ? [dayFirst] : [{ ...dayFirst, doubts: [] }, monthFirst])
}

/** `winter 1910/11` extends over two years. */
function readWinter(season = '', first = '', last = ''): readonly Draft[] {
  const year = String(Number(first) + 1)
  if (season !== '24' || last === '' || !year.endsWith(last)) return []
  return [createPeriod({ year: first, month: 12 }, { year, month: 2 }, ['winter'])]
}

/** `1900s` is a decade or a century. */
function readDecade(digits = ''): readonly Draft[] {
  if (!/^(?:1\d|20)\d0$/u.test(digits)) return []
  const decade = createDraft({ year: `${digits.slice(0, 3)}X` })
  const century = createDraft({ year: `${digits.slice(0, 2)}XX` })
  return digits.endsWith('00') ? [decade, century] : [decade]
}

function readNamedYears(values: readonly string[]): readonly Draft[] {
  const digits = values.find((value) => value !== '') ?? ''
  const drafts = readDecade(digits)
  if (drafts.length > 0) return drafts.map((draft) => ({ ...draft, namedYears: digits }))
  return /^\d{4}$/u.test(digits) ? [{ ...createDraft({ bare: digits }), namedYears: digits }] : []
}

/** The century of the twenties is unknown, unless the other end of a range has it. */
function readShortDecade(digits = ''): readonly Draft[] {
  if (!/^\d0$/u.test(digits)) return []
  const decadeDigit = digits.charAt(0)
  const centuries = Number(decadeDigit) < 3 ? ['19', '18', '20'] : ['19', '18']
  return [
    createDraft({ decadeDigit }),
    ...centuries.map((century): Draft => {
      return { ...createDraft({ year: `${century}${decadeDigit}X` }), isExpanded: true }
    }),
  ]
}

function readCentury(number = ''): readonly Draft[] {
  const century = Number(number)
  if (century < 1 || century > 21) return []
  return [createDraft({ year: formatCentury(century) })]
}

/** `the twenties of the 20th century` */
function readDecadeOfCentury(values: readonly string[]): readonly Draft[] {
  const [decade = '', number] = values.filter((value) => value !== '')
  if (!/^\d0$/u.test(decade)) return []
  return readCentury(number).map((draft) => ({
    ...draft,
    isDecadeOfCentury: true,
    from: { ...draft.from, year: `${draft.from.year?.slice(0, 2)}${decade.charAt(0)}X` },
  }))
}

function readTurnOfCentury(values: readonly string[]): readonly Draft[] {
  const century = Number(values.findLast((value) => value !== ''))
  if (century < 2 || century > 21) return []
  return [turnOfCentury(formatCentury(century).replace('XX', '00'))]
}

function turnOfCentury(year: string): Draft {
  return createDraft({ year, mark: '~' }, ['turn-of-century'])
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
