import type { PointQuery } from '../../../core/contract/feature.ts'
import type { ImageQuery } from '../../../core/contract/image.ts'
import type { Option } from '../parts/fields.ts'

/** Query parameters of the list of images, in the order of the form. They are those of the API. */
export const IMAGE_FILTERS = [
  'creator',
  'year_min',
  'year_max',
  'source',
  'collection',
  'subject',
  'georeferenced',
  'from_above',
] as const
export type ImageFilterName = (typeof IMAGE_FILTERS)[number]

/** The orders that the form offers. */
export const IMAGE_ORDERINGS = [
  '-order',
  'order',
  'date',
  '-date',
  'title',
  'original_date',
  '-created_at',
  '-last_georeferenced_at',
] as const

/** The order of the images on a page if the address has none. Searches begin with the best match. */
export const USUAL_ORDERING = { '/images/': '-order', '/map/': 'date', '/search/': null } as const

/** Those of georeferences, which only the map has. */
export const PLACEMENT_FILTERS = ['georeferenced_by', 'verdict'] as const
type PlacementFilterName = (typeof PLACEMENT_FILTERS)[number]

/** The values in the address, trimmed and without empty ones. */
export type GivenFilters = Partial<
  Record<ImageFilterName | PlacementFilterName | 'ordering' | 'q' | 'mode', string>
>

/** Names of what a filter refers to, by its value. What is not public has none. */
export type FilterNames = Record<
  'sources' | 'collections' | 'subjects' | 'contributors',
  ReadonlyMap<string, string>
>

export type FilterQuery = ImageQuery & Pick<Partial<PointQuery>, PlacementFilterName>

/** Whether a filter is set that the list of images does not have. */
export function hasPlacementFilter(given: GivenFilters): boolean {
  return PLACEMENT_FILTERS.some((name) => given[name] !== undefined)
}

export interface ShownFilters {
  given: GivenFilters
  /** The parsed values; none if one of them is invalid. */
  query?: FilterQuery | undefined
  invalid: ReadonlySet<string>
  names: FilterNames
  sources: readonly Option[]
  /** Of the chosen sources; null if there are too many. */
  collections: readonly Option[] | null
  subjects: readonly Option[]
  /** Whether there are more subjects than options. */
  hasMoreSubjects: boolean
}
