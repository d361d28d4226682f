/** English words and phrases for dates. */

export const MONTH_NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

export const UNKNOWN_DATE = 'Unknown date'

/** "1910–1911", but "May 1910 – June 1911" if an end contains spaces. */
export function formatRange(start: string, end: string): string {
  return /\s/u.test(start + end) ? `${start} – ${end}` : `${start}–${end}`
}

/** "a", "a or b", "a, b or c". */
export function enumerate(items: string[], conjunction: 'and' | 'or'): string {
  const last = items.at(-1) ?? ''
  const others = items.slice(0, -1)
  return others.length === 0 ? last : `${others.join(', ')} ${conjunction} ${last}`
}

/** "1st", "2nd", "3rd", "11th". */
export function formatOrdinal(number: number): string {
  const teen = number % 100 >= 11 && number % 100 <= 13
  const ending = teen ? undefined : ['th', 'st', 'nd', 'rd'][number % 10]
  return `${number}${ending ?? 'th'}`
}

/** Formats consecutive values as a range, others as a choice. */
export function formatValues(values: number[], name: (value: number) => string): string {
  const first = values[0] ?? 0
  const last = values.at(-1) ?? 0
  if (values.length > 2 && last - first === values.length - 1) {
    return formatRange(name(first), name(last))
  }
  return enumerate(values.map(name), 'or')
}
