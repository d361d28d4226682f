import { html, type Html } from '../../../core/base/html.ts'
import { renderFormFields } from '../csrf-field.ts'
import type { SignedInVisit } from '../visit.ts'

export interface ModeratedComment {
  id: number
  text: string
  isHidden: boolean
  /** The page to which the form leads back: that of an image, that of a user, or the list of reports. */
  from: { image: number } | { person: number } | { flags: true }
}

/** Lets staff hide a comment, or show it again. */
export function renderCommentButton(visit: SignedInVisit, comment: ModeratedComment): Html {
  const { people } = visit.messages
  const { id, text, isHidden, from } = comment
  const [[name, value]] = Object.entries(from) as [[string, number | true]]
  const start = Array.from(text).slice(0, 30).join('')
  return html`<form
    method="post"
    action="${visit.links.base(`/staff/comments/${isHidden ? 'unhide' : 'hide'}/`)}"
    class="inline"
  >
    ${renderFormFields(visit.session)}
    <input type="hidden" name="${name}" value="${String(value)}" />
    <button class="link" name="comment" value="${id}">
      ${isHidden ? people.show : people.hide}<span class="unseen"
        >${people.commentStarting(start)}</span
      >
    </button>
  </form>`
}
