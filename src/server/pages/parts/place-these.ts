import { html, type Html } from '../../../core/base/html.ts'
import { pathInScope, type Scope } from '../editor/scope.ts'
import type { Visit } from '../visit.ts'

/** Links to the queue of the images of a scope that wait for being placed; nothing if there are none. */
export function renderPlaceThese(
  { links, messages }: Visit,
  scope: Scope,
  count: number,
): Html | null {
  if (count === 0) return null
  const url = links.base(pathInScope('/georeference/', scope))
  return html`<p><a href="${url}" class="place-these">${messages.lists.placeThese(count)}</a></p>`
}
