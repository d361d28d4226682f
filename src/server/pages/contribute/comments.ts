import type { Comment, ImageDetail } from '../../../core/contract/image.ts'
import { html, type Html } from '../../../core/base/html.ts'
import { MAX_COMMENT } from '../../../core/base/limits.ts'
import type { Author } from '../../presenters/history.ts'
import { renderFormFields } from '../csrf-field.ts'
import type { Draft } from '../draft.ts'
import { renderTextControl } from '../parts/text-control.ts'
import type { SignedInVisit } from '../visit.ts'
import { renderContributionsLicense } from './license.ts'

/** Lets people comment on an image. */
export function renderCommentForm(
  visit: SignedInVisit,
  { id }: Pick<ImageDetail, 'id'>,
  { values, fieldErrors }: Draft,
): Html {
  const { contribute } = visit.messages
  return html`<form
    method="post"
    action="${visit.links.base(`/${id}/comments/`)}"
    data-draft="comment ${id}"
  >
    <label for="comment">${contribute.comment}</label>
    ${renderTextControl({
      id: 'comment',
      name: 'text',
      rows: 3,
      maxLength: MAX_COMMENT,
      value: values.text,
      problem: fieldErrors.text?.join(' '),
      attributes: html`required`,
    })}
    <p class="buttons"><button>${contribute.sendComment}</button></p>
    ${renderContributionsLicense(visit)} ${renderFormFields(visit.session)}
  </form>`
}

/** Lets staff and the author of a comment delete it. */
export function renderCommentDeletion(
  visit: SignedInVisit,
  image: number,
  { id, text, author }: Pick<Comment, 'id' | 'text'> & { author: Author },
): Html | false {
  const { session, links, messages } = visit
  if (!session.isStaff && session.userId !== author.id) return false
  const { contribute } = messages
  const start = Array.from(text).slice(0, 30).join('')
  return html`<form
    method="post"
    action="${links.base(`/${image}/comments/delete/`)}"
    class="inline"
  >
    ${renderFormFields(session)}
    <button class="link" name="comment" value="${id}">
      ${contribute.deleteComment}<span class="unseen">${contribute.deleteCommentOf(start)}</span>
    </button>
  </form>`
}
