import { formatTimestamp, type Micros } from '../../core/clock.ts'
import { html, type Html } from '../../core/html.ts'

const DATE_FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** A date in UTC, for people: `March 1, 2026`. */
export function renderDate(time: Micros): Html {
  const written = formatTimestamp(time)
  return html`<time datetime="${written.slice(0, 10)}"
    >${DATE_FORMAT.format(new Date(written))}</time
  >`
}
