import { toCivilDate, toDayNumber } from './days.ts'

/** The years that every version of XML Schema can express with four digits. */
const EARLIEST = toDayNumber(1, 1, 1)
const LATEST = toDayNumber(9999, 12, 31)

/**
 * Formats the beginning of a day as an `xsd:dateTime` in UTC: `1912-05-01T00:00:00Z`.
 * @param day in days since 1970-01-01
 * @returns undefined for an unknown beginning and for years outside 1 to 9999
 */
export function formatDayStart(day: number): string | undefined {
  if (day < EARLIEST || day > LATEST) return undefined
  const { year, month, day: dayOfMonth } = toCivilDate(day)
  const date = [pad(year, 4), pad(month, 2), pad(dayOfMonth, 2)].join('-')
  return `${date}T00:00:00Z`
}

function pad(number: number, length: number): string {
  return String(number).padStart(length, '0')
}
