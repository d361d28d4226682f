import { html, type Html } from '../../../core/base/html.ts'
import { findMentions } from '../../../core/model/mentions/find-mentions.ts'
import type { ImageDetail } from '../../../core/contract/image.ts'
import type { FoundPlace, PlaceSearchResults } from '../../../core/contract/place-search.ts'
import type { MapStart } from '../../presenters/map-start.ts'
import type { Visit } from '../visit.ts'
import { formatStart } from './format-start.ts'

/** A search in the box over the map, and its results. */
export interface Where {
  text: string
  found: PlaceSearchResults
}

interface WhereContent {
  visit: Visit
  image: ImageDetail
  start: MapStart
  where: Where | undefined
  /** Whether the editor can start with a position. */
  takesPosition: boolean
}

/**
 * Renders the box over the map, with which people find a place. Its controls belong to the form of the editor, so
 * that the page with the results keeps what was entered. Scripts take them out of it.
 */
export function renderWhere(content: WhereContent): Html {
  const { visit, start, where } = content
  const { editor } = visit.messages
  return html`<div
    class="where"
    data-enhance="where"
    data-url="${visit.links.base('/api/v2/search/places/')}"
    data-near="${start.center && JSON.stringify(start.center)}"
    data-texts="${JSON.stringify({
      nothing: editor.noPlaces,
      incomplete: editor.somePlaces,
      failed: editor.placesFailed,
      sources: editor.placeSources,
      kinds: editor.placeKinds,
    })}"
  >
    <label for="where-text">${editor.where}</label>
    <input
      id="where-text"
      name="where"
      type="search"
      autocomplete="off"
      maxlength="2000"
      placeholder="${editor.whereHint}"
      value="${where?.text ?? ''}"
    />
    ${renderButton(content, { label: editor.findPlace })} ${renderChips(content)}
    <div class="where-results">
      <span role="status">${where && describeResults(visit, where.found)}</span>
      <ol class="suggestions">
        ${where?.found.results.map((place) => html`<li>${renderPlace(content, place)}</li>`)}
      </ol>
    </div>
  </div>`
}

/** Renders a button that shows the editor again, with its name and value as if they were entered. */
function renderButton(
  { visit, image }: WhereContent,
  { label, attributes }: { label: Html | string; attributes?: Html },
): Html {
  return html`<button
    class="quiet"
    formnovalidate
    formaction="${visit.links.base(`/georeference/${image.id}/find/`)}"
    ${attributes}
  >
    ${label}
  </button>`
}

/** Renders the places and the direction that the texts of the image mention. */
function renderChips(content: WhereContent): Html | null {
  const { visit, image, takesPosition } = content
  const { places, direction } = findMentions([image.title, image.description])
  const chips = places.map((place) =>
    renderButton(content, {
      label: html`<bdi>${place}</bdi>`,
      attributes: html`name="where" value="${place}" data-where="${place}"`,
    }),
  )
  if (direction && takesPosition) {
    const { text, degrees } = direction
    chips.push(
      renderButton(content, {
        label: html`<bdi>${text}</bdi> ${degrees}°`,
        attributes: html`name="chosen_direction" value="${degrees}" data-action="set-direction"
        data-degrees="${degrees}"`,
      }),
    )
  }
  return chips.length === 0
    ? null
    : html`<ul class="chips" aria-label="${visit.messages.editor.inTexts}">
        ${chips.map((chip) => html`<li>${chip}</li>`)}
      </ul>`
}

function describeResults(
  { messages: { editor } }: Visit,
  { results, complete }: PlaceSearchResults,
): string {
  if (!complete) return editor.somePlaces
  return results.length === 0 ? editor.noPlaces : ''
}

/** Renders a place that can be chosen, where the editor takes a position. */
function renderPlace(content: WhereContent, place: FoundPlace): Html {
  const position = formatStart(place)
  const label = html`<bdi>${place.title}</bdi>
    <span class="soft">${describePlace(content.visit, place)}</span>`
  if (!content.takesPosition) return html`${label} <span class="soft">${position}</span>`
  const attributes = html`name="chosen_position" value="${position}"`
  return renderButton(content, { label, attributes })
}

/** `street · © OpenStreetMap contributors` */
export function describePlace(
  { messages: { editor } }: Visit,
  { source, kind, credit, id }: FoundPlace,
): string {
  const what = kind === null ? editor.placeSources[source] : editor.placeKinds[kind]
  return [source === 'image' ? `${what} #${id}` : what, credit].filter(Boolean).join(' · ')
}
