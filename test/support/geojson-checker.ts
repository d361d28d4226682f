/** Checks GeoJSON texts by the rules of RFC 7946 that readers depend on. */

type Json = Record<string, any> // oxlint-disable-line typescript/no-explicit-any -- any JSON

/** Returns the features of a valid collection. @throws if the text breaks a rule, which the message names */
export function checkCollection(text: string): Json[] {
  const collection = JSON.parse(text) as Json
  expectMembers(collection, ['type', 'features'])
  require(collection['type'] === 'FeatureCollection', 'type is FeatureCollection')
  require(text.endsWith('}\n'), 'the text ends with one line break')
  const features = collection['features'] as Json[]
  const ids = features.map(({ id }) => id)
  require(new Set(ids).size === ids.length, 'ids are unique')
  for (const feature of features) checkFeature(feature)
  return features
}

/** @throws if the feature breaks a rule */
export function checkFeature(feature: Json): void {
  expectMembers(feature, ['type', 'id', 'geometry', 'properties'])
  require(feature['type'] === 'Feature', 'type is Feature')
  require(['number', 'string'].includes(typeof feature['id']), 'the id is a number or a string')
  for (const value of Object.values(feature['properties'] as Json)) {
    require(value === null || typeof value !== 'object', 'properties are flat')
  }
  if (feature['geometry'] !== null) checkGeometry(feature['geometry'])
}

function checkGeometry({ type, coordinates, geometries }: Json): void {
  const checks: Record<string, () => void> = {
    Point: () => checkPosition(coordinates),
    LineString: () => coordinates.forEach(checkPosition),
    Polygon: () => checkRings(coordinates),
    MultiPolygon: () => coordinates.forEach(checkRings),
    GeometryCollection: () => geometries.forEach(checkGeometry),
  }
  require(type in checks, `the geometry type ${type} is known`)
  checks[type]!()
}

function checkRings(rings: number[][][]): void {
  rings.forEach((ring, at) => {
    require(ring.length >= 4, 'a ring has four positions')
    require(String(ring[0]) === String(ring.at(-1)), 'a ring is closed')
    for (const position of ring) checkPosition(position)
    const area = ring.slice(1).reduce((sum, [x2 = 0, y2 = 0], index) => {
      const [x1 = 0, y1 = 0] = ring[index]!
      return sum + (x2 - x1) * (y2 + y1)
    }, 0)
    require(area < 0 === (at === 0), 'outlines are counterclockwise, holes clockwise')
  })
}

function checkPosition(position: number[]): void {
  require(position.length === 2 && position.every(Number.isFinite), 'a position has two numbers')
  require(Math.abs(position[1]!) <= 90, 'the latitude is the second number')
  for (const degrees of position) {
    require(/^-?\d+(\.\d{1,7})?$/.test(String(degrees)), 'at most 7 decimal places')
  }
}

function expectMembers(object: Json, names: string[]): void {
  require(String(Object.keys(object)) === String(names), `members are ${names.join(', ')}`)
}

function require(holds: boolean, rule: string): void {
  if (!holds) throw new Error(`invalid GeoJSON: ${rule}`)
}
