import type { GroupedSearchResults, SearchMatch } from '../../core/contract/grouped-search.ts'
import type { GroupPage, MatchedRow } from '../../core/queries/searches/find-images.ts'
import type { GroupedSearchRows } from '../../core/queries/searches/grouped-search.ts'
import type { Links } from '../http/links.ts'
import { presentEntry, presentPoint } from './place-search.ts'
import { presentRankedResult, type SearchContext } from './search.ts'

export function presentGroupedSearch(
  found: GroupedSearchRows,
  context: SearchContext,
): GroupedSearchResults {
  const { links } = context
  const { query, subjects, people, collections, places, images, lessExact } = found
  return {
    query: query.text,
    filters: {
      text: query.date?.text ?? null,
      year_min: query.date?.min ?? null,
      year_max: query.date?.max ?? null,
    },
    subjects: presentGroup(subjects, (row) => presentSubject(row, query, links)),
    people: presentGroup(people, (row) => presentPerson(row, links)),
    collections: presentGroup(collections, (row) => presentCollectionOrSource(row, links)),
    places: presentGroup(places, presentPlace),
    images: presentGroup(images, (row) => presentFound(row, context)),
    less_exact: presentGroup(lessExact, (row) => presentFound(row, context)),
  }
}

/** Undefined for a group that was not asked for. */
function presentGroup<Row, Result>(
  group: GroupPage<Row> | undefined,
  present: (row: Row) => Result,
): { count: number; results: Result[] } | undefined {
  return group && { count: group.count, results: group.rows.map(present) }
}

type RowOf<Name extends keyof GroupedSearchRows> =
  NonNullable<GroupedSearchRows[Name]> extends GroupPage<infer Row> ? Row : never

function presentSubject(
  { id, title, slug, image_count }: RowOf<'subjects'>,
  { named, text }: GroupedSearchRows['query'],
  links: Links,
) {
  return {
    id,
    title,
    slug,
    image_count,
    page_url: links.base(`/subjects/${slug}/`),
    match: named && 'item' in named ? toMatch('item', text) : toMatch('title', title),
  }
}

function presentPerson(row: RowOf<'people'>, links: Links) {
  const { kind, name } = row
  const page =
    kind === 'creator' ? `/images/?creator=${encodeURIComponent(name)}` : `/contributors/${row.id}/`
  return {
    kind,
    id: kind === 'creator' ? null : row.id,
    name,
    page_url: links.base(page),
    match: toMatch('name', name),
  }
}

function presentCollectionOrSource({ kind, id, name, slug }: RowOf<'collections'>, links: Links) {
  const page = kind === 'source' ? `/sources/${slug}/` : `/collections/${id}/`
  return { kind, id, name, slug, page_url: links.base(page), match: toMatch('name', name) }
}

function presentPlace(place: RowOf<'places'>) {
  if (place.source === 'gazetteer')
    return { ...presentEntry(place.entry), match: toMatch('name', place.entry.name) }
  const { id, title, ...position } = place.spot
  return {
    ...presentPoint(position, { source: 'image', title, id }),
    match: toMatch('title', title),
  }
}

function presentFound(row: MatchedRow, context: SearchContext) {
  const { similarity: _, ...image } = presentRankedResult(row, context)
  return { ...image, match: row.match }
}

function toMatch(field: SearchMatch['field'], text: string): SearchMatch {
  return { field, text }
}
