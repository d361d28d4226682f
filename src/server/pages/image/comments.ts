import type { ImageDetail } from '../../../core/contract/image.ts'
import { html, type Html } from '../../../core/html.ts'
import { renderDay } from '../date.ts'
import { renderName } from '../display-name.ts'
import { renderUserText } from '../parts/user-text.ts'
import type { Visit } from '../visit.ts'

/** Comments, the oldest first, as people read them. */
export function renderComments(visit: Visit, { comments }: ImageDetail): Html | null {
  if (comments.length === 0) return null
  const { image } = visit.messages
  return html`<section class="comments" aria-labelledby="comments">
    <h2 id="comments">${image.comments}</h2>
    <ol class="entries">
      ${comments.toReversed().map(
        ({ id, text, commented_by: author, created_at: time }) =>
          html`<li id="comment-${id}">
            <p class="user-text" dir="auto">${renderUserText(visit.links, text)}</p>
            <p class="soft">${image.byOn(renderName(author), renderDay(visit.language, time))}</p>
          </li>`,
      )}
    </ol>
  </section>`
}
