import { html, type Html } from '../../../core/base/html.ts'
import type { Mentions } from '../../../core/model/mentions/find-mentions.ts'
import type { FoundPlace, PlaceSearchResults } from '../../../core/contract/place-search.ts'
import type { MapStart } from '../../presenters/map-start.ts'
import type { Visit } from '../visit.ts'
import { scopeInputs, pathInScope, type Scope } from './scope.ts'

/** What was searched in the box over the map, and what was found. */
export interface Where {
  text: string
  found: PlaceSearchResults
}

interface WhereContent {
  visit: Visit
  scope: Scope
  start: MapStart
  where: Where | undefined
  mentions: Mentions
  /** Path of the editor, below the base URL. */
  path: string
  /** Query parameters that name the image in it. */
  image: Readonly<Record<string, string>>
  /** Whether the editor can start with a position. */
  takesPosition: boolean
}

/** The form stands outside of that of the editor, whose fields it must not send. */
const FORM = 'where'

/** Renders the form of the box over the map. Without scripts, it leads to the editor with the results. */
export function renderWhereForm({ visit, path, image, scope }: WhereContent): Html {
  return html`<form id="${FORM}" method="get" action="${visit.links.base(path)}">
    ${Object.entries(image).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    ${scopeInputs(scope, { without: [], form: FORM })}
  </form>`
}

/** Renders the box over the map, with which people find a place on it. */
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
      form="${FORM}"
      name="where"
      type="search"
      autocomplete="off"
      maxlength="2000"
      placeholder="${editor.whereHint}"
      value="${where?.text ?? ''}"
    />
    <button form="${FORM}" class="quiet">${editor.findPlace}</button>
    ${renderChips(content)}
    <div class="where-results">
      <span role="status">${where && describeResults(visit, where.found)}</span>
      <ol class="suggestions">
        ${where?.found.results.map((place) => html`<li>${renderPlace(content, place)}</li>`)}
      </ol>
    </div>
  </div>`
}

/** Places and the direction that the texts of the image tell, as links that search them, or start with the direction. */
function renderChips({
  visit: { links, messages },
  path,
  image,
  scope,
  takesPosition,
  mentions: { places, direction },
}: WhereContent): Html | null {
  const { editor } = messages
  const link = (start: Readonly<Record<string, string>>) =>
    links.base(pathInScope(path, scope, { ...image, ...start }))
  const chips = places.map(
    (place) =>
      html`<a href="${link({ where: place })}" data-where="${place}"><bdi>${place}</bdi></a>`,
  )
  if (direction && takesPosition) {
    const degrees = String(direction.degrees)
    chips.push(
      html`<a
        href="${link({ direction: degrees })}"
        data-action="set-direction"
        data-degrees="${degrees}"
        ><bdi>${direction.text}</bdi> ${degrees}°</a
      >`,
    )
  }
  return chips.length === 0
    ? null
    : html`<ul class="chips" aria-label="${editor.inTexts}">
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

/** A link that starts the editor with the position, where it takes one. The script shows the place on the map instead. */
function renderPlace(
  { visit, path, image, scope, takesPosition }: WhereContent,
  place: FoundPlace,
): Html {
  const position = `${place.latitude.toFixed(6)}, ${place.longitude.toFixed(6)}`
  const text = html`<bdi>${place.title}</bdi>
    <span class="soft">${describePlace(visit, place)}</span>`
  if (!takesPosition) return html`${text} <span class="soft">${position}</span>`
  const link = visit.links.base(pathInScope(path, scope, { ...image, position }))
  return html`<a href="${link}" data-extent="${JSON.stringify(place.extent)}">${text}</a>`
}

/** `street · © OpenStreetMap contributors` */
function describePlace(
  { messages: { editor } }: Visit,
  { source, kind, credit, id }: FoundPlace,
): string {
  const what = kind === null ? editor.placeSources[source] : editor.placeKinds[kind]
  return [source === 'image' ? `${what} #${id}` : what, credit].filter(Boolean).join(' · ')
}
