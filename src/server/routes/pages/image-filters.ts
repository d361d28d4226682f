import { MAX_PAGE_SIZE } from '../../../core/base/limits.ts'
import { DEFAULT_COLLECTION_ORDER, DEFAULT_SOURCE_ORDER } from '../../../core/model/orders.ts'
import { findFilterNames } from '../../../core/queries/site/filter-names.ts'
import { listCollections } from '../../../core/queries/sources/collections.ts'
import { listSources } from '../../../core/queries/sources/sources.ts'
import { listSubjects } from '../../../core/queries/subjects/subjects.ts'
import { toImageFilter } from '../../http/list-filters.ts'
import {
  USUAL_ORDERING,
  type FilterQuery,
  type GivenFilters,
  type ShownFilters,
} from '../../pages/images/filters.ts'
import type { RouteRequest } from '../../http/route.ts'

const OPTIONS = { number: 1, size: MAX_PAGE_SIZE }

interface Parameters<Other extends string> {
  given: GivenFilters
  /** Parameters that are no filters. */
  others: Partial<Record<Other, string>>
  /** Parameters that filter nothing, as a form sends its fields. */
  empty: string[]
}

/** Reads the parameters of a page with filters of images, trimmed. @param path of the page */
export function readParameters<Other extends string>(
  query: unknown,
  filters: readonly (keyof GivenFilters)[],
  others: readonly Other[],
  path: keyof typeof USUAL_ORDERING,
): Parameters<Other> {
  const texts = query as Record<string, string>
  const known = [...filters, ...others].flatMap((name) => {
    const text = texts[name]?.trim()
    return text === undefined ? [] : [[name, text === USUAL_ORDERING[path] ? '' : text] as const]
  })
  const isOther = (name: string): name is Other => others.some((other) => other === name)
  const pick = (isWanted: (name: string) => boolean) =>
    Object.fromEntries(known.filter(([name, text]) => text !== '' && isWanted(name)))
  return {
    given: pick((name) => !isOther(name)),
    others: pick(isOther) as Parameters<Other>['others'],
    empty: known.filter(([, text]) => text === '').map(([name]) => name),
  }
}

/** Reads the options of the form, and the names of what the filters refer to. */
export async function readFilters(
  { reads }: RouteRequest['catalog'],
  given: GivenFilters,
  query?: FilterQuery,
): Promise<ShownFilters> {
  const visibility = 'public'
  const scope = { visibility, sources: query?.source } as const
  const [names, sources, collections, subjects] = await Promise.all([
    findFilterNames(reads, {
      ...(query && toImageFilter(query, visibility)),
      contributors: query?.georeferenced_by,
    }),
    listSources(reads, { visibility }, [DEFAULT_SOURCE_ORDER], OPTIONS),
    listCollections(reads, scope, [DEFAULT_COLLECTION_ORDER], OPTIONS),
    listSubjects(reads, { visibility }, [{ field: 'image_count', descending: true }], OPTIONS),
  ])
  return {
    given,
    query,
    names,
    invalid: new Set(),
    sources: sources.rows.map(({ id, name }) => ({ value: String(id), label: name })),
    collections:
      collections.count > OPTIONS.size
        ? null
        : collections.rows.map((row) => ({
            value: String(row.id),
            label: query?.source ? row.name : `${row.name} (${row.source_name})`,
          })),
    subjects: subjects.rows.map(({ id, title }) => ({ value: String(id), label: title })),
    hasMoreSubjects: subjects.count > OPTIONS.size,
  }
}
