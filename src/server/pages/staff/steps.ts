import { html, type Html } from '../../../core/html.ts'
import { listUrl } from '../parts/list-url.ts'
import type { Visit } from '../visit.ts'

export interface Steps {
  isFirst: boolean
  /** Where the next page starts, as in the address; undefined on the last page. */
  next: string | undefined
}

/** Links to the first and to the next page of a list that continues `after` a row. */
export function renderStaffSteps(visit: Visit, { isFirst, next }: Steps): Html | null {
  const { staff, pager } = visit.messages
  if (isFirst && next === undefined) return null
  const from = (after: string | null) => listUrl(visit, { after, done: null, count: null })
  return html`<nav class="pager" aria-label="${pager.pages}">
    <ul>
      ${!isFirst && html`<li><a href="${from(null)}">‹ ${staff.firstPage}</a></li>`}
      ${next !== undefined && html`<li><a href="${from(next)}" rel="next">${pager.next} ›</a></li>`}
    </ul>
  </nav>`
}
