import type { AreaQuery, PointQuery } from '../../core/contract/feature.ts'
import type { ImageQuery } from '../../core/contract/image.ts'
import type { searchFilters } from '../../core/contract/search.ts'
import type { SubjectQuery } from '../../core/contract/subject.ts'
import { parseBox, type Box } from '../../core/model/geometry/box.ts'
import type { Visibility } from '../../core/model/visibility.ts'
import type { AreaFilter, PointFilter } from '../../core/queries/lists/georeferences.ts'
import type { PlacedFilters } from '../../core/queries/tiles/tile-query.ts'
import type { ImageFilter } from '../../core/queries/lists/images.ts'
import type { ImageSearchFilter } from '../../core/queries/searches/search-filter.ts'
import type { SubjectFilter } from '../../core/queries/lists/subjects.ts'

/** Turn the parameters of lists and exports into filters. */

type Filters<Query> = Omit<Query, 'ordering' | 'page' | 'page_size'>

/** Exports also accept `bbox`. */
type AreaParameters = Filters<AreaQuery> & { bbox?: string | undefined }
type PointParameters = Filters<PointQuery> & AreaParameters
/** Those of maps. */
type PlacedParameters = PointParameters & Pick<ImageQuery, 'creator'>

/** @throws CatalogError kind `invalid` for an invalid box */
export function toAreaFilter(query: AreaParameters, visibility: Visibility): AreaFilter {
  return {
    visibility,
    box: toBox(query),
    images: query.image,
    sources: query.source,
    collections: query.collection,
    subjects: query.subject,
    confidence: query.confidence,
    verdict: query.verdict,
    users: query.georeferenced_by,
    yearMin: query.year_min,
    yearMax: query.year_max,
  }
}

/** @throws CatalogError kind `invalid` for an invalid box */
export function toPointFilter(query: PointParameters, visibility: Visibility): PointFilter {
  return { ...toAreaFilter(query, visibility), fromAbove: query.from_above }
}

/**
 * Turns the parameters of a map into filters of what it shows.
 * @param ids the images with the words of the query; undefined without words
 */
export function toPlacedFilters(
  query: PlacedParameters,
  visibility: Visibility,
  ids?: readonly number[],
): PlacedFilters {
  const { creator } = query
  const images = intersect(query.image, ids)
  return {
    points: { ...toPointFilter(query, visibility), creator, images },
    areas:
      query.from_above === false ? null : { ...toAreaFilter(query, visibility), creator, images },
  }
}

/** The ids of both lists; an absent one does not filter. */
export function intersect(
  ids: readonly number[] | undefined,
  others: readonly number[] | undefined,
): readonly number[] | undefined {
  if (ids === undefined || others === undefined) return ids ?? others
  const known = new Set(others)
  return ids.filter((id) => known.has(id))
}

export function toImageFilter(query: Filters<ImageQuery>, visibility: Visibility): ImageFilter {
  return {
    visibility,
    ...toImageSearchFilter(query),
    referenceIds: query.reference_id,
    sha256s: query.sha256?.map((digest) => digest.toLowerCase()),
    ids: query.id,
    processing: query.processing,
    modifiedSince: query.modified_since,
  }
}

/** Turns the filters of searches by words into those of images. */
export function toImageSearchFilter(
  query: Partial<Pick<ImageQuery, keyof typeof searchFilters.shape>>,
): ImageSearchFilter {
  return {
    sources: query.source,
    collections: query.collection,
    subjects: query.subject,
    creator: query.creator,
    yearMin: query.year_min,
    yearMax: query.year_max,
    georeferenced: query.georeferenced,
    fromAbove: query.from_above,
  }
}

export function toSubjectFilter(
  query: Filters<SubjectQuery>,
  visibility: Visibility,
): SubjectFilter {
  return { visibility, slugs: query.slug, modifiedSince: query.modified_since }
}

function toBox({ in_bbox, bbox }: AreaParameters): Box | undefined {
  if (bbox !== undefined) return parseBox(bbox, 'bbox')
  return in_bbox === undefined ? undefined : parseBox(in_bbox)
}
