// Prepares the maps of the world that lie under the maps of the pages: Natural Earth's land and borders, from the
// package world-atlas, cut at 180 degrees and rounded. Natural Earth is in the public domain.
import { readFileSync } from 'node:fs'

const ATLAS = import.meta.resolve('world-atlas/package.json')
/** The end of Web Mercator. */
const LAST_LATITUDE = 85.0511
/** Degrees per unit of the written coordinates, by scale: less than a pixel where the map is shown. */
const UNITS = { '110m': 0.02, '50m': 0.04 }

/**
 * Creates a map with the objects `land` and `borders`, as TopoJSON.
 * @param scale of Natural Earth: `110m` or `50m`
 */
export function createWorldMap(scale) {
  const land = readTopology(`land-${scale}`)
  const countries = readTopology(`countries-${scale}`)
  const polygons = land.objects.land.geometries.flatMap(({ arcs }) =>
    arcs.map((rings) => rings.map((ring) => joinArcs(land, ring))),
  )
  const borders = findSharedArcs(countries).map((arc) => decodeArc(countries, arc))
  const map = { polygons: polygons.flatMap(cutPolygon), borders }
  return JSON.stringify(writeTopology(map, UNITS[scale]))
}

function readTopology(name) {
  return JSON.parse(readFileSync(new URL(`${name}.json`, ATLAS), 'utf8'))
}

/** Decodes an arc to degrees. A negative number is an arc in reverse (TopoJSON, section 2.1.4). */
function decodeArc({ arcs, transform: { scale, translate } }, number) {
  let [x, y] = [0, 0]
  const positions = arcs[number < 0 ? ~number : number].map(([dx, dy]) => {
    x += dx
    y += dy
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]]
  })
  return number < 0 ? positions.reverse() : positions
}

/** Joins the arcs of a ring, each of which starts where the one before ends. */
function joinArcs(topology, numbers) {
  return numbers.flatMap((number) => decodeArc(topology, number).slice(1))
}

/** The arcs that two countries have in common. */
function findSharedArcs({ objects }) {
  const uses = new Map()
  for (const { arcs } of objects.countries.geometries)
    for (const number of arcs.flat(Infinity)) {
      const arc = number < 0 ? ~number : number
      uses.set(arc, (uses.get(arc) ?? 0) + 1)
    }
  return [...uses].filter(([, count]) => count > 1).map(([arc]) => arc)
}

/** Cuts a polygon whose rings may cross 180 degrees into polygons that do not. */
function cutPolygon(rings) {
  const unwrapped = rings.map(closeAroundPole)
  return [-360, 0, 360]
    .map((shift) => unwrapped.map((ring) => clipRing(ring.map(([x, y]) => [x + shift, y]))))
    .filter(([outer]) => outer.length > 0)
    .map((rings) => rings.filter((ring) => ring.length > 0))
}

/** Makes longitudes run on past 180, and leads a ring around the pole, which ends a turn away, along the pole. */
function closeAroundPole(ring) {
  const unwrapped = []
  let turn = 0
  for (const [index, [x, y]] of [...ring, ring[0]].entries()) {
    const step = index === 0 ? 0 : x - ring[index - 1][0]
    if (Math.abs(step) > 180) turn -= 360 * Math.sign(step)
    unwrapped.push([x + turn, y])
  }
  if (turn === 0) return unwrapped.slice(0, -1)
  const [[first, latitude]] = unwrapped
  const pole = 90 * Math.sign(latitude)
  return [...unwrapped, [first + turn, pole], [first, pole]]
}

/** Clips a ring to the world of Web Mercator (algorithm of Sutherland and Hodgman). */
function clipRing(ring) {
  const west = clipAt(ring, (x) => x + 180)
  return clipAt(west, (x) => 180 - x).map(([x, y]) => [
    x,
    Math.max(-LAST_LATITUDE, Math.min(LAST_LATITUDE, y)),
  ])
}

/** @param distanceInside how far inside the limit a longitude is; negative if it is outside */
function clipAt(ring, distanceInside) {
  return ring.flatMap((to, index) => {
    const from = ring.at(index - 1)
    const [before, after] = [distanceInside(from[0]), distanceInside(to[0])]
    const crossing = () => {
      const part = before / (before - after)
      return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]
    }
    if (before < 0 !== after < 0) return after < 0 ? [crossing()] : [crossing(), to]
    return after < 0 ? [] : [to]
  })
}

function writeTopology({ polygons, borders }, unit) {
  const arcs = []
  const add = (arc) => arcs.push(arc) - 1
  const land = polygons
    .map((rings) => rings.map((ring) => encodeArc([...ring, ring[0]], unit)).filter(hasArea))
    .filter((rings) => rings.length > 0)
    .map((rings) => rings.map((ring) => [add(ring)]))
  const lines = borders.map((border) => [add(encodeArc(border, unit))])
  return {
    type: 'Topology',
    transform: { scale: [unit, unit], translate: [0, 0] },
    objects: {
      land: { type: 'MultiPolygon', arcs: land },
      borders: { type: 'MultiLineString', arcs: lines },
    },
    arcs,
  }
}

/** Whether a closed ring still has three corners after it was rounded. */
function hasArea(arc) {
  return arc.length > 3
}

/** Rounds positions, and writes each as the difference to the one before. */
function encodeArc(positions, unit) {
  const steps = []
  let [lastX, lastY] = [0, 0]
  for (const position of positions) {
    const [x, y] = position.map((degrees) => Math.round(degrees / unit))
    if (steps.length === 0 || x !== lastX || y !== lastY) steps.push([x - lastX, y - lastY])
    ;[lastX, lastY] = [x, y]
  }
  return steps
}
