import { parseBounds } from './merge-clusters.ts'

/** Place on the map of a picture in a list. */
export interface Place {
  /** Of the georeference, `point/31` or `area/7`. */
  key: string
  /** West, south, east and north in degrees. */
  box: readonly number[]
}

/** Reads the place of a picture. */
export function readPlace({ dataset }: HTMLElement): Place | null {
  const { place, box } = dataset
  return place === undefined || box === undefined ? null : { key: place, box: parseBounds(box) }
}

/** Returns the middle of a place, in degrees. */
export function findMiddle({ box: [west = 0, south = 0, east = 0, north = 0] }: Place): number[] {
  return [(west + east) / 2, (south + north) / 2]
}

/** Returns a number by which areas can be compared. */
export function measureBox({ box: [west = 0, south = 0, east = 0, north = 0] }: Place): number {
  return (east - west) * (north - south)
}
