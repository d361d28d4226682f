/** West, south, east and north, in degrees. East may be over 180. */
export type Extent = readonly [west: number, south: number, east: number, north: number]

/** Returns the smallest extent of positions, as longitude and latitude; null without any. */
export function findExtent(positions: readonly (readonly [number, number])[]): Extent | null {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [longitude, latitude] of positions) {
    west = Math.min(west, longitude)
    south = Math.min(south, latitude)
    east = Math.max(east, longitude)
    north = Math.max(north, latitude)
  }
  return west > east ? null : [west, south, east, north]
}
