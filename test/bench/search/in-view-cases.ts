import type { InViewQuery } from '../../../src/core/queries/searches/in-view-search.ts'
import type { Parameters } from './search-client.ts'

/** A search from any position. */
export interface InViewCase extends Pick<InViewQuery, 'radius' | 'filter' | 'page'> {
  name: string
  /** The filter and the radius in a request. */
  parameters: Parameters
  /** The filter in SQL. */
  where: string
  limitsMs: { p50: number; p95?: number }
}

const FIRST = {
  filter: {},
  parameters: {},
  where: 'true',
  radius: null,
  page: { number: 1, size: 20 },
  limitsMs: { p50: 2, p95: 10 },
}

export const IN_VIEW_CASES: readonly InViewCase[] = [
  { ...FIRST, name: 'first 20' },
  {
    ...FIRST,
    name: 'of a large source',
    filter: { sources: [1] },
    parameters: { source: 1 },
    where: 'source_id = 1',
  },
  {
    ...FIRST,
    name: 'of eleven years',
    filter: { yearMin: 1900, yearMax: 1910 },
    parameters: { year_min: 1900, year_max: 1910 },
    where: 'fuzzy_to >= -25567 and fuzzy_from <= -21551',
  },
  {
    ...FIRST,
    name: 'of a frequent subject',
    filter: { subjects: { ids: [1], kbIds: [] } },
    parameters: { subject: 1 },
    where: 'image_id in (select image_id from tagged)',
  },
  {
    ...FIRST,
    name: 'page 10 of 100',
    page: { number: 10, size: 100 },
    limitsMs: { p50: 15 },
  },
  {
    ...FIRST,
    name: 'radius of 50 km',
    radius: 50_000,
    parameters: { radius: 50_000 },
    limitsMs: { p50: 20 },
  },
]
