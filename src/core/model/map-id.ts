/**
 * Ids of the elements that geometries of subjects come from: `way/123` in OpenStreetMap. Geometries that
 * OpenStreetMap does not have get negative numbers, as in its editors.
 */

const MAP_ID = /^(?:node|way|relation)\/-?[1-9]\d{0,14}$/v
const ELEMENT = /^(?:node|way|relation)\/[1-9]\d{0,14}$/v

export function isMapId(text: string): boolean {
  return MAP_ID.test(text)
}

/** Whether the id names an element of OpenStreetMap. */
export function isElementId(text: string): boolean {
  return ELEMENT.test(text)
}

/** Returns the next negative id that is free: `way/-1`, or `node/-1` for a point. */
export function toOwnMapId(type: string, taken: Iterable<string>): string {
  const numbers = Array.from(taken, (id) => Number(id.split('/')[1]))
  const lowest = Math.min(0, ...numbers)
  return `${type === 'Point' ? 'node' : 'way'}/${lowest - 1}`
}
