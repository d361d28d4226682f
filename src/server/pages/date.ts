import { formatTimestamp, type Micros } from '../../core/base/clock.ts'
import { html, type Html } from '../../core/base/html.ts'
import type { Language } from '../../core/base/languages.ts'
import { formatDay } from './day.ts'

/** Formats a date in UTC: `March 1, 2026`. */
export function renderDate(language: Language, time: Micros): Html {
  return renderDay(language, formatTimestamp(time))
}

/** Formats the date of a timestamp in UTC: `March 1, 2026`. @param timestamp ISO 8601 */
export function renderDay(language: Language, timestamp: string): Html {
  const day = formatDay(language, timestamp, 'long')
  return html`<time datetime="${timestamp.slice(0, 10)}">${day}</time>`
}
