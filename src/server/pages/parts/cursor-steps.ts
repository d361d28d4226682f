import { html, type Html } from '../../../core/base/html.ts'
import type { Visit } from '../visit.ts'

export interface Steps {
  isFirst: boolean
  /** Cursor of the next page, as in the query string; undefined on the last page. */
  next: string | undefined
}

interface StepLinks {
  /** The texts of both links. */
  first: string
  next: string
  /** Returns the address of the page that starts after a row; of the first page for null. */
  urlFrom: (place: string | null) => string
}

/** Links to the first and to the next page of a list whose pages start after a row. */
export function renderCursorSteps(
  { messages: { pager } }: Visit,
  { isFirst, next }: Steps,
  links: StepLinks,
): Html | null {
  if (isFirst && next === undefined) return null
  return html`<nav class="pager" aria-label="${pager.pages}">
    <ul>
      ${!isFirst && html`<li><a href="${links.urlFrom(null)}">‹ ${links.first}</a></li>`}
      ${
        next !== undefined &&
        html`<li><a href="${links.urlFrom(next)}" rel="next">${links.next} ›</a></li>`
      }
    </ul>
  </nav>`
}
