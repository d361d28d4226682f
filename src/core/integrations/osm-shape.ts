import { assembleArea } from '../model/geometry/assemble-area.ts'
import { GeometryError, type Position, type Shape } from '../model/geometry/geometry.ts'
import { joinLines } from '../model/geometry/join-lines.ts'
import { parseShape } from '../model/geometry/parse-shape.ts'
import { MAX_POSITIONS } from '../model/geometry/parse.ts'
import type { OsmElement, OsmMember, OsmPath, OsmRelation, OsmWay } from './osm-element.ts'

/**
 * Converts an element to its shape: an area, a line or a point.
 * @throws GeometryError that says why it has none
 */
export function toShape(element: OsmElement): Shape {
  if (element.type === 'way') return parseShape(wayToShape(element))
  if (element.type === 'relation') return parseShape(relationToShape(element))
  return parseShape({ type: 'Point', coordinates: [element.lon, element.lat] })
}

function wayToShape({ geometry, tags, id }: OsmWay): Shape {
  const line = toLine(geometry, `way/${id}`)
  return isClosed(line) && isArea(tags) ? assembleArea([line]) : joinLines([line])
}

/** Keys of things that are lines, even closed ones such as a roundabout or a town wall. */
const LINEAR_KEYS = ['highway', 'railway', 'barrier', 'waterway', 'aerialway', 'route', 'power']
/** Values of these keys that are areas nevertheless. */
const AREAL_VALUES = /^(?:station|platform|riverbank|dock|boatyard|plant|substation)$/

/** Documented at https://wiki.openstreetmap.org/wiki/Area. */
function isArea(tags: Readonly<Record<string, string>>): boolean {
  if (tags['area'] === 'yes' || tags['building'] !== undefined) return true
  if (tags['area'] === 'no') return false
  return LINEAR_KEYS.every((key) => tags[key] === undefined || AREAL_VALUES.test(tags[key]))
}

const AREA_RELATIONS = new Set(['multipolygon', 'boundary', 'building', 'site'])
/** Members that outline an area. Others mark its label, its capital, its parts. */
const OUTLINE_ROLES = new Set(['', 'outer', 'inner', 'outline', 'enclave', 'exclave', 'perimeter'])

/** Roles `outer` and `inner` are often wrong, so what the members enclose decides. */
function relationToShape({ tags, members }: OsmRelation): Shape {
  const isAreal = AREA_RELATIONS.has(tags['type'] ?? '')
  const wanted = members.filter(({ role }) => !isAreal || OUTLINE_ROLES.has(role))
  const nested = wanted.find(({ type }) => type === 'relation')
  if (nested) throw new GeometryError(`It has the member relation/${nested.ref}; fetch that one.`)
  const lines = wanted.filter(({ type }) => type === 'way').map(memberToLine)
  requireFewPositions(lines)
  if (isAreal) return assembleArea(lines)
  return joinLines(lines)
}

function memberToLine({ ref, geometry }: OsmMember): Position[] {
  return toLine(geometry, `way/${ref}`)
}

function toLine(path: OsmPath, name: string): Position[] {
  const line = path?.flatMap((at): Position[] => (at ? [[at.lon, at.lat]] : []))
  if (line && line.length === path?.length && line.length > 0) return line
  throw new GeometryError(`The geometry of ${name} is incomplete.`)
}

function isClosed(line: readonly Position[]): boolean {
  return line.length > 3 && String(line[0]) === String(line.at(-1))
}

function requireFewPositions(lines: readonly Position[][]): void {
  const count = lines.reduce((sum, line) => sum + line.length, 0)
  // Positions where members meet occur twice.
  if (count <= 2 * MAX_POSITIONS) return
  throw new GeometryError(['too_many_positions', count, MAX_POSITIONS])
}
