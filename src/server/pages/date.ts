import { formatTimestamp, type Micros } from '../../core/clock.ts'
import { html, type Html } from '../../core/html.ts'
import type { Language } from '../messages/languages.ts'

/** Formats a date in UTC: `March 1, 2026`. */
export function renderDate(language: Language, time: Micros): Html {
  const timestamp = formatTimestamp(time)
  const text = new Date(timestamp).toLocaleDateString(language, {
    dateStyle: 'long',
    timeZone: 'UTC',
  })
  return html`<time datetime="${timestamp.slice(0, 10)}">${text}</time>`
}
