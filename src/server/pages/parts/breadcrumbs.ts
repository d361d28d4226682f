import { html, type Html } from '../../../core/base/html.ts'
import type { Visit } from '../visit.ts'

/** Links to the pages above this one, outermost first. */
export function renderBreadcrumbs(
  { messages }: Visit,
  above: readonly { url: string; name: string }[],
): Html {
  return html`<nav class="breadcrumbs" aria-label="${messages.lists.breadcrumbs}">
    <ol>
      ${above.map(({ url, name }) => html`<li><a href="${url}" dir="auto">${name}</a></li>`)}
    </ol>
  </nav>`
}
