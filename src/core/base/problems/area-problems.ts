/** Problems of the area that an image covers. Rings have names such as `Ring 1`. */
export const AREA_PROBLEMS = {
  /** @param mistake in the form of the GeoJSON */
  not_a_polygon: (mistake: string) => mistake,
  too_many_rings: (count: number, most: number) =>
    `It has ${count} rings; at most ${most} are accepted.`,
  too_many_positions: (count: number, most: number) =>
    `It has ${count} positions; at most ${most} are accepted.`,
  ring_too_long: (ring: string, count: number, most: number) =>
    `${ring} has ${count} positions; at most ${most} are accepted.`,
  ring_too_short: (ring: string) =>
    `${ring} has too few positions: a ring needs three different ones.`,
  ring_not_closed: (ring: string) =>
    `${ring} is not closed: its last position should equal its first.`,
  ring_around_the_world: (ring: string) => `${ring} goes more than once around the world.`,
  ring_without_area: (ring: string) => `${ring} encloses no area.`,
  area_too_large: (squareDegrees: string, most: number) =>
    `It covers ${squareDegrees} square degrees; at most ${most} are accepted.`,
  unreadable_area: 'The geometry cannot be read.',
  /** @param reason in the words of GEOS, such as `Self-intersection` */
  invalid_area: (reason: string, place: AreaPlace | undefined) =>
    `The geometry is not valid: ${reason}${place ? ` at longitude ${place.longitude}, latitude ${place.latitude}` : ''}.`,
}

/** Position at which an area is invalid, in degrees. */
interface AreaPlace {
  longitude: string
  latitude: string
}
