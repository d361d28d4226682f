import { createDraft, type DateFields, type Draft } from './date-fields.ts'
import type { DateShape } from './date-shape.ts'
import type { DayOrder } from './day-order.ts'

export function createDate(year = '', m?: string, day?: string): Draft {
  return createDraft({
    year,
    ...(m !== undefined && { month: Number(m) }),
    ...(day !== undefined && { day: Number(day) }),
  })
}

/** In databases, 00 is an unknown month or day. */
export function createDateWithZeros(year = '', m = '', day = ''): readonly Draft[] {
  if (day !== '00') return keepMonths([createDate(year, m, day)])
  return m === '00' ? [createDate(year)] : keepMonths([createDate(year, m)])
}

export function createYearFirstDate(year?: string, m?: string, day?: string): Draft {
  return { ...createDate(year, m, day), monthSeparator: ' ' }
}

export function createDayOfMonth(m = '', day = ''): Draft {
  return createDraft({ month: Number(m), day: Number(day) })
}

/** The century of a shortened year is unknown, so there are several readings. */
export function expandYear(short = '', fields: Partial<DateFields>): readonly Draft[] {
  const centuries = Number(short) < 30 ? ['19', '18', '20'] : ['19', '18']
  return centuries.map((century) => ({
    ...createDraft({ ...fields, year: century + short }),
    isExpanded: true,
  }))
}

export function readCompactDate([digits = '']: readonly string[]): readonly Draft[] {
  const [, year, m, day] = /^((?:1\d|20)\d\d)(\d\d)(\d\d)$/u.exec(digits) ?? []
  if (year === undefined || m === undefined || day === undefined) return []
  return [createDraft({ year, month: Number(m), day: Number(day) }, ['compact'])]
}

export function readNumericMonth(m: string | undefined, year = '', letters = ''): readonly Draft[] {
  const draft = createDraft({ year, month: Number(m) })
  return keepMonths([{ ...draft, separator: letters.charAt(1) }])
}

/** In EDTF, higher numbers than 12 are seasons. */
export function keepMonths(drafts: readonly Draft[]): readonly Draft[] {
  return drafts.filter(({ from }) => from.month !== null && from.month <= 12)
}

/** `1910-12` is a month or, like `1910-15`, an abbreviated range, which is read elsewhere. */
export function readYearAndNumber(
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

export function readNumericDate(
  [first = '', second = '', year = '']: readonly string[],
  { letters }: DateShape,
  order: DayOrder,
): readonly Draft[] {
  if (first === '00') return createDateWithZeros(year, second, first)
  if (second === '00') return order === 'day-first' ? [] : createDateWithZeros(year, first, second)
  const separator = letters.charAt(1)
  return orderDayAndMonth(Number(first), Number(second), { separator, order }).map((draft) => {
    return { ...draft, from: { ...draft.from, year }, separator }
  })
}

export function readShortNumericDate(
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
