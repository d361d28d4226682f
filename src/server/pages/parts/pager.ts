import { html, type Html } from '../../../core/html.ts'
import type { Visit } from '../visit.ts'
import { pageUrl } from './page-url.ts'

/**
 * Links to the next and the previous page of a list.
 * @param hasNext whether there are more pages after this one
 */
export function renderPager(visit: Visit, page: number, hasNext: boolean): Html | null {
  if (page === 1 && !hasNext) return null
  const { pager } = visit.messages
  return html`<nav class="pager" aria-label="${pager.pages}">
    ${page > 1 && html`<a href="${pageUrl(visit, page - 1)}" rel="prev">${pager.previous}</a>`}
    <span>${pager.page(page)}</span>
    ${hasNext && html`<a href="${pageUrl(visit, page + 1)}" rel="next">${pager.next}</a>`}
  </nav>`
}
