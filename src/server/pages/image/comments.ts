import { html, type Html } from '../../../core/html.ts'
import type { ShownComment } from '../../presenters/history.ts'
import { signInPath } from '../../oauth/sign-in-path.ts'
import { renderCommentDeletion, renderCommentForm } from '../contribute/comments.ts'
import { renderSection } from '../contribute/section.ts'
import { renderDay } from '../date.ts'
import { renderAuthor } from '../display-name.ts'
import { renderUserText } from '../parts/user-text.ts'
import { isSignedIn, type Visit } from '../visit.ts'
import type { ImageContent } from './image-content.ts'

/** The comments, and the form that adds one; for visitors without a session, a link to the sign-in. */
export function renderComments(visit: Visit, { image, history, done }: ImageContent): Html {
  const { messages } = visit
  const { comments } = history
  return renderSection(visit, {
    id: 'comments',
    actions: ['commented', 'deleted'],
    done,
    content: html`<h2 id="comments-title">${messages.image.comments}</h2>
      ${
        comments.length > 0
          ? renderCommentList(visit, { label: 'comments-title', comments, image: image.id })
          : html`<p class="soft">${messages.image.noComments}</p>`
      }
      ${isSignedIn(visit) ? renderCommentForm(visit, image) : renderSignIn(visit, image.id)}`,
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
            renderCommentDeletion(visit, image, { id, text, author })
          }
        </li>`,
    )}
  </ol>`
}

function renderSignIn({ links, messages }: Visit, image: number): Html {
  const path = signInPath(`/${image}/#comments`)
  return html`<p><a href="${links.base(path)}">${messages.contribute.signInToComment}</a></p>`
}
