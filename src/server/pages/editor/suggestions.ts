import { html, type Html } from '../../../core/base/html.ts'
import type { PlaceSuggestion } from '../../../core/contract/place-suggestion.ts'
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
    const { latitude, longitude, direction, images, subject, entry } = suggestion
    const start = {
      image: String(image.id),
      position: formatStart(suggestion),
      ...(direction !== null && { direction: String(direction) }),
    }
    const [witness] = images
    const notes = [
      ...(entry ? [entry.credit] : []),
      ...(suggestion === first ? [messages.editor.startsHere] : []),
    ]
    const page = witness
      ? links.image(witness.id)
      : subject && links.base(`/subjects/${subject.slug}/`)
    return html`<li>
      <a
        href="${links.base(pathInScope('/georeference/', scope, start))}"
        data-action="start-from"
        data-place="${JSON.stringify({ latitude, longitude, direction })}"
        data-suggestion="${index + 1}"
        title="${findWitness(suggestion)}"
        >${messages.editor.suggestionReasons[suggestion.reason]}
        <bdi>${findWitness(suggestion)}</bdi></a
      >
      ${notes.length > 0 && html`<span class="soft">${notes.join(' · ')}</span>`}
      ${
        page &&
        html`<a href="${page}" target="_blank"
          >${witness ? `#${witness.id}` : messages.editor.subjectPage}</a
        >`
      }
    </li>`
  })
  return html`<section class="suggested" aria-labelledby="suggestions">
    <h2 id="suggestions">${messages.editor.suggestions}</h2>
    <ol>
      ${items}
    </ol>
  </section>`
}

/** The name of the street, the subject or the picture that tells the place, or the position itself. */
function findWitness(suggestion: PlaceSuggestion): string {
  const { images, subject, entry } = suggestion
  return entry?.name ?? (subject ?? images[0])?.title ?? formatStart(suggestion)
}
