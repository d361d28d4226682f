import { PROCESSING_STATES, type ProcessingState } from '../../../../core/model/processing.ts'
import { isDone, type RowResult } from '../row-result.ts'
import type { Picture, Pictures } from './fetch-pictures.ts'

export type PictureCounts = Record<ProcessingState, number>

export function countPictures(pictures: Pictures): PictureCounts {
  const counts: PictureCounts = { pending: 0, ready: 0, damaged: 0, failed: 0 }
  for (const { processing } of pictures.values()) if (processing) counts[processing] += 1
  return counts
}

/** `2 pending, 14 ready, 1 damaged`. */
export function describeCounts(counts: PictureCounts): string {
  const said = PROCESSING_STATES.filter((state) => counts[state] > 0)
  return said.map((state) => `${counts[state]} ${state}`).join(', ') || 'none'
}

/** The images that rows have made, or given files to. */
export function listDoneImages(rows: Iterable<RowResult>): number[] {
  const ids = new Set<number>()
  for (const { image_id, state } of rows) if (image_id !== null && isDone(state)) ids.add(image_id)
  return [...ids]
}

export type RowWithPicture = RowResult & Picture

/** What rows have beside their own columns where pictures were asked about. */
export function pictureColumns(pictures: Pictures | undefined): string[] {
  return pictures ? ['processing', 'processing_reason'] : []
}

/** Rows as they are where nothing was asked, else with what became of their pictures. */
export function withPictures(
  rows: Iterable<RowResult>,
  pictures: Pictures | undefined,
): Iterable<RowResult & Picture> {
  return pictures ? addPictures(rows, pictures) : rows
}

/** Null where there is no image, or it is gone. */
function* addPictures(rows: Iterable<RowResult>, pictures: Pictures): Generator<RowWithPicture> {
  for (const row of rows) {
    const picture = row.image_id === null ? undefined : pictures.get(row.image_id)
    const { processing = null, processing_reason = null } = picture ?? {}
    yield { ...row, processing, processing_reason }
  }
}

/** Whether a person should look at the picture's file. */
export function hasProblem({ processing }: Picture): boolean {
  return processing === 'damaged' || processing === 'failed'
}

/** So many rows are named one by one. */
const MAX_LISTED = 1000

/** The first rows whose pictures a person should look at. */
export function listBadPictures(rows: Iterable<RowResult>, pictures: Pictures): RowWithPicture[] {
  const bad: RowWithPicture[] = []
  for (const row of addPictures(rows, pictures)) {
    if (hasProblem(row) && bad.length < MAX_LISTED) bad.push(row)
  }
  return bad
}
