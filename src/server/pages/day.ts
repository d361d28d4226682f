import { LANGUAGES, type Language } from '../../core/base/languages.ts'

const STYLES = ['full', 'long', 'medium'] as const

type DayStyle = (typeof STYLES)[number]

const FORMATS = new Map(
  LANGUAGES.flatMap((language) =>
    STYLES.map((dateStyle) => [
      language + dateStyle,
      new Intl.DateTimeFormat(language, { dateStyle, timeZone: 'UTC' }),
    ]),
  ),
)

/**
 * Formats the day of a timestamp in UTC: `Sunday, March 1, 2026`, `March 1, 2026` if long, or `Mar 1, 2026` if medium.
 * @param timestamp ISO 8601
 */
export function formatDay(language: Language, timestamp: string, style: DayStyle): string {
  return FORMATS.get(language + style)?.format(new Date(timestamp)) ?? timestamp
}
