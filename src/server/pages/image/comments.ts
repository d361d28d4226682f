import { html, type Html } from '../../../core/base/html.ts'
import type { ShownComment } from '../../presenters/history.ts'
import { signInPath } from '../../oauth/sign-in-path.ts'
import { renderCommentDeletion, renderCommentForm } from '../contribute/comments.ts'
import { renderSection } from '../contribute/section.ts'
import { renderDay } from '../date.ts'
import { renderAuthor, renderContributorName } from '../display-name.ts'
import { renderUserText } from '../parts/user-text.ts'
import { renderCommentButton } from '../staff/comment-buttons.ts'
import { isSignedIn, type SignedInVisit, type Visit } from '../visit.ts'
import { findDraft } from '../contribute/section.ts'
import type { ImageContent } from './image-content.ts'

/** The comments, and the form that adds one; for visitors without a session, a link to the sign-in. */
export function renderComments(visit: Visit, content: ImageContent): Html {
  const { image, history, done, refused } = content
  const { messages } = visit
  const { comments } = history
  return renderSection(visit, {
    id: 'comments',
    actions: ['commented', 'deleted', 'hidden', 'shown'],
    done,
    refused,
    content: html`<h2 id="comments-title">${messages.image.comments}</h2>
      ${
        comments.length > 0
          ? renderCommentList(visit, { label: 'comments-title', comments, image: image.id })
          : html`<p class="soft">${messages.image.noComments}</p>`
      }
      ${
        image.comments_url !== undefined &&
        html`<p>
          <a href="${visit.links.image(image.id)}comments/">${messages.image.allComments}</a>
        </p>`
      }
      ${isSignedIn(visit) && renderHiddenComments(visit, content)}
      ${isSignedIn(visit) ? renderCommentForm(visit, image, findDraft(refused, 'comments')) : renderSignIn(visit, image.id)}`,
  })
}

interface CommentList {
  /** Id of its heading. */
  label: string
  comments: readonly ShownComment[]
  /** Id of the image on whose page authors can delete their comments; undefined elsewhere. */
  image?: number
}

/** Comments, the oldest first, as people read them. */
export function renderCommentList(visit: Visit, { label, comments, image }: CommentList): Html {
  return html`<ol class="entries" aria-labelledby="${label}">
    ${comments.map(
      ({ comment: { id, text, created_at: time }, author }) =>
        html`<li id="comment-${id}">
          <p class="user-text" dir="auto">${renderUserText(visit.links, text)}</p>
          <p class="soft">
            ${visit.messages.image.byOn(renderAuthor(visit, author), renderDay(visit.language, time))}
          </p>
          ${
            image !== undefined &&
            isSignedIn(visit) &&
            html`${renderCommentDeletion(visit, image, { id, text, author })}
            ${visit.session.isStaff && renderCommentButton(visit, { id, text, isHidden: false, from: { image } })}`
          }
        </li>`,
    )}
  </ol>`
}

function renderHiddenComments(
  visit: SignedInVisit,
  { image, hiddenComments }: ImageContent,
): Html | false {
  if (hiddenComments.length === 0) return false
  const { links, language, messages } = visit
  return html`<h3 id="hidden-comments">${messages.people.hiddenComments}</h3>
    <ol class="entries" aria-labelledby="hidden-comments">
      ${hiddenComments.map(
        ({ id, text, commented_by: author, created_at: time }) =>
          html`<li id="comment-${id}">
            <p class="user-text" dir="auto">${renderUserText(links, text)}</p>
            <p class="soft">
              ${messages.image.byOn(renderContributorName(visit, author), renderDay(language, time))}
            </p>
            ${renderCommentButton(visit, { id, text, isHidden: true, from: { image: image.id } })}
          </li>`,
      )}
    </ol>`
}

function renderSignIn({ links, messages }: Visit, image: number): Html {
  const path = signInPath(`/${image}/#comments`)
  return html`<p><a href="${links.base(path)}">${messages.contribute.signInToComment}</a></p>`
}
