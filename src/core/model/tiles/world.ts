/** The world as a square of 2^30 units in Web Mercator, from its north-west corner. */

export const WORLD_BITS = 30
export const WORLD_SIZE = 2 ** WORLD_BITS

/** Returns the column of a longitude between −180 and 180. The easternmost one contains 180. */
export function toWorldX(longitude: number): number {
  return clamp(projectLongitude(longitude))
}

/** Returns the row of a latitude. The outermost ones contain what lies beyond the end of the projection. */
export function toWorldY(latitude: number): number {
  return clamp(projectLatitude(latitude))
}

/** In units of the world, without rounding. Each whole turn adds a world. */
export function projectLongitude(longitude: number): number {
  return (longitude / 360 + 0.5) * WORLD_SIZE
}

/** In units of the world, without rounding. The poles are infinitely far away. */
export function projectLatitude(latitude: number): number {
  const sine = Math.sin((latitude * Math.PI) / 180)
  return (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * WORLD_SIZE
}

function clamp(position: number): number {
  return Math.min(WORLD_SIZE - 1, Math.max(0, Math.floor(position)))
}

/** Returns a longitude between −180 and 180. */
export function wrapLongitude(longitude: number): number {
  if (longitude > 180) return longitude - 360
  return longitude < -180 ? longitude + 360 : longitude
}
