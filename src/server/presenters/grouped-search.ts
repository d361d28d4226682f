import type { GroupedSearchResults, SearchMatch } from '../../core/contract/grouped-search.ts'
import type { GroupedSearchRows, MatchedRow } from '../../core/queries/searches/grouped-search.ts'
import type { Links } from '../http/links.ts'
import { presentEntry, presentPoint } from './place-search.ts'
import { presentRankedResult, type SearchContext } from './search.ts'

/** Results of each group but those of images. */
const FIRST = 5

export function presentGroupedSearch(
  found: GroupedSearchRows,
  context: SearchContext,
): GroupedSearchResults {
  const { links } = context
  const { query, images, lessExact } = found
  return {
    query: query.text,
    filters: {
      text: query.date?.text ?? null,
      year_min: query.date?.min ?? null,
      year_max: query.date?.max ?? null,
    },
    subjects: presentGroup(presentSubjects(found, links)),
    people: presentGroup(presentPeople(found, links)),
    collections: presentGroup(presentCollections(found, links)),
    places: presentGroup(presentPlaces(found)),
    images: presentImages(images, context),
    less_exact: presentImages(lessExact, context),
  }
}

function presentGroup<Result>(results: Result[]): { count: number; results: Result[] } {
  return { count: results.length, results: results.slice(0, FIRST) }
}

function presentSubjects({ query, subjects }: GroupedSearchRows, links: Links) {
  const isItem = query.named !== null && 'item' in query.named
  return subjects.map(({ id, title, slug, image_count }) => ({
    id,
    title,
    slug,
    image_count,
    page_url: links.base(`/subjects/${slug}/`),
    match: isItem ? toMatch('item', query.text) : toMatch('title', title),
  }))
}

function presentPeople({ creators, contributors }: GroupedSearchRows, links: Links) {
  return [
    ...creators.map((name) => ({
      kind: 'creator' as const,
      id: null,
      name,
      page_url: links.base(`/images/?creator=${encodeURIComponent(name)}`),
      match: toMatch('name', name),
    })),
    ...contributors.map(({ id, name }) => ({
      kind: 'contributor' as const,
      id,
      name,
      page_url: links.base(`/contributors/${id}/`),
      match: toMatch('name', name),
    })),
  ]
}

function presentCollections({ collections, sources }: GroupedSearchRows, links: Links) {
  const list = (kind: 'collection' | 'source', rows: typeof collections) =>
    rows.map(({ id, name, slug }) => ({
      kind,
      id,
      name,
      slug,
      page_url: links.base(kind === 'source' ? `/sources/${slug}/` : `/collections/${id}/`),
      match: toMatch('name', name),
    }))
  return [...list('collection', collections), ...list('source', sources)]
}

function presentPlaces({ entries, spots }: GroupedSearchRows) {
  return [
    ...entries.map((entry) => ({
      ...presentEntry(entry),
      match: toMatch('name', entry.name),
    })),
    ...spots.map(({ id, title, ...position }) => ({
      ...presentPoint(position, { source: 'image', title, id }),
      match: toMatch('title', title),
    })),
  ]
}

function presentImages(
  { rows, count }: { rows: readonly MatchedRow[]; count: number },
  context: SearchContext,
) {
  const results = rows.map((row) => {
    const { similarity: _, ...image } = presentRankedResult(row, context)
    return { ...image, match: row.match }
  })
  return { count, results }
}

function toMatch(field: SearchMatch['field'], text: string): SearchMatch {
  return { field, text }
}
