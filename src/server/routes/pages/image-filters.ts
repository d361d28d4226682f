import { findFilterNames } from '../../../core/queries/site/filter-names.ts'
import { listFilterOptions } from '../../../core/queries/site/filter-options.ts'
import { toImageFilter } from '../../http/list-filters.ts'
import {
  USUAL_ORDERING,
  type FilterQuery,
  type GivenFilters,
  type ShownFilters,
} from '../../pages/images/filters.ts'
import type { RouteRequest } from '../../http/route.ts'

/** Options of a filter. */
const OPTIONS = 100

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
  const [names, options] = await Promise.all([
    findFilterNames(reads, {
      ...(query && toImageFilter(query, 'public')),
      contributors: query?.georeferenced_by,
    }),
    listFilterOptions(reads, { sources: query?.source, max: OPTIONS }),
  ])
  const toOption = ({ id, name }: { id: number; name: string }) => ({
    value: String(id),
    label: name,
  })
  return {
    given,
    query,
    names,
    invalid: new Set(),
    sources: options.sources.map(toOption),
    collections:
      options.collections?.map(({ id, name, source }) =>
        toOption({ id, name: query?.source ? name : `${name} (${source})` }),
      ) ?? null,
    subjects: options.subjects.map(toOption),
    hasMoreSubjects: options.hasMoreSubjects,
  }
}
