import { html, type Html } from '../../../core/base/html.ts'
import { IMAGE_SEARCH_ORDERS } from '../../../core/contract/grouped-search.ts'
import { PLACEMENT_VERDICTS } from '../../../core/model/placement-verdict.ts'
import type { Messages } from '../../messages/messages.ts'
import { renderChoice, renderTextField, type Field, type Option } from '../parts/fields.ts'
import type { Visit } from '../visit.ts'
import {
  IMAGE_ORDERINGS,
  USUAL_ORDERING,
  type ImageFilterName,
  type ShownFilters,
} from './filters.ts'

/** The filters as a form that needs no scripts. It is open if it has to be corrected. */
export function renderFilterForm(
  visit: Visit,
  filters: ShownFilters,
  path: keyof typeof USUAL_ORDERING = '/images/',
): Html {
  const { links, messages } = visit
  const { images } = messages
  const isInvalid = filters.invalid.size > 0
  return html`<details class="filters" ${isInvalid && html`open`}>
    <summary>${images.filters}</summary>
    <form method="get" action="${links.base(path)}">
      ${path === '/map/' && renderMapFields(visit, filters)} ${renderSearched(filters)}
      ${isInvalid && html`<p class="note" role="alert">${images.invalid}</p>`}
      <div class="fields">
        ${renderTexts(visit, filters)} ${renderReferences(visit, filters)}
        ${renderFlags(visit, filters, path)}
        ${filters.given.mode === undefined && renderOrder(visit, filters, path)}
      </div>
      <p class="buttons">
        <button>${images.apply}</button>
        <a href="${clearUrl(visit, filters, path)}" class="button quiet">${images.clear}</a>
      </p>
    </form>
  </details>`
}

/** Keeps what the map shows, and the filter that has no field. */
function renderMapFields({ target }: Visit, { given }: ShownFilters): Html {
  const [, query] = target.split('?', 2)
  const map = new URLSearchParams(query).get('map')
  const { georeferenced_by: users } = given
  return html`<input type="hidden" name="map" value="${map ?? ''}" /> ${
      users !== undefined && html`<input type="hidden" name="georeferenced_by" value="${users}" />`
    }`
}

/** Keeps the text that is searched for, and the kind of search. */
function renderSearched({ given }: ShownFilters): Html[] {
  return Object.entries(pickSearched(given)).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )
}

function pickSearched({ q, mode }: ShownFilters['given']): Record<string, string> {
  return { ...(q !== undefined && { q }), ...(mode !== undefined && { mode }) }
}

/** The address without filters. A search keeps its text. */
export function clearUrl(
  { links }: Visit,
  { given }: ShownFilters,
  path: keyof typeof USUAL_ORDERING,
): string {
  const kept = path === '/search/' ? new URLSearchParams(pickSearched(given)).toString() : ''
  return links.base(kept === '' ? path : `${path}?${kept}`)
}

function renderTexts({ messages: { images } }: Visit, filters: ShownFilters): Html {
  const { invalidYear: problem } = images
  const creator = fieldOf(filters, 'creator', { label: images.creator, hint: images.creatorHint })
  const from = fieldOf(filters, 'year_min', { label: images.yearMin, problem })
  const to = fieldOf(filters, 'year_max', { label: images.yearMax, problem })
  return html`${renderTextField(creator)} ${renderTextField({ ...from, isYear: true })}
  ${renderTextField({ ...to, isYear: true })}`
}

function renderReferences({ messages: { images } }: Visit, filters: ShownFilters): Html {
  const { names, sources, collections, subjects, hasMoreSubjects } = filters
  const { invalidId: problem } = images
  const source = fieldOf(filters, 'source', { label: images.source, problem })
  const collection = fieldOf(filters, 'collection', {
    label: images.collection,
    hint: collections === null ? images.manyCollections : undefined,
    problem,
  })
  const subject = fieldOf(filters, 'subject', {
    label: images.subject,
    hint: hasMoreSubjects ? images.manySubjects : undefined,
  })
  const options = (all: readonly Option[], named: ReadonlyMap<string, string>, field: Field) => [
    { value: '', label: images.any },
    ...withCurrent(all, named, field.value),
  ]
  return html`${renderChoice(source, options(sources, names.sources, source))}
  ${renderChoice(collection, options(collections ?? [], names.collections, collection))}
  ${renderChoice(subject, options(subjects, names.subjects, subject))}`
}

/** Adds a current value that is none of the options, such as several ids, under its names. */
function withCurrent(
  options: readonly Option[],
  names: ReadonlyMap<string, string>,
  current: string,
): readonly Option[] {
  if (current === '' || options.some(({ value }) => value === current)) return options
  const label = current
    .split(',')
    .map((value) => names.get(value.trim()) ?? value.trim())
    .join(', ')
  return [{ value: current, label }, ...options]
}

function renderFlags({ messages: { images } }: Visit, filters: ShownFilters, path: string): Html {
  const { any, invalidFlag: problem } = images
  const options = (yes: string, no: string): Option[] => [
    { value: '', label: any },
    { value: 'true', label: yes },
    { value: 'false', label: no },
  ]
  const place = fieldOf(filters, 'georeferenced', { label: images.place, problem })
  const view = fieldOf(filters, 'from_above', { label: images.view, problem })
  // All images on the map have a place.
  return html`${path !== '/map/' && renderChoice(place, options(images.placed, images.unplaced))}
  ${renderChoice(view, options(images.fromAbove, images.fromGround))}
  ${path === '/map/' && renderVerdict(images, filters)}`
}

function renderVerdict(images: Messages['images'], filters: ShownFilters): Html {
  const verdict = fieldOf(filters, 'verdict', {
    label: images.verdict,
    problem: images.invalidFlag,
  })
  const options = PLACEMENT_VERDICTS.map((value) => ({ value, label: images.verdicts[value] }))
  return renderChoice(verdict, [{ value: '', label: images.any }, ...options])
}

function renderOrder(
  { messages: { images } }: Visit,
  { given }: ShownFilters,
  path: keyof typeof USUAL_ORDERING,
): Html {
  const known = path === '/search/' ? IMAGE_SEARCH_ORDERS : IMAGE_ORDERINGS
  const value = known.find((one) => one === given.ordering) ?? USUAL_ORDERING[path] ?? ''
  const options = known.map((one) => ({ value: one, label: images.orders[one] }))
  const best = path === '/search/' ? [{ value: '', label: images.bestMatch }] : []
  return renderChoice({ name: 'ordering', label: images.order, value }, [...best, ...options])
}

/** @param texts the problem applies if the value is invalid */
function fieldOf(
  { given, invalid }: ShownFilters,
  name: ImageFilterName | 'verdict',
  texts: Pick<Field, 'label' | 'hint' | 'problem'>,
): Field {
  const problem = invalid.has(name) ? texts.problem : undefined
  return { ...texts, name, value: given[name] ?? '', problem }
}
