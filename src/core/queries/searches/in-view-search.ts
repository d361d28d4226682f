import type { PageRequest } from '../../model/page.ts'
import type { SearchFilter } from './search-filter.ts'

/** Finds images that depict a position. */
export interface InViewSearch {
  /**
   * Selects images by their newest point georeference: within the radius, and with the position inside the viewing
   * cone if the direction is known. Images taken from above are excluded. A page past the end has no hits.
   */
  find(query: InViewQuery): Promise<InViewPage>
}

export interface InViewQuery {
  /** Degrees (WGS 84). */
  latitude: number
  longitude: number
  /** Greatest distance in meters, inclusive. Null searches without a bound. */
  radius: number | null
  filter: SearchFilter
  page: PageRequest
}

/** One page of images, the nearest first, then by id. */
export interface InViewPage {
  hits: readonly InViewHit[]
  /** Number of matching images on all pages. Null without a radius. */
  count: number | null
  hasMore: boolean
}

export interface InViewHit {
  imageId: number
  /** Id of the point georeference. */
  georeferenceId: number
  /** Geodesic distance on the WGS 84 ellipsoid, in meters. */
  distance: number
}
