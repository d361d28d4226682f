import type { Reads } from '../../database/store.ts'
import { findMiddle, moveBeside, type Extent } from '../../model/geometry/extent.ts'
import { findGazetteerEntries, type GazetteerEntry, type GazetteerQuery } from './find-entries.ts'

/** Between the names of two streets. */
const AT = /\s+(?:&|\/|-|–|and|at|und|ecke|et|y|esquina)\s+/iu

/** Streets of each name that may cross. */
const CANDIDATES = 20

/** Degrees, about 100 m: streets may end beside each other. */
const GAP = 0.001

/**
 * Finds crossings of streets, and else entries by name. Gazetteers have no house numbers, so an address finds its
 * street.
 */
export async function findNamedPlaces(
  reads: Reads,
  query: GazetteerQuery,
): Promise<GazetteerEntry[]> {
  const names = query.text.split(AT, 3)
  const [one, other] = names
  if (names.length === 2 && one !== undefined && other !== undefined) {
    const crossings = await findCrossings(reads, [one, other], query)
    if (crossings.length > 0) return crossings
  }
  const entries = await findGazetteerEntries(reads, query)
  const street = dropHouseNumber(query.text)
  return entries.length > 0 || street === query.text
    ? entries
    : findGazetteerEntries(reads, { ...query, text: street })
}

async function findCrossings(
  reads: Reads,
  names: readonly [string, string],
  { near, limit }: GazetteerQuery,
): Promise<GazetteerEntry[]> {
  const find = (name: string) =>
    findGazetteerEntries(reads, { text: dropHouseNumber(name), near, limit: CANDIDATES })
  const [ones, others] = await Promise.all([find(names[0]), find(names[1])])
  const crossings = ones.flatMap((one) => others.flatMap((other) => cross(one, other)))
  return crossings.slice(0, limit)
}

function cross(one: GazetteerEntry, other: GazetteerEntry): GazetteerEntry[] {
  if (one.kind !== 'street' || other.kind !== 'street' || one.id === other.id) return []
  const [ofOne, ofOther] = [one.extent, moveBeside(other.extent, one.extent)]
  const [west, east] = overlap([ofOne[0], ofOne[2]], [ofOther[0], ofOther[2]])
  const [south, north] = overlap([ofOne[1], ofOne[3]], [ofOther[1], ofOther[3]])
  if (west - east > GAP || south - north > GAP) return []
  const extent: Extent = [
    ...([Math.min(west, east), Math.min(south, north)] as const),
    ...([Math.max(west, east), Math.max(south, north)] as const),
  ]
  return [{ ...one, ...findMiddle(extent), name: `${one.name} & ${other.name}`, extent }]
}

/** The part that two ranges share. Its end is before its start if they are apart. */
function overlap(
  [low, high]: readonly [number, number],
  [otherLow, otherHigh]: readonly [number, number],
): [number, number] {
  return [Math.max(low, otherLow), Math.min(high, otherHigh)]
}

/** `16-18 New Dorp Lane`, `12, rue Foch` and `Hauptstraße 12a`; `42nd Street` has none. */
function dropHouseNumber(text: string): string {
  return text
    .trim()
    .replace(/^\d{1,5}[a-z]?(?:\s?[-–]\s?\d{1,5})?,?\s+/iu, '')
    .replace(/\s+\d{1,4}[a-z]?$/iu, '')
}
