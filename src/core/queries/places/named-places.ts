import type { Reads } from '../../database/store.ts'
import { computeGeodesic, type Coordinate } from '../../model/geometry/geodesic.ts'
import { findMentions } from '../../model/mentions/find-mentions.ts'
import type { SuggestedPlace } from '../../model/placing/suggested-place.ts'
import type { GazetteerEntry } from '../gazetteer/find-entries.ts'
import { findNamedPlaces } from '../gazetteer/find-named-places.ts'

/** Names in the texts that are looked up, crossings first. */
const MAX_NAMES = 2
/** Entries of a name that are compared. */
const MAX_ENTRIES = 5
/** Streets have the same names in many towns. Entries further apart are of others. In meters. */
const TOWN = 20_000
/** The score of a crossing, and the radius at which an entry has half of it: a camera may stand anywhere in a street. */
const CROSSING = 0.8
const HALF = 500

/**
 * Finds the entries of gazetteers that the title or the description of an image names.
 * @param findNear finds a position in the town of the image, without which names of several towns find nothing
 */
export async function findPlacesInTexts(
  reads: Reads,
  texts: readonly string[],
  findNear: () => Promise<Coordinate | undefined>,
): Promise<SuggestedPlace[]> {
  const names = findMentions(texts).places.slice(0, MAX_NAMES)
  if (names.length === 0 || !(await hasGazetteer(reads))) return []
  const near = (await findNear()) ?? null
  const found = await Promise.all(
    names.map((text) => findNamedPlaces(reads, { text, near, limit: MAX_ENTRIES })),
  )
  return found.flatMap((entries) => {
    const [first] = entries
    if (!first) return []
    const isIn = (other: Coordinate) => computeGeodesic(first, other).distance <= TOWN
    return (near ? isIn(near) : entries.every(isIn)) ? [toPlace(first)] : []
  })
}

async function hasGazetteer(reads: Reads): Promise<boolean> {
  const query = reads.selectFrom('gazetteer').select('id').where('entries', 'is not', null)
  return (await query.limit(1).execute()).length > 0
}

function toPlace({ latitude, longitude, extent, name, credit }: GazetteerEntry): SuggestedPlace {
  const [west, south] = extent
  const corner = { longitude: west, latitude: south }
  const radius = Math.ceil(computeGeodesic({ latitude, longitude }, corner).distance)
  return {
    latitude,
    longitude,
    radius,
    score: CROSSING / (1 + radius / HALF),
    reason: 'gazetteer',
    images: [],
    subject: null,
    entry: { name, credit },
    direction: null,
  }
}
