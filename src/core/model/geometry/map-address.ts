const NUMBER = String.raw`[+-]?\d{1,3}(?:\.\d+)?`

/** Marks of a place in addresses, in the order in which they count: a marker before the middle of the map. */
const MARKS = [
  /** Google, a place. */
  `!3d(${NUMBER})!4d(${NUMBER})`,
  /** OpenStreetMap, a marker. */
  `[?&]mlat=(${NUMBER})&mlon=(${NUMBER})`,
  /** Bing, a pin. */
  String.raw`[?&]sp=point\.(${NUMBER})_(${NUMBER})`,
  /** Google, a search or a view of the street. */
  `[?&](?:q|query|ll|center|viewpoint)=(?:loc:)?(${NUMBER}),[+ ]?(${NUMBER})(?=[&#]|$)`,
  /** Google, a search. */
  String.raw`/(?:search|place)/(${NUMBER}),[+ ]*(${NUMBER})(?=[/?#]|$)`,
  /** Google, the middle of the map, or where the camera of a view stands. */
  `/@(${NUMBER}),(${NUMBER})`,
  /** OpenStreetMap, the middle of the map. */
  String.raw`[#&]map=[\d.]+/(${NUMBER})/(${NUMBER})`,
  /** Bing, the middle of the map. */
  `[?&]cp=(${NUMBER})~(${NUMBER})`,
  /** Mapillary. */
  `[?&]lat=(${NUMBER})&(?:lng|lon)=(${NUMBER})`,
].map((mark) => new RegExp(mark, 'u'))

/**
 * Finds the position in the address of a page of OpenStreetMap, Google Maps, Bing Maps or Mapillary.
 * @returns `latitude, longitude`, or undefined if the text is no such address
 */
export function findMapPosition(address: string): string | undefined {
  if (!/^https?:\/\//iu.test(address)) return undefined
  const written = address.replaceAll(/%2c/giu, ',').replaceAll(/%7e/giu, '~').replaceAll('%20', ' ')
  for (const mark of MARKS) {
    const [, latitude, longitude] = mark.exec(written) ?? []
    if (latitude !== undefined && longitude !== undefined) return `${latitude}, ${longitude}`
  }
  return undefined
}
