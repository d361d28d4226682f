import { inList } from '../../database/sql.ts'
import type { Reads } from '../../database/store.ts'
import { parseStatedPosition } from '../../model/geometry/stated-position.ts'
import type { SuggestedPlace } from '../../model/placing/suggested-place.ts'

/** The position of the camera that took the picture, and one that may be that of the scanner. */
const SCORES = { camera: 0.9, scanner: 0.25 }

const MS_PER_DAY = 86_400_000

/** Finds the places that the files of images state, by image. */
export async function findStatedPlaces(
  reads: Reads,
  ids: readonly number[],
): Promise<ReadonlyMap<number, SuggestedPlace[]>> {
  const rows = await reads
    .selectFrom('image')
    .select(['id', 'gps_position', 'captured_on', 'fuzzy_from', 'fuzzy_to'])
    .where('id', 'in', inList(ids))
    .where('gps_position', 'is not', null)
    .whereRef('generation_of', '=', 'file_version')
    .execute()
  return new Map(rows.map((row) => [row.id, listPlaces(row)]))
}

interface StatedRow {
  gps_position: string | null
  captured_on: string | null
  fuzzy_from: number | null
  fuzzy_to: number | null
}

function listPlaces(row: StatedRow): SuggestedPlace[] {
  const position = parseStatedPosition(row.gps_position ?? '')
  if (!position) return []
  const score = isOfItsDate(row) ? SCORES.camera : SCORES.scanner
  const evidence = { images: [], subject: null, entry: null }
  return [{ ...position, radius: 0, score, reason: 'gps_position', ...evidence }]
}

/** Whether the file was made when the picture was taken, rather than scanned later. */
function isOfItsDate({ captured_on: day, fuzzy_from: from, fuzzy_to: to }: StatedRow): boolean {
  if (day === null || from === null || to === null) return false
  const captured = Date.parse(day) / MS_PER_DAY
  return captured >= from && captured <= to
}
