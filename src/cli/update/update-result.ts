import type { ImageUpdate } from '../../core/contract/image-update.ts'
import type { PlannedPlace } from '../import/check/check-place.ts'
import type { Difference } from './differences.ts'

/** The image of a row and the values that it should have. */
export interface PlannedUpdate {
  row: number
  line: number
  imageId: number
  wanted: ImageUpdate
  /** The members that would be empty if the blank cells of the row cleared them. */
  blank: ImageUpdate
  /** The place that the row gives the image. */
  place?: PlannedPlace
}

export const UPDATE_STATES = [
  'updated',
  /** Only with --dry-run. */
  'would_update',
  /** The image already has the values of the row. */
  'unchanged',
  'failed',
  /** Someone else changed the same members during the update. */
  'conflict',
  /** The run stopped before this row. */
  'not_started',
] as const
export type UpdateState = (typeof UPDATE_STATES)[number]

/** Changes that were made to the image of a row, or whose dry run was made. */
export interface AppliedUpdate {
  state: UpdateState
  changes: Difference[]
  /** Whether the metadata was changed, although someone else placed the image. */
  isPatched?: true
}

/** The result of one row. */
export interface UpdateResult {
  row: number
  line: number
  image_id: number
  state: UpdateState
  changes: Difference[]
  code: string | null
  message: string | null
}
