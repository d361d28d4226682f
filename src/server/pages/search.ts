import type { RankedSearchResult } from '../../core/contract/search.ts'
import { html, type Html } from '../../core/base/html.ts'
import type { SearchGroup } from '../../core/contract/grouped-search.ts'
import type { DecadeCount } from '../../core/edtf/count-decades.ts'
import type { FoundPlace } from '../../core/contract/place-search.ts'
import type { Messages } from '../messages/messages.ts'
import { describePlace } from './editor/where.ts'
import type { Page } from './layout.ts'
import { formatDistance } from './parts/distance.ts'
import { renderFoundMap, type FoundMap } from './parts/found-map.ts'
import { listUrl } from './parts/list-url.ts'
import { renderFilterChips } from './images/filter-chips.ts'
import { renderFilterForm } from './images/filter-form.ts'
import type { ShownFilters } from './images/filters.ts'
import { renderYearHistogram } from './images/year-histogram.ts'
import { renderPager, renderSteps } from './parts/pager.ts'
import { mapPolicy } from './parts/map-frame.ts'
import { renderPlaceThese } from './parts/place-these.ts'
import { renderPictures, type Picture } from './parts/pictures.ts'
import { inViewUrl } from './parts/spot-links.ts'
import { renderTabs } from './parts/tabs.ts'
import {
  renderDateChip,
  renderGroup,
  renderLessExact,
  renderNamedGroups,
  type SearchGroups,
} from './search-groups.ts'
import { SEARCH_MODES, type SearchMode } from './search-modes.ts'
import type { Visit } from './visit.ts'

export interface SearchContent {
  mode: SearchMode
  text: string
  /** Whether the text is a position. */
  isPosition: boolean
  page: number
  /** Null if nothing was searched for. */
  outcome: SearchOutcome | null
  /** Whether there is a model for searches by what pictures show. */
  hasModel: boolean
  /** Undefined for searches for what is in view. */
  filters?: ShownFilters | undefined
  /** The only group that is shown; null for the first results of all. */
  group: Exclude<SearchGroup, 'images'> | null
}

export type SearchOutcome = FoundPictures | SearchProblem

interface FoundPictures {
  pictures: readonly FoundPicture[]
  /** Number of results on all pages; null if unknown. */
  count: number | null
  hasMore: boolean
  /** The map of what shows a spot. */
  map?: FoundMap
  /** Places that the text may name, instead of a position. The map shows the first one. */
  places?: readonly FoundPlace[]
  /** Subjects, people and other results of words. */
  groups?: SearchGroups
  pageSize: number
  /** Of the images that match all filters but the years. */
  decades?: readonly DecadeCount[]
}

export type FoundPicture = Pick<RankedSearchResult, 'id' | 'title' | 'thumbnail' | 'date_display'> &
  Pick<Picture, 'georeference_status' | 'from_above' | 'note' | 'placement'> & {
    /** Distance from the position in view, in meters. */
    distance_m?: number
  }

/** Why a search found nothing, and the HTTP status that says so. */
interface SearchProblem {
  problem: 'noPlace' | 'tooLong' | 'noModel' | 'tooBusy'
  status: number
  retryAfterSeconds?: number
}

/** The search: one box for words, for what pictures show, and for places in view. */
export function createSearchPage(visit: Visit, content: SearchContent): Page {
  const { search } = visit.messages
  const { text, outcome } = content
  return {
    title: text === '' ? search.title : search.titleOf(text),
    hasPictures: true,
    ...describeFailure(content),
    ...(outcome && 'map' in outcome && allowMap(outcome)),
    main: html`<h1>${search.title}</h1>
      ${renderSearchForm(visit, content)} ${renderModes(visit, content)}
      ${renderFilters(visit, content)}
      ${outcome === null ? renderHelp(visit, content) : renderOutcome(visit, content, outcome)}`,
  }
}

/** The status and the headers of a search that failed. */
function describeFailure({ outcome, filters }: SearchContent): Pick<Page, 'status' | 'headers'> {
  if (filters && filters.invalid.size > 0) return { status: 400 }
  if (!outcome || !('problem' in outcome)) return {}
  const { status, retryAfterSeconds } = outcome
  return {
    status,
    ...(retryAfterSeconds && { headers: { 'Retry-After': String(retryAfterSeconds) } }),
  }
}

function allowMap({ map }: FoundPictures): Partial<Page> {
  return map ? { isEnhanced: true, ...mapPolicy(map.basemap) } : {}
}

/** @param hasModes whether the form has a choice of the kind of search, as on the home page */
export function renderSearchForm(
  { links, messages: { search } }: Visit,
  { mode, text, hasModel }: Pick<SearchContent, 'mode' | 'text' | 'hasModel'>,
  hasModes = false,
): Html {
  return html`<form action="${links.base('/search/')}" role="search" class="search">
    <label for="q" class="unseen">${search.label}</label>
    <input
      type="search"
      id="q"
      name="q"
      value="${text}"
      placeholder="${search.label}"
      maxlength="500"
    />
    ${!hasModes && mode !== 'text' && html`<input type="hidden" name="mode" value="${mode}" />`}
    <button>${search.submit}</button>
    ${hasModes && renderModeChoice(search, listModes(hasModel, mode), mode)}
  </form>`
}

/** Lists the kinds of search that the catalog has, and the current one. */
function listModes(hasModel: boolean, current: SearchMode): readonly SearchMode[] {
  return SEARCH_MODES.filter((mode) => mode !== 'semantic' || hasModel || mode === current)
}

function renderModeChoice(
  search: Messages['search'],
  modes: readonly SearchMode[],
  current: SearchMode,
): Html {
  return html`<fieldset class="modes">
    <legend class="unseen">${search.modes}</legend>
    ${modes.map(
      (mode) =>
        html`<label
          ><input type="radio" name="mode" value="${mode}" ${mode === current && html`checked`} />
          ${search[MODE_NAMES[mode]]}</label
        >`,
    )}
  </fieldset>`
}

const MODE_NAMES = {
  text: 'text',
  semantic: 'semantic',
  'in-view': 'inView',
} as const satisfies Record<SearchMode, keyof Messages['search']>

function renderModes(visit: Visit, content: SearchContent): Html {
  const { search } = visit.messages
  return renderTabs(
    search.modes,
    listModes(content.hasModel, content.mode).map((mode) => ({
      text: search[MODE_NAMES[mode]],
      url: modeUrl(visit, content, mode),
      isCurrent: mode === content.mode,
    })),
  )
}

/** Coordinates are no words, so they are not taken along. */
function modeUrl(visit: Visit, { isPosition }: SearchContent, mode: SearchMode): string {
  return listUrl(visit, {
    mode: mode === 'text' ? null : mode,
    ...(isPosition && mode !== 'in-view' && { q: null, lat: null, lon: null }),
  })
}

/** Shows the filters of images. Those of a text that is only a date lead to the list of images. */
function renderFilters(visit: Visit, { filters, outcome, group }: SearchContent): Html | null {
  if (!filters || group !== null || (outcome && 'problem' in outcome)) return null
  const path = filters.given.q === undefined ? '/images/' : '/search/'
  const date = outcome?.groups && renderDateChip(visit, outcome.groups)
  return html`${renderFilterForm(visit, filters, path)}
  ${renderFilterChips(visit, filters, path, date ? [date] : [])}`
}

function renderHelp({ messages: { search } }: Visit, { mode }: SearchContent): Html {
  const helps = {
    text: search.textHelp,
    semantic: search.semanticHelp,
    'in-view': search.inViewHelp,
  }
  return html`<p class="soft">${helps[mode]}</p>
    ${mode !== 'in-view' && html`<p class="soft">${search.shortcuts}</p>`}`
}

function renderOutcome(visit: Visit, content: SearchContent, outcome: SearchOutcome): Html {
  if ('problem' in outcome) return renderProblem(visit, outcome)
  const { groups } = outcome
  if (!groups) return renderFound(visit, content, outcome)
  const { group } = content
  const page = { number: content.page, size: outcome.pageSize }
  if (group !== null) return renderGroup(visit, groups, { group, page })
  const named = renderNamedGroups(visit, groups)
  const lessExact = renderLessExact(visit, groups)
  const isNothing = named.length === 0 && lessExact === null && outcome.pictures.length === 0
  return html`${named.length > 0 && html`<div class="cards">${named}</div>`}
  ${
    outcome.pictures.length > 0 || isNothing
      ? renderFound(visit, content, outcome)
      : html`<p class="note" role="status">${visit.messages.search.noneWhole}</p>`
  }
  ${lessExact}`
}

function renderFound(visit: Visit, content: SearchContent, outcome: FoundPictures): Html {
  const map =
    outcome.map &&
    html`${renderPlaces(visit, outcome.places ?? [])}
    ${renderFoundMap(visit, outcome.map, 'results')}`
  if (outcome.pictures.length === 0) return html`${map} ${renderNothing(visit, content)}`
  const pictures = outcome.pictures.map(({ distance_m, ...picture }) => ({
    ...picture,
    ...(distance_m !== undefined && {
      note: visit.messages.search.metersAway(formatDistance(visit.language, distance_m)),
    }),
  }))
  const unplaced = pictures.filter((picture) => picture.georeference_status === 'available')
  const scope = { id: unplaced.map(({ id }) => id).join(',') }
  return html`${map}
    <h2 id="results" class="count">${describe(visit, content, outcome)}</h2>
    ${renderMapLink(visit, content, outcome)} ${renderDecades(visit, content, outcome)}
    ${renderPlaceThese(visit, scope, unplaced.length)}
    ${renderPictures(visit, pictures, 'results', { isAtTop: true, scope })}
    ${renderPages(visit, content, outcome)}`
}

/** Lists the places that a text may name. The first one is shown. */
function renderPlaces(visit: Visit, places: readonly FoundPlace[]): Html | null {
  if (places.length === 0) return null
  return html`<ul class="chips" aria-label="${visit.messages.search.shownPlaces}">
    ${places.map(
      (place, index) =>
        html`<li>
          <a href="${inViewUrl(visit.links, place)}" ${index === 0 && html`aria-current="true"`}
            ><bdi>${place.title}</bdi> <span class="soft">${describePlace(visit, place)}</span></a
          >
        </li>`,
    )}
  </ul>`
}

function renderPages(
  visit: Visit,
  { mode, page: number }: SearchContent,
  { count, hasMore, pageSize: size }: FoundPictures,
): Html | null {
  return mode === 'text' && count !== null
    ? renderPager(visit, { page: { number, size }, count })
    : renderSteps(visit, number, hasMore)
}

/** Shows the images with all words by decade. The years of a link take the place of the date of the text. */
function renderDecades(
  visit: Visit,
  { filters }: SearchContent,
  { groups, decades }: FoundPictures,
): Html | null {
  if (!groups || !decades || !filters) return null
  const { year_min, year_max } = filters.given
  const years = {
    ...(year_min !== undefined && { year_min: Number(year_min) }),
    ...(year_max !== undefined && { year_max: Number(year_max) }),
  }
  const { query: q } = groups.found
  return q === ''
    ? renderYearHistogram({ ...visit, target: '/images/' }, decades, { query: years })
    : renderYearHistogram(visit, decades, { query: years }, { q })
}

/** Links to the map of the images with all words, unless none of them is on it. */
function renderMapLink(
  { links, messages }: Visit,
  { filters }: SearchContent,
  { groups }: FoundPictures,
): Html | null {
  if (!groups || !filters || filters.given.georeferenced === 'false') return null
  const { georeferenced: _, ...given } = filters.given
  const query = new URLSearchParams(given).toString()
  return html`<p>
    <a href="${links.base(`/map/?${query}`)}" class="on-map">${messages.map.onMap}</a>
  </p>`
}

function describe(
  { messages: { search } }: Visit,
  { mode, filters }: SearchContent,
  { count, groups }: FoundPictures,
): string {
  if (mode === 'in-view') return search.foundInView
  const isByDate = groups?.found.query === '' || filters?.given.ordering !== undefined
  if (isByDate && count !== null) return search.images(count)
  return mode === 'text' && count !== null ? search.found(count) : search.mostSimilar
}

function renderProblem({ messages: { search } }: Visit, failure: SearchProblem): Html {
  const { problem, retryAfterSeconds = 0 } = failure
  const message = problem === 'tooBusy' ? search.tooBusy(retryAfterSeconds) : search[problem]
  return html`<p class="note" role="status">${message}</p>`
}

/** Says that nothing was found, with ways on. */
function renderNothing(visit: Visit, content: SearchContent): Html {
  const { links, messages } = visit
  const { search } = messages
  const { mode, text, hasModel } = content
  if (mode === 'in-view') return html`<p class="note" role="status">${search.noneInView}</p>`
  return html`<p class="note" role="status">
      ${search.none(text)} ${mode === 'text' && search.tryFewer}
    </p>
    <p class="buttons">
      ${
        mode === 'text' &&
        hasModel &&
        html`<a href="${modeUrl(visit, content, 'semantic')}" class="button quiet"
          >${search.trySemantic}</a
        >`
      }
      <a href="${links.base('/images/')}" class="button quiet">${messages.images.showAll}</a>
      <a href="${links.base('/map/')}" class="button quiet">${messages.map.open}</a>
    </p>`
}
