import type { FlagReason } from '../../../core/model/flag-reasons.ts'
import { html, type Html } from '../../../core/html.ts'
import { renderFormFields } from '../csrf-field.ts'
import { formatDay } from '../day.ts'
import { renderContributorName } from '../display-name.ts'
import type { Page } from '../layout.ts'
import { renderBreadcrumbs } from '../parts/breadcrumbs.ts'
import { listUrl } from '../parts/list-url.ts'
import type { SignedInVisit, Visit } from '../visit.ts'

interface ListedFlag {
  id: number
  reason: FlagReason
  text: string | null
  /** The name of who reported it. */
  username: string
  /** ISO 8601. */
  at: string
  image: { id: number; title: string; thumbnail: string | null }
}

export interface FlagsContent {
  /** Oldest first. */
  flags: readonly ListedFlag[]
  isFirst: boolean
  /** Whether a report was just resolved. */
  isDone: boolean
  /** Where the next page starts, as in the address; undefined on the last page. */
  next: string | undefined
}

/** Lists the open reports, each with a button that resolves it. */
export function createFlagsPage(visit: SignedInVisit, content: FlagsContent): Page {
  const { links, messages } = visit
  const { staff } = messages
  const { flags, isDone, isFirst } = content
  return {
    title: staff.flags,
    hasPictures: true,
    main: html`${renderBreadcrumbs(visit, [{ url: links.base('/staff/'), name: staff.title }])}
      <h1>${staff.flags}</h1>
      ${isDone && html`<p class="note" role="status">${staff.resolved}</p>`}
      ${flags.length === 0 && html`<p class="note">${isFirst ? staff.noFlags : staff.noMoreFlags}</p>`}
      <ul class="works">
        ${flags.map((flag) => renderFlag(visit, flag))}
      </ul>
      ${renderSteps(visit, content)}`,
  }
}

function renderFlag(visit: SignedInVisit, flag: ListedFlag): Html {
  const { links, language, session, messages } = visit
  const { staff } = messages
  const { image } = flag
  return html`<li>
    <a href="${links.image(image.id)}">
      ${
        image.thumbnail === null
          ? html`<span class="nothing"></span>`
          : html`<img src="${image.thumbnail}" alt="" loading="lazy" />`
      }
      <span dir="auto">${image.title}</span>
    </a>
    <div>
      <p><strong>${staff.reasons[flag.reason]}</strong></p>
      ${flag.text && html`<blockquote dir="auto">${flag.text}</blockquote>`}
      <p class="soft">
        ${renderContributorName(visit, flag.username)},
        <time datetime="${flag.at}">${formatDay(language, flag.at, 'medium')}</time>
      </p>
      <form method="post" action="${links.base('/staff/flags/resolve/')}">
        ${renderFormFields(session)}
        <button name="flag" value="${flag.id}" class="quiet">
          ${staff.resolve}<span class="unseen">: ${image.title}</span>
        </button>
      </form>
    </div>
  </li>`
}

function renderSteps(visit: Visit, { isFirst, next }: FlagsContent): Html | null {
  const { staff, pager } = visit.messages
  if (isFirst && next === undefined) return null
  const from = (after: string | null) => listUrl(visit, { after, done: null })
  return html`<nav class="pager" aria-label="${pager.pages}">
    <ul>
      ${!isFirst && html`<li><a href="${from(null)}">‹ ${staff.oldest}</a></li>`}
      ${next !== undefined && html`<li><a href="${from(next)}" rel="next">${staff.later} ›</a></li>`}
    </ul>
  </nav>`
}
