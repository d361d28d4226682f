import { html, type Html } from '../../core/base/html.ts'
import type { GroupedSearchResults, SearchGroup } from '../../core/contract/grouped-search.ts'
import { renderChip } from './images/filter-chips.ts'
import { listUrl } from './parts/list-url.ts'
import { renderPager } from './parts/pager.ts'
import { renderPictures, type Picture } from './parts/pictures.ts'
import { inViewUrl } from './parts/spot-links.ts'
import type { Visit } from './visit.ts'

/** Results of a grouped search other than the images with all words. */
export interface SearchGroups {
  found: GroupedSearchResults
  /** Images with similar texts. */
  lessExact: readonly Picture[]
}

/** Renders the date that the text contains, with a link that searches without it; null if there is none. */
export function renderDateChip(visit: Visit, { found }: SearchGroups): Html | null {
  const { text } = found.filters
  if (text === null) return null
  return renderChip(visit, { text, without: { q: found.query === '' ? null : found.query } })
}

interface NamedLink {
  name: string
  url: string
  note: string
}

type NamedGroup = Exclude<SearchGroup, 'images' | 'less_exact'>

const NAMED_GROUPS: readonly NamedGroup[] = ['subjects', 'people', 'collections', 'places']

/** Lists the results of a group of what has a name. */
function listLinks(
  { links, messages: { search } }: Visit,
  found: GroupedSearchResults,
  group: NamedGroup,
): NamedLink[] {
  if (group === 'subjects')
    return listOf(found.subjects).map(({ title, page_url, image_count }) => ({
      name: title,
      url: page_url,
      note: search.images(image_count),
    }))
  if (group === 'places')
    return listOf(found.places).map((place) => ({
      name: place.title,
      url: inViewUrl(links, place),
      note: place.credit ?? '',
    }))
  const named = group === 'people' ? listOf(found.people) : listOf(found.collections)
  return named.map(({ name, page_url, kind }) => ({
    name,
    url: page_url,
    note: search.kinds[kind],
  }))
}

function listOf<Result>(group: { results: Result[] } | undefined): Result[] {
  return group?.results ?? []
}

/** Lists subjects, people, collections and places that the text may name. Kinds without any are left out. */
export function renderNamedGroups(visit: Visit, { found }: SearchGroups): Html[] {
  const { search } = visit.messages
  // The images of other places stand below.
  const entries = listOf(found.places).filter(({ source }) => source === 'gazetteer')
  const shown = {
    ...found,
    ...(found.places && { places: { ...found.places, results: entries } }),
  }
  return NAMED_GROUPS.flatMap((group) => {
    const links = listLinks(visit, shown, group)
    if (links.length === 0) return []
    const count = found[group]?.count ?? 0
    return html`<section aria-labelledby="found-${group}">
      <h2 id="found-${group}">${search[group]}</h2>
      ${renderLinks(links)} ${count > links.length && renderAll(visit, group, count)}
    </section>`
  })
}

function renderLinks(links: readonly NamedLink[]): Html {
  return html`<ul class="rows">
    ${links.map(
      ({ name, url, note }) =>
        html`<li>
          <a href="${url}" dir="auto">${name}</a>
          ${note !== '' && html`<span class="soft">${note}</span>`}
        </li>`,
    )}
  </ul>`
}

function renderAll(visit: Visit, group: SearchGroup, count: number): Html {
  const { search } = visit.messages
  return html`<p>
    <a href="${listUrl(visit, { group })}" aria-describedby="found-${group}"
      >${search.showAll(count.toLocaleString(visit.language))}</a
    >
  </p>`
}

/** Shows images with similar texts, folded if others have all words. */
export function renderLessExact(visit: Visit, { found, lessExact }: SearchGroups): Html | null {
  if (lessExact.length === 0) return null
  const isOnly = found.images?.count === 0
  const count = found.less_exact?.count ?? 0
  return html`<details ${isOnly && html`open`}>
    <summary id="found-less_exact">${visit.messages.search.lessExact(count)}</summary>
    ${renderPictures(visit, lessExact, 'found-less_exact')}
    ${count > lessExact.length && renderAll(visit, 'less_exact', count)}
  </details>`
}

/** Shows a page of one group. */
export function renderGroup(
  visit: Visit,
  { found, lessExact }: SearchGroups,
  {
    group,
    page,
  }: { group: Exclude<SearchGroup, 'images'>; page: { number: number; size: number } },
): Html {
  const { search } = visit.messages
  const count = found[group]?.count ?? 0
  const title = group === 'less_exact' ? search.lessExact(count) : search[group]
  return html`<p><a href="${listUrl(visit, { group: null })}">${search.allResults}</a></p>
    <h2 id="found-${group}">${title}</h2>
    ${
      group === 'less_exact'
        ? renderPictures(visit, lessExact, 'found-less_exact', { isAtTop: true })
        : renderLinks(listLinks(visit, found, group))
    }
    ${renderPager(visit, { page, count })}`
}
