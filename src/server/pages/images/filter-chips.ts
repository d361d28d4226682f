import { html, type Html } from '../../../core/base/html.ts'
import type { Messages } from '../../messages/messages.ts'
import { listUrl } from '../parts/list-url.ts'
import type { Visit } from '../visit.ts'
import { clearUrl } from './filter-form.ts'
import type { ShownFilters, USUAL_ORDERING } from './filters.ts'

interface Chip {
  text: string
  /** Changes of the query parameters that remove the filter. */
  without: Record<string, string | null>
}

/**
 * Shows the active filters by name, each with a link that removes it; nothing without filters.
 * @param others chips before those
 */
export function renderFilterChips(
  visit: Visit,
  filters: ShownFilters,
  path: keyof typeof USUAL_ORDERING = '/images/',
  others: readonly Html[] = [],
): Html | null {
  const { messages } = visit
  const chips = [...(path === '/map/' ? listWords(filters) : []), ...listChips(filters, messages)]
  if (chips.length + others.length === 0) return null
  return html`<ul class="chips" aria-label="${messages.images.activeFilters}">
    ${others} ${chips.map((chip) => renderChip(visit, chip))}
    ${
      chips.length + others.length > 1 &&
      html`<li>
        <a href="${clearUrl(visit, filters, path)}" class="all">${messages.images.clear}</a>
      </li>`
    }
  </ul>`
}

/** Renders an entry of the list of active filters. */
export function renderChip(visit: Visit, { text, without }: Chip): Html {
  return html`<li>
    <a href="${listUrl(visit, without)}" aria-label="${visit.messages.images.remove(text)}"
      ><span dir="auto">${text}</span> <span aria-hidden="true">×</span></a
    >
  </li>`
}

function listWords({ given: { q } }: ShownFilters): Chip[] {
  return q === undefined ? [] : [{ text: q, without: { q: null } }]
}

function listChips({ query, names }: ShownFilters, { images }: Messages): Chip[] {
  if (!query) return []
  const { source = [], collection = [], subject, creator, georeferenced_by: users = [] } = query
  const subjects = [...(subject?.ids.map(String) ?? []), ...(subject?.kbIds ?? [])]
  return [
    ...(creator === undefined ? [] : [{ text: creator, without: { creator: null } }]),
    ...yearChips(query, images),
    ...referenceChips('source', source.map(String), names.sources),
    ...referenceChips('collection', collection.map(String), names.collections),
    ...referenceChips('subject', subjects, names.subjects),
    ...referenceChips('georeferenced_by', users.map(String), names.contributors),
    ...flagChip('georeferenced', query.georeferenced, [images.placed, images.unplaced]),
    ...flagChip('from_above', query.from_above, [images.fromAbove, images.fromGround]),
    ...verdictChip(query, images),
  ]
}

function yearChips(
  { year_min: min, year_max: max }: NonNullable<ShownFilters['query']>,
  images: Messages['images'],
): Chip[] {
  if (min !== undefined && max !== undefined) {
    const text = min === max ? String(min) : `${min}–${max}`
    return [{ text, without: { year_min: null, year_max: null } }]
  }
  if (min !== undefined) return [{ text: images.since(String(min)), without: { year_min: null } }]
  if (max !== undefined) return [{ text: images.until(String(max)), without: { year_max: null } }]
  return []
}

function referenceChips(
  parameter: string,
  values: readonly string[],
  names: ReadonlyMap<string, string>,
): Chip[] {
  return values.map((value) => {
    const others = values.filter((other) => other !== value)
    const without = { [parameter]: others.length > 0 ? others.join(',') : null }
    return { text: names.get(value) ?? value, without }
  })
}

function verdictChip(
  { verdict }: NonNullable<ShownFilters['query']>,
  images: Messages['images'],
): Chip[] {
  return verdict ? [{ text: images.verdicts[verdict], without: { verdict: null } }] : []
}

function flagChip(
  parameter: string,
  value: boolean | undefined,
  [yes, no]: readonly [string, string],
): Chip[] {
  return value === undefined ? [] : [{ text: value ? yes : no, without: { [parameter]: null } }]
}
