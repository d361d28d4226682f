import { CatalogError } from '../base/errors.ts'
import { PictureError, type PictureFailureReason } from '../imaging/picture-error.ts'
import { ModelError } from '../embedding/inference/model-error.ts'
import { toDiskError } from '../storage/disk-errors.ts'
import { PermanentFailure } from './job-handler.ts'

/**
 * Whether and how a failed job is retried.
 * - `permanent`: the file would fail every time. Not retried.
 * - `suspicious`: the image is too demanding, or the machine was too busy. Retried once while no other job runs.
 * - `strain`: the machine was too busy. Retried a few times while no other job runs.
 * - `outage`: the host cannot do the job at present. Deferred without counting the attempt.
 * - `unusable`: the embedding model cannot be used, whatever the image. Deferred without counting the attempt, without
 *   an end.
 * - `stopped`: this process interrupted the job. Released without counting the attempt.
 * - `unknown`: any other failure. Retried a few times.
 */
export type Failure =
  | 'permanent'
  | 'suspicious'
  | 'strain'
  | 'outage'
  | 'unusable'
  | 'stopped'
  | 'unknown'

const PICTURE_FAILURES: Record<PictureFailureReason, Failure> = {
  unsupported: 'permanent',
  damaged: 'permanent',
  too_large: 'permanent',
  timeout: 'suspicious',
  memory: 'suspicious',
  // libvips can crash where it gets no thread, so a crash alone says little about the file.
  crashed: 'strain',
  host_memory: 'strain',
  unexplained: 'unknown',
  overloaded: 'outage',
  storage: 'outage',
  unstarted: 'outage',
  stopped: 'stopped',
}

const OUTAGES: readonly (string | undefined)[] = ['unavailable', 'busy']

export function classifyFailure(error: unknown): Failure {
  if (error instanceof PermanentFailure) return 'permanent'
  if (error instanceof ModelError) return error.code === 'embedder_failed' ? 'outage' : 'unusable'
  if (error instanceof PictureError) return PICTURE_FAILURES[error.reason]
  const known = error instanceof CatalogError ? error : toDiskError(error)
  return OUTAGES.includes(known?.kind) ? 'outage' : 'unknown'
}

/** Returns the message of an error, for administrators. */
export function getMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
