import { html, type Html } from '../../../core/base/html.ts'
import type { PageRequest } from '../../../core/model/page.ts'
import type { Visit } from '../visit.ts'
import { pageUrl } from './list-url.ts'

export interface Paging {
  page: PageRequest
  /** Number of items on all pages. */
  count: number
}

/** Pages to each side of the current one that have a link. */
const NEIGHBORS = 2

/** Links to the other pages of a list; nothing if it has only one. */
export function renderPager(visit: Visit, { page, count }: Paging): Html | null {
  const { pager } = visit.messages
  const last = Math.ceil(count / page.size)
  if (last <= 1) return null
  const { number } = page
  return html`<nav class="pager" aria-label="${pager.pages}">
    <p class="range" dir="ltr">${formatRange(visit, { page, count })}</p>
    <ul>
      ${number > 1 && renderStep(pageUrl(visit, number - 1), 'prev', `‹ ${pager.previous}`)}
      ${listNumbers(number, last).map((shown) => renderNumber(visit, shown, number))}
      ${number < last && renderStep(pageUrl(visit, number + 1), 'next', `${pager.next} ›`)}
    </ul>
  </nav>`
}

/**
 * Links to the next and the previous page of a list whose length is unknown.
 * @param hasNext whether there are more pages after this one
 */
export function renderSteps(visit: Visit, page: number, hasNext: boolean): Html | null {
  if (page === 1 && !hasNext) return null
  const { pager } = visit.messages
  return html`<nav class="pager" aria-label="${pager.pages}">
    <p class="range">${pager.page(page)}</p>
    <ul>
      ${page > 1 && renderStep(pageUrl(visit, page - 1), 'prev', `‹ ${pager.previous}`)}
      ${hasNext && renderStep(pageUrl(visit, page + 1), 'next', `${pager.next} ›`)}
    </ul>
  </nav>`
}

function formatRange({ language, messages }: Visit, { page, count }: Paging): string {
  const first = (page.number - 1) * page.size + 1
  const last = Math.min(page.number * page.size, count)
  const [from = '', to = '', all = ''] = [first, last, count].map((n) => n.toLocaleString(language))
  return messages.pager.range(from, to, all)
}

function renderStep(url: string, rel: 'prev' | 'next', text: string): Html {
  return html`<li><a href="${url}" rel="${rel}">${text}</a></li>`
}

/** Null stands for a gap. */
function renderNumber(visit: Visit, number: number | null, current: number): Html {
  if (number === null) return html`<li class="gap">…</li>`
  const text = number.toLocaleString(visit.language)
  const isCurrent = number === current
  return html`<li class="${isCurrent ? 'number current' : 'number'}">
    <a
      href="${pageUrl(visit, number)}"
      aria-label="${visit.messages.pager.page(number)}"
      ${isCurrent && html`aria-current="page"`}
      >${text}</a
    >
  </li>`
}

/** The first page, those around the current one, and the last page. */
function listNumbers(current: number, last: number): (number | null)[] {
  const from = Math.max(2, current - NEIGHBORS)
  const to = Math.min(last - 1, current + NEIGHBORS)
  const between = Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n)
  return [1, from > 2 ? null : [], between, to < last - 1 ? null : [], last].flat()
}
