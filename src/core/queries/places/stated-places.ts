import { inList } from '../../database/sql.ts'
import type { Reads } from '../../database/store.ts'
import { parseStatedPosition } from '../../model/geometry/stated-position.ts'
import type { SuggestedPlace } from '../../model/placing/suggested-place.ts'

/** Of what the archive states, and of the file: the position of the camera that took the picture, or maybe of the scanner. */
const SCORES = { archive: 0.92, camera: 0.9, scanner: 0.1 }

const MS_PER_DAY = 86_400_000

/** Finds the places that archives and files state, by image. */
export async function findStatedPlaces(
  reads: Reads,
  ids: readonly number[],
): Promise<ReadonlyMap<number, SuggestedPlace[]>> {
  const rows = await reads
    .selectFrom('image')
    .select(['id', 'gps_position', 'captured_on', 'fuzzy_from', 'fuzzy_to'])
    .select(['archive_position', 'generation_of', 'file_version'])
    .where('id', 'in', inList(ids))
    .where((eb) =>
      eb.or([eb('archive_position', 'is not', null), eb('gps_position', 'is not', null)]),
    )
    .execute()
  return new Map(rows.map((row) => [row.id, listPlaces(row)]))
}

interface StatedRow extends CaptureDates {
  archive_position: string | null
  gps_position: string | null
  generation_of: string | null
  file_version: string | null
}

function listPlaces(row: StatedRow): SuggestedPlace[] {
  const { archive_position: ofArchive, generation_of: readFile, file_version: file } = row
  const ofFile = readFile === file ? row.gps_position : null
  return [
    ...toPlaces(ofArchive, { reason: 'archive_position', score: SCORES.archive }),
    ...toPlaces(ofFile, {
      reason: 'gps_position',
      score: isOfItsDate(row) ? SCORES.camera : SCORES.scanner,
    }),
  ]
}

function toPlaces(
  text: string | null,
  found: Pick<SuggestedPlace, 'reason' | 'score'>,
): SuggestedPlace[] {
  const position = parseStatedPosition(text ?? '')
  return position
    ? [{ ...position, ...found, radius: 0, images: [], subject: null, entry: null }]
    : []
}

interface CaptureDates {
  captured_on: string | null
  fuzzy_from: number | null
  fuzzy_to: number | null
}

/** Whether the file was made when the picture was taken, rather than scanned later. */
function isOfItsDate({ captured_on: day, fuzzy_from: from, fuzzy_to: to }: CaptureDates): boolean {
  if (day === null || from === null || to === null) return false
  const captured = Date.parse(day) / MS_PER_DAY
  return captured >= from && captured <= to
}
