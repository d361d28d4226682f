import type { Reads } from '../../database/store.ts'
import { findMiddle, moveBeside, type Extent } from '../../model/geometry/extent.ts'
import {
  guessCrossings,
  listReadings,
  splitCrossing,
} from '../../model/gazetteer/crossing-names.ts'
import {
  findGazetteerEntries,
  listComplete,
  type GazetteerEntry,
  type GazetteerQuery,
} from './find-entries.ts'

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
  const gazetteers = await listComplete(reads)
  if (gazetteers.length === 0) return []
  const find: FindEntries = (one) => findGazetteerEntries(reads, gazetteers, one)
  const names = splitCrossing(query.text)
  const crossings = names ? await findCrossings(find, names, query) : []
  if (crossings.length > 0) return crossings
  const entries = await find(query)
  if (entries.length > 0) return entries
  // Without a sign between them, only streets that do cross tell where one name ends.
  for (const guess of guessCrossings(query.text)) {
    const guessed = await findCrossings(find, guess, query)
    if (guessed.length > 0) return guessed
  }
  return findByReadings(find, query)
}

type FindEntries = (query: GazetteerQuery) => Promise<GazetteerEntry[]>

/** Finds the entries of the first reading that has any. */
async function findByReadings(find: FindEntries, query: GazetteerQuery): Promise<GazetteerEntry[]> {
  for (const text of listReadings(query.text)) {
    const entries = await find({ ...query, text })
    if (entries.length > 0) return entries
  }
  return []
}

async function findCrossings(
  find: FindEntries,
  names: readonly [string, string],
  { near, limit }: GazetteerQuery,
): Promise<GazetteerEntry[]> {
  const findStreet = (text: string) => findByReadings(find, { text, near, limit: CANDIDATES })
  const [ones, others] = await Promise.all([findStreet(names[0]), findStreet(names[1])])
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
