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
 * Finds entries of gazetteers by name. First come those with exactly this name, that are near, and that have many
 * inhabitants.
 */
export async function findGazetteerEntries(
  reads: Reads,
  gazetteers: readonly Gazetteer[],
  { text, near, limit }: GazetteerQuery,
): Promise<GazetteerEntry[]> {
  const phrase = toWords(text.slice(0, MAX_PLACE_NAME)).join(' ')
  if (phrase.length < 2) return []
  const found = await Promise.all(
    gazetteers.flatMap((gazetteer) => [
      ...(near ? [findExactNearby(reads, gazetteer, { phrase, near })] : []),
      findBeginning(reads, gazetteer, phrase),
    ]),
  )
  const byId = new Map<number, { entry: GazetteerEntry; rank: number }>()
  for (const row of found.flat()) {
    const rank = rankRow(row, phrase, near)
    if (rank < (byId.get(row.id)?.rank ?? Infinity)) byId.set(row.id, { entry: toEntry(row), rank })
  }
  const ranked = [...byId.values()].toSorted((one, other) => one.rank - other.rank)
  return ranked.slice(0, limit).map(({ entry }) => entry)
}

export interface Gazetteer {
  id: number
  credit: string
}

/** Lists the gazetteers that were read to their ends. */
export async function listComplete(reads: Reads): Promise<Gazetteer[]> {
  return reads
    .selectFrom('gazetteer')
    .select(['id', 'credit'])
    .where('entries', 'is not', null)
    .orderBy('id')
    .execute()
}

async function findBeginning(reads: Reads, gazetteer: Gazetteer, phrase: string) {
  const rows = await selectEntries(reads, gazetteer)
    .where('gazetteer_name.words', '>=', phrase)
    .where('gazetteer_name.words', '<', phrase + LAST)
    .execute()
  return rows.map((row) => ({ ...row, credit: gazetteer.credit }))
}

/** Of names that are common, such as that of a church, the first ones of the index may all be far away. */
async function findExactNearby(
  reads: Reads,
  gazetteer: Gazetteer,
  { phrase, near: { latitude } }: { phrase: string; near: Coordinate },
) {
  const rows = await selectEntries(reads, gazetteer)
    .where('gazetteer_name.words', '=', phrase)
    .where('gazetteer_name.latitude', '>=', latitude - NEARBY)
    .where('gazetteer_name.latitude', '<=', latitude + NEARBY)
    .execute()
  return rows.map((row) => ({ ...row, credit: gazetteer.credit }))
}

type FoundRow = Awaited<ReturnType<typeof findBeginning>>[number]

/** The first names of one gazetteer in the order of the key. */
function selectEntries(reads: Reads, { id }: Gazetteer) {
  return reads
    .selectFrom('gazetteer_name')
    .innerJoin('gazetteer_entry', 'gazetteer_entry.id', 'gazetteer_name.entry_id')
    .select([
      ...(['gazetteer_name.words', 'gazetteer_name.is_whole'] as const),
      ...(['gazetteer_entry.id', 'gazetteer_entry.name', 'gazetteer_entry.kind'] as const),
      ...(['gazetteer_entry.latitude', 'gazetteer_entry.longitude'] as const),
      ...(['gazetteer_entry.west', 'gazetteer_entry.south'] as const),
      ...(['gazetteer_entry.east', 'gazetteer_entry.north'] as const),
      'gazetteer_entry.inhabitants',
    ])
    .where('gazetteer_name.gazetteer_id', '=', id)
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
