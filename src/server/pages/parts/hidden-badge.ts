import { html, type Html } from '../../../core/base/html.ts'
import type { Visit } from '../visit.ts'

/** Marks what only staff see; nothing for what is public. */
export function renderHiddenBadge({ messages }: Visit, isPublic: boolean): Html | false {
  return !isPublic && html` <span class="badge">${messages.imageForm.hidden}</span>`
}
