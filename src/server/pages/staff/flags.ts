import type { FlaggedComment } from '../../../core/queries/people/flags.ts'
import type { FlagReason } from '../../../core/model/flag-reasons.ts'
import { html, type Html } from '../../../core/base/html.ts'
import { renderFormFields } from '../csrf-field.ts'
import { formatDay } from '../day.ts'
import { renderContributorName } from '../display-name.ts'
import type { Page } from '../layout.ts'
import { renderBreadcrumbs } from '../parts/breadcrumbs.ts'
import { renderChoice } from '../parts/fields.ts'
import { renderImageLink } from '../parts/image-link.ts'
import type { SignedInVisit } from '../visit.ts'
import type { Steps } from '../parts/cursor-steps.ts'
import { renderCommentButton } from './comment-buttons.ts'
import { renderStaffSteps } from './steps.ts'

/** Characters of a comment that the list shows. */
const MAX_SHOWN = 300

interface ListedFlag {
  id: number
  reason: FlagReason
  text: string | null
  /** The newest comments on the image that are not hidden. */
  comments: readonly FlaggedComment[]
  /** Whether the image has comments, hidden or not. */
  hasComments: boolean
  isPublic: boolean
  /** The name of who reported it. */
  username: string
  /** ISO 8601. */
  at: string
  image: { id: number; title: string; thumbnail: string | null }
}

export interface FlagsContent extends Steps {
  /** Oldest first. */
  flags: readonly ListedFlag[]
  /** The collections to which an image can be moved to hide it. */
  hiddenCollections: readonly { id: number; name: string; source_name: string }[]
  /** Result of a form, from the query string. */
  done: string | undefined
}

export const FLAGS_PATH = '/staff/flags/'

/** Lists the open reports, each with buttons that hide a comment or the image, or resolve the report. */
export function createFlagsPage(visit: SignedInVisit, content: FlagsContent): Page {
  const { links, messages } = visit
  const { staff } = messages
  const { flags, hiddenCollections, done, isFirst } = content
  return {
    title: staff.flags,
    hasPictures: true,
    main: html`${renderBreadcrumbs(visit, [{ url: links.base('/staff/'), name: staff.title }])}
      <h1>${staff.flags}</h1>
      ${renderDone(visit, done)}
      ${flags.length === 0 && html`<p class="note">${isFirst ? staff.noFlags : staff.noMoreFlags}</p>`}
      <ul class="works">
        ${flags.map((flag) => renderFlag(visit, flag, hiddenCollections))}
      </ul>
      ${renderStaffSteps(visit, content)}`,
  }
}

function renderDone({ messages }: SignedInVisit, done: string | undefined): Html | null {
  const { staff, contribute } = messages
  const texts = new Map([
    ['resolved', staff.resolved],
    ['image-hidden', staff.imageHidden],
    ['hidden', contribute.done.hidden],
  ])
  const text = texts.get(done ?? '')
  return text === undefined ? null : html`<p class="note" role="status">${text}</p>`
}

function renderFlag(
  visit: SignedInVisit,
  flag: ListedFlag,
  hiddenCollections: FlagsContent['hiddenCollections'],
): Html {
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
      ${flag.comments.map((comment) => renderComment(visit, comment))}
      ${
        flag.isPublic
          ? renderHiding(visit, flag, hiddenCollections)
          : html`<p class="soft">${staff.imageNotPublic}</p>`
      }
      <form method="post" action="${links.base(`${FLAGS_PATH}resolve/`)}">
        ${renderFormFields(session)}
        <p class="buttons">
          <button name="flag" value="${flag.id}" class="quiet">
            ${staff.resolve}<span class="unseen">: ${image.title}</span>
          </button>
          <a href="${links.base(`/staff/images/${image.id}/`)}" class="button quiet">
            ${staff.edit}<span class="unseen">: ${image.title}</span>
          </a>
        </p>
      </form>
    </div>
  </li>`
}

function renderComment(visit: SignedInVisit, { id, text, username }: FlaggedComment): Html {
  return html`<div>
    <blockquote dir="auto">${shorten(text)}</blockquote>
    <div class="soft attribution">
      ${renderContributorName(visit, username)}
      ${renderCommentButton(visit, { id, text, isHidden: false, from: { flags: true } })}
    </div>
  </div>`
}

function shorten(text: string): string {
  const characters = Array.from(text)
  return characters.length > MAX_SHOWN ? `${characters.slice(0, MAX_SHOWN).join('')}…` : text
}

/** Lets staff move the image to a collection that is not public, if there is one. */
function renderHiding(
  { links, session, messages }: SignedInVisit,
  { id, image }: ListedFlag,
  collections: FlagsContent['hiddenCollections'],
): Html | null {
  const { staff } = messages
  if (collections.length === 0) return null
  return html`<details>
    <summary>${staff.hideImage}<span class="unseen">: ${image.title}</span></summary>
    <form method="post" action="${links.base(`${FLAGS_PATH}hide/`)}">
      ${renderFormFields(session)}
      <input type="hidden" name="flag" value="${id}" />
      <p class="soft">${staff.hideExplained}</p>
      ${renderChoice(
        { name: 'collection', label: staff.hideTo, value: String(collections[0]?.id) },
        collections.map(({ id, name, source_name: source }) => {
          return { value: String(id), label: `${name} (${source})` }
        }),
      )}
      <p class="buttons"><button class="quiet">${staff.hideImage}</button></p>
    </form>
  </details>`
}
