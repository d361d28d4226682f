import type { ImageUpdate } from '../../core/contract/image-update.ts'
import type { Difference } from './differences.ts'

/** What a row of the table asks for. */
export interface PlannedUpdate {
  row: number
  line: number
  imageId: number
  wanted: ImageUpdate
}

export const UPDATE_STATES = [
  'updated',
  /** Only with --dry-run. */
  'would_update',
  /** The image is as the row says already. */
  'unchanged',
  'failed',
  /** Somebody changed the same members meanwhile. */
  'conflict',
  /** The run ended before. */
  'not_started',
] as const
export type UpdateState = (typeof UPDATE_STATES)[number]

/** What became of a row. */
export interface UpdateResult {
  row: number
  line: number
  image_id: number
  state: UpdateState
  changes: Difference[]
  code: string | null
  message: string | null
}
