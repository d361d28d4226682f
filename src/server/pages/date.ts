import { formatTimestamp, type Micros } from '../../core/clock.ts'
import { html, type Html } from '../../core/html.ts'

const DATE_FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Formats a date in UTC: `March 1, 2026`. */
export function renderDate(time: Micros): Html {
  const timestamp = formatTimestamp(time)
  const text = DATE_FORMAT.format(new Date(timestamp))
  return html`<time datetime="${timestamp.slice(0, 10)}">${text}</time>`
}
