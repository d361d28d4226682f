import type { Extent } from 'ol/extent.js'
import { parseBounds } from './boxes.ts'

/** Place on the map of a picture in a list. */
export interface Place {
  /** Of the georeference, `point/31` or `area/7`. */
  key: string
  /** West, south, east and north in degrees. */
  box: Extent
}

/** Reads the place of a picture. */
export function readPlace({ dataset }: HTMLElement): Place | null {
  const { place, box } = dataset
  return place === undefined || box === undefined ? null : { key: place, box: parseBounds(box) }
}
