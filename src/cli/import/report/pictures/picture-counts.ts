import { PROCESSING_STATES, type ProcessingState } from '../../../../core/model/processing.ts'
import { isDone, type RowResult } from '../../journal/row-result.ts'
import type { Picture, Pictures } from './fetch-pictures.ts'

export type PictureCounts = Record<ProcessingState, number>

export function countPictures(pictures: Pictures): PictureCounts {
  const counts: PictureCounts = { pending: 0, ready: 0, damaged: 0, failed: 0 }
  for (const { processing } of pictures.values()) if (processing) counts[processing] += 1
  return counts
}

/** `2 pending, 14 ready, 1 damaged`. */
export function describeCounts(counts: PictureCounts): string {
  const present = PROCESSING_STATES.filter((state) => counts[state] > 0)
  return present.map((state) => `${counts[state]} ${state}`).join(', ') || 'none'
}

/** Lists the ids of images that rows created, or whose files they replaced. */
export function listDoneImages(rows: Iterable<RowResult>): number[] {
  const ids = new Set<number>()
  for (const { image_id, state } of rows) if (image_id !== null && isDone(state)) ids.add(image_id)
  return [...ids]
}

export type RowWithPicture = RowResult & Picture

/** The extra columns of rows with processing states. */
export function pictureColumns(pictures: Pictures | undefined): string[] {
  return pictures ? ['processing', 'processing_reason'] : []
}

/** Adds processing states to rows, if they were fetched. */
export function withPictures(
  rows: Iterable<RowResult>,
  pictures: Pictures | undefined,
): Iterable<RowResult & Picture> {
  return pictures ? addPictures(rows, pictures) : rows
}

/** The state is null if the row has no image or the image does not exist. */
function* addPictures(rows: Iterable<RowResult>, pictures: Pictures): Generator<RowWithPicture> {
  for (const row of rows) {
    const picture = row.image_id === null ? undefined : pictures.get(row.image_id)
    const { processing = null, processing_reason = null } = picture ?? {}
    yield { ...row, processing, processing_reason }
  }
}

/** Whether the user should examine the file of the image. */
export function hasProblem({ processing }: Picture): boolean {
  return processing === 'damaged' || processing === 'failed'
}

/** Maximum number of rows that a status lists. */
const MAX_LISTED = 1000

/** Lists the first rows whose files the user should examine. */
export function listBadPictures(rows: Iterable<RowResult>, pictures: Pictures): RowWithPicture[] {
  const bad: RowWithPicture[] = []
  for (const row of addPictures(rows, pictures)) {
    if (hasProblem(row) && bad.length < MAX_LISTED) bad.push(row)
  }
  return bad
}
