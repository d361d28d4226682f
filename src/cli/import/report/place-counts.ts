import { formatCount } from '../../terminal/format.ts'
import type { PlaceState, RowResult } from '../journal/row-result.ts'

/** Images of an import by what became of the places that their rows name. */
export type PlaceCounts = Record<PlaceState, number>

/** Part of the summary of an import; empty if no image has a place. */
export interface PlaceSummary {
  places?: PlaceCounts
}

export function countPlaces(rows: Iterable<Pick<RowResult, 'place'>>): PlaceSummary {
  const places: PlaceCounts = { placed: 0, kept: 0, refused: 0, waiting: 0 }
  for (const { place } of rows) if (place !== undefined) places[place] += 1
  return Object.values(places).some((count) => count > 0) ? { places } : {}
}

/** `12 images placed, 3 kept the placement that they have.` No line if no image has a place. */
export function describePlaces({ places }: PlaceSummary): string[] {
  if (places === undefined) return []
  const parts: [number, string][] = [
    [places.kept, 'kept the placement that they have (--replace-places adds a newer one)'],
    [places.refused, 'could not be placed'],
    [places.waiting, 'not placed yet'],
  ]
  const counted = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)
  return [`${[`${formatCount(places.placed, 'image')} placed`, ...counted].join(', ')}.`]
}
