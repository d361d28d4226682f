import type { Comment, ImageDetail } from '../../../core/contract/image.ts'
import { html, type Html } from '../../../core/html.ts'
import { MAX_COMMENT } from '../../../core/limits.ts'
import { renderFormFields } from '../csrf-field.ts'
import type { SignedInVisit } from '../visit.ts'

/** Lets people comment on an image. */
export function renderCommentForm(visit: SignedInVisit, { id }: ImageDetail): Html {
  const { contribute } = visit.messages
  return html`<form
    method="post"
    action="${visit.links.base(`/${id}/comments/`)}"
    data-draft="comment ${id}"
  >
    <label for="comment">${contribute.comment}</label>
    <textarea id="comment" name="text" rows="3" maxlength="${MAX_COMMENT}" required></textarea>
    <p class="buttons"><button>${contribute.sendComment}</button></p>
    ${renderFormFields(visit.session)}
  </form>`
}

/** Lets the author of a comment delete it. */
export function renderCommentDeletion(
  visit: SignedInVisit,
  image: number,
  comment: Comment,
): Html | false {
  if (!mayDelete(visit, comment)) return false
  const { contribute } = visit.messages
  const start = Array.from(comment.text).slice(0, 30).join('')
  return html`<form
    method="post"
    action="${visit.links.base(`/${image}/comments/delete/`)}"
    class="inline"
  >
    ${renderFormFields(visit.session)}
    <button class="link" name="comment" value="${comment.id}">
      ${contribute.deleteComment}<span class="unseen">${contribute.deleteCommentOf(start)}</span>
    </button>
  </form>`
}

function mayDelete({ session }: SignedInVisit, { commented_by: author }: Comment): boolean {
  return session.isStaff || session.username === author
}
