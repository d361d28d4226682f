import type { SearchFilter } from '../../src/core/queries/searches/search-filter.ts'
import type { Below } from './seeded-numbers.ts'

/** Returns a filter for a generated catalog of some thousand images. It may name what does not exist. */
export function randomSearchFilter(below: Below): SearchFilter {
  const ids = (most: number) => Array.from({ length: 1 + below(3) }, () => 1 + below(most))
  const [year, subjects] = [1850 + below(140), ids(100)]
  const filters: SearchFilter[] = [
    { georeferenced: below(2) === 0 },
    { yearMin: year },
    { yearMax: year },
    { yearMin: year, yearMax: year + below(20), georeferenced: true },
    { sources: ids(12) },
    { collections: ids(60) },
    { sources: ids(12), collections: ids(60) },
    { subjects: { ids: subjects, kbIds: [] } },
    { subjects: { ids: [], kbIds: subjects.map((id) => `Q${id + 1000}`) }, yearMin: year },
  ]
  return filters[below(filters.length)]!
}
