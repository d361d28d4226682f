import { html, type Html } from '../../core/base/html.ts'
import type { GroupedSearchResults } from '../../core/contract/grouped-search.ts'
import { renderChip } from './images/filter-chips.ts'
import { renderPictures, type Picture } from './parts/pictures.ts'
import { inViewUrl } from './parts/spot-links.ts'
import type { Visit } from './visit.ts'

/** Results of a grouped search other than the images with all words. */
export interface SearchGroups {
  found: GroupedSearchResults
  /** The first images with similar texts. */
  lessExact: readonly Picture[]
}

/** Shows the date that the text contains, with a link that searches without it; nothing if there is none. */
export function renderDateChip(visit: Visit, { found }: SearchGroups): Html | null {
  const { text } = found.filters
  if (text === null) return null
  const without = { q: found.query === '' ? null : found.query }
  return html`<ul class="chips" aria-label="${visit.messages.images.activeFilters}">
    ${renderChip(visit, { text, without })}
  </ul>`
}

interface NamedLink {
  name: string
  url: string
  note: string
}

/** Lists subjects, people, collections and places that the text may name. Kinds without any are left out. */
export function renderNamedGroups(visit: Visit, { found }: SearchGroups): Html[] {
  const { links, messages } = visit
  const { search } = messages
  const subjects = found.subjects.results.map(({ title, page_url, image_count }) => ({
    name: title,
    url: page_url,
    note: search.images(image_count),
  }))
  const people = found.people.results.map(({ name, page_url, kind }) => ({
    name,
    url: page_url,
    note: search.kinds[kind],
  }))
  const collections = found.collections.results.map(({ name, page_url, kind }) => ({
    name,
    url: page_url,
    note: search.kinds[kind],
  }))
  // The images of the others stand below.
  const entries = found.places.results.filter(({ source }) => source === 'gazetteer')
  const places = entries.map((entry) => ({
    name: entry.title,
    url: inViewUrl(links, entry),
    note: entry.credit ?? '',
  }))
  return [
    ...renderGroup(search.subjects, 'subjects', subjects),
    ...renderGroup(search.people, 'people', people),
    ...renderGroup(search.collections, 'collections', collections),
    ...renderGroup(search.places, 'places', places),
  ]
}

function renderGroup(title: string, id: string, links: readonly NamedLink[]): Html[] {
  if (links.length === 0) return []
  return [
    html`<section aria-labelledby="found-${id}">
      <h2 id="found-${id}">${title}</h2>
      <ul class="rows">
        ${links.map(
          ({ name, url, note }) =>
            html`<li>
              <a href="${url}" dir="auto">${name}</a>
              ${note !== '' && html`<span class="soft">${note}</span>`}
            </li>`,
        )}
      </ul>
    </section>`,
  ]
}

/** Shows images with similar texts, folded if others have all words. */
export function renderLessExact(visit: Visit, { found, lessExact }: SearchGroups): Html | null {
  if (lessExact.length === 0) return null
  const isOnly = found.images.count === 0
  return html`<details ${isOnly && html`open`}>
    <summary id="less-exact">${visit.messages.search.lessExact(found.less_exact.count)}</summary>
    ${renderPictures(visit, lessExact, 'less-exact')}
  </details>`
}
