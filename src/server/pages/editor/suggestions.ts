import { html, type Html } from '../../../core/base/html.ts'
import type { PlaceSuggestion } from '../../../core/contract/place-suggestion.ts'
import type { Visit } from '../visit.ts'
import type { EditorContent } from './editor-page.ts'
import { formatStart } from './format-start.ts'
import { pathInScope } from './scope.ts'

/** Renders suggested places as links that start the editor there. Its script takes the position over instead. */
export function renderSuggestions({
  visit,
  scope,
  image,
  suggestions,
  start: { suggestion: first },
}: Pick<EditorContent, 'visit' | 'scope' | 'image' | 'suggestions' | 'start'>): Html | null {
  if (suggestions.length === 0) return null
  const { links, messages } = visit
  const items = suggestions.map((suggestion, index) => {
    const { latitude, longitude, images, subject, entry } = suggestion
    const start = { image: String(image.id), position: formatStart(suggestion) }
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
        >${describe(visit, suggestion)}</a
      >
      ${entry && html`<span class="soft">${entry.credit}</span>`}
      ${suggestion === first && html`<span class="soft">${messages.editor.startsHere}</span>`}
      ${
        page &&
        html`<a href="${page}" target="_blank"
          >${witness ? `#${witness.id}` : messages.editor.subjectPage}</a
        >`
      }
    </li>`
  })
  return html`<section aria-labelledby="suggestions">
    <h2 id="suggestions">${messages.editor.suggestions}</h2>
    <ol>
      ${items}
    </ol>
  </section>`
}

/** `like Vine Street, looking north` */
function describe(
  { messages: { editor } }: Visit,
  { reason, images, subject, entry }: PlaceSuggestion,
): Html {
  const name = entry?.name ?? (subject ?? images[0])?.title ?? ''
  return html`${editor.suggestionReasons[reason]} <bdi>${name}</bdi>`
}
