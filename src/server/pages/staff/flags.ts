import type { FlagReason } from '../../../core/model/flag-reasons.ts'
import { html, type Html } from '../../../core/html.ts'
import { renderFormFields } from '../csrf-field.ts'
import { formatDay } from '../day.ts'
import { renderContributorName } from '../display-name.ts'
import type { Page } from '../layout.ts'
import { renderBreadcrumbs } from '../parts/breadcrumbs.ts'
import { renderImageLink } from '../parts/image-link.ts'
import type { SignedInVisit } from '../visit.ts'
import type { Steps } from '../parts/cursor-steps.ts'
import { renderStaffSteps } from './steps.ts'

interface ListedFlag {
  id: number
  reason: FlagReason
  text: string | null
  /** Whether the image has comments, hidden or not. */
  hasComments: boolean
  /** The name of who reported it. */
  username: string
  /** ISO 8601. */
  at: string
  image: { id: number; title: string; thumbnail: string | null }
}

export interface FlagsContent extends Steps {
  /** Oldest first. */
  flags: readonly ListedFlag[]
  /** Whether a report was just resolved. */
  isDone: boolean
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
      ${renderStaffSteps(visit, content)}`,
  }
}

function renderFlag(visit: SignedInVisit, flag: ListedFlag): Html {
  const { links, language, session, messages } = visit
  const { staff } = messages
  const { image } = flag
  return html`<li>
    ${renderImageLink(links.image(image.id), image)}
    <div>
      <p><strong>${staff.reasons[flag.reason]}</strong></p>
      ${flag.text && html`<blockquote dir="auto">${flag.text}</blockquote>`}
      <p class="soft">
        ${renderContributorName(visit, flag.username)},
        <time datetime="${flag.at}">${formatDay(language, flag.at, 'medium')}</time>
      </p>
      ${
        flag.hasComments &&
        html`<p><a href="${links.image(image.id)}#comments">${messages.image.comments}</a></p>`
      }
      <form method="post" action="${links.base('/staff/flags/resolve/')}">
        ${renderFormFields(session)}
        <button name="flag" value="${flag.id}" class="quiet">
          ${staff.resolve}<span class="unseen">: ${image.title}</span>
        </button>
      </form>
    </div>
  </li>`
}
