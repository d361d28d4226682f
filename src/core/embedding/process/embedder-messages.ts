/** The messages between the server and an embedder child: one task, then one reply. */

import type { PictureFailure } from '../../imaging/picture-error.ts'
import type { ModelErrorCode } from '../inference/model-error.ts'

export type EmbedderTask = { name: 'text'; text: string } | { name: 'images'; files: string[] }

/** `vectors` has one embedding for the text, or one per file. */
export type EmbedderReply =
  | { vectors: Float32Array[] }
  | { pictureFailure: PictureFailure }
  | { modelFailure: ModelFailure }

/** A ModelError as it crosses from the embedder child to the server. */
export interface ModelFailure {
  problem: string
  code: ModelErrorCode
  hint: string
  detail?: string
}
