import { html, type Html } from '../../../core/base/html.ts'
import type { PlaceSuggestion } from '../../../core/contract/place-suggestion.ts'
import type { Visit } from '../visit.ts'
import { pathInScope, type Scope } from './scope.ts'

interface Suggested {
  visit: Visit
  scope: Scope
  /** Id of the image that is placed. */
  imageId: number
  suggestions: readonly PlaceSuggestion[]
}

/** Renders suggested places as links that start the editor there. Its script takes the position over instead. */
export function renderSuggestions({ visit, scope, imageId, suggestions }: Suggested): Html | null {
  if (suggestions.length === 0) return null
  const { links, messages } = visit
  const items = suggestions.map((suggestion, index) => {
    const { latitude, longitude, images, subject } = suggestion
    const position = `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`
    const start = { image: String(imageId), position }
    const [witness] = images
    const page = witness
      ? links.image(witness.id)
      : subject && links.base(`/subjects/${subject.slug}/`)
    return html`<li>
      <a
        href="${links.base(pathInScope('/georeference/', scope, start))}"
        data-action="start-from"
        data-place="${JSON.stringify({ latitude, longitude, direction: null })}"
        data-suggestion="${index + 1}"
        ><kbd>${index + 1}</kbd> ${describe(visit, suggestion)}</a
      >
      ${page && html`<a href="${page}" target="_blank">${witness ? `#${witness.id}` : messages.editor.subjectPage}</a>`}
    </li>`
  })
  return html`<ol class="chips" aria-label="${messages.editor.suggestions}">
    ${items}
  </ol>`
}

/** `like “Vine Street, looking north”` */
function describe(
  { messages: { editor } }: Visit,
  { reason, images, subject }: PlaceSuggestion,
): Html {
  const named = subject ?? images[0]
  return html`${editor.suggestionReasons[reason]} <bdi>${named?.title ?? ''}</bdi>`
}
