import type { Reads } from '../../database/store.ts'
import { computeGeodesic, type Coordinate } from '../../model/geometry/geodesic.ts'
import type { Extent } from '../../model/geometry/extent.ts'
import { MAX_PLACE_NAME, toWords, type PlaceKind } from '../../model/gazetteer/named-place.ts'

export interface GazetteerEntry extends Coordinate {
  id: number
  name: string
  kind: PlaceKind
  extent: Extent
  credit: string
}

/** Names that are read and ranked: a short text begins many. */
const READ = 200

/** Degrees of latitude around the position that is near. */
const NEARBY = 1

/** The highest character, so that a range ends after all texts with the same beginning. */
const LAST = '\u{10FFFF}'

export interface GazetteerQuery {
  /** A name, or the beginning of one, from any of its words on. */
  text: string
  /** A position in whose surroundings entries are preferred; null if there is none. */
  near: Coordinate | null
  limit: number
}

/**
 * Finds entries of all gazetteers by name. First come those with exactly this name, that are near, and that have many
 * inhabitants.
 */
export async function findGazetteerEntries(
  reads: Reads,
  { text, near, limit }: GazetteerQuery,
): Promise<GazetteerEntry[]> {
  const phrase = toWords(text.slice(0, MAX_PLACE_NAME)).join(' ')
  if (phrase.length < 2) return []
  const [nearby, others] = await Promise.all([
    near ? findExactNearby(reads, phrase, near) : [],
    findBeginning(reads, phrase),
  ])
  const byId = new Map<number, { entry: GazetteerEntry; rank: number }>()
  for (const row of [...nearby, ...others]) {
    const rank = rankRow(row, phrase, near)
    if (rank < (byId.get(row.id)?.rank ?? Infinity)) byId.set(row.id, { entry: toEntry(row), rank })
  }
  const ranked = [...byId.values()].toSorted((one, other) => one.rank - other.rank)
  return ranked.slice(0, limit).map(({ entry }) => entry)
}

function findBeginning(reads: Reads, phrase: string) {
  return selectEntries(reads)
    .where('gazetteer_name.words', '>=', phrase)
    .where('gazetteer_name.words', '<', phrase + LAST)
    .execute()
}

/** Of names that are common, such as that of a church, the first ones of the index may all be far away. */
function findExactNearby(reads: Reads, phrase: string, { latitude }: Coordinate) {
  return selectEntries(reads)
    .where('gazetteer_name.words', '=', phrase)
    .where('gazetteer_name.latitude', '>=', latitude - NEARBY)
    .where('gazetteer_name.latitude', '<=', latitude + NEARBY)
    .execute()
}

type FoundRow = Awaited<ReturnType<typeof findBeginning>>[number]

function selectEntries(reads: Reads) {
  return reads
    .selectFrom('gazetteer_name')
    .innerJoin('gazetteer_entry', 'gazetteer_entry.id', 'gazetteer_name.entry_id')
    .innerJoin('gazetteer', 'gazetteer.id', 'gazetteer_entry.gazetteer_id')
    .select([
      ...(['gazetteer_name.words', 'gazetteer_name.is_whole', 'gazetteer.credit'] as const),
      ...(['gazetteer_entry.id', 'gazetteer_entry.name', 'gazetteer_entry.kind'] as const),
      ...(['gazetteer_entry.latitude', 'gazetteer_entry.longitude'] as const),
      ...(['gazetteer_entry.west', 'gazetteer_entry.south'] as const),
      ...(['gazetteer_entry.east', 'gazetteer_entry.north'] as const),
      'gazetteer_entry.inhabitants',
    ])
    .where('gazetteer.entries', 'is not', null)
    .orderBy('gazetteer_name.words')
    .orderBy('gazetteer_name.latitude')
    .orderBy('gazetteer_name.entry_id')
    .limit(READ)
}

function toEntry(row: FoundRow): GazetteerEntry {
  const { id, name, kind, latitude, longitude, west, south, east, north, credit } = row
  return { id, name, kind, latitude, longitude, extent: [west, south, east, north], credit }
}

/** Lower ranks come first. A tenfold distance counts as much as a name that only contains the phrase. */
function rankRow(row: FoundRow, phrase: string, near: Coordinate | null): number {
  const inexact = (row.words === phrase ? 0 : 1) + (row.is_whole === 1 ? 0 : 0.5)
  const kilometers = near ? computeGeodesic(near, row).distance / 1000 : 0
  return inexact + 0.5 * Math.log10(1 + kilometers) - 0.1 * Math.log10(1 + row.inhabitants)
}
