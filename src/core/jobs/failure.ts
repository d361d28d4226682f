import { CatalogError } from '../errors.ts'
import { PictureError, type PictureFailureReason } from '../imaging/picture-error.ts'
import { PermanentFailure } from './job-handler.ts'

/**
 * What a failure says about trying again.
 * - `permanent`: the same file would fail every time.
 * - `suspicious`: the picture may be too much, or this machine was too busy; the picture is, when it fails
 *   alone as well.
 * - `strain`: this machine was too small for the job and what else it did; worth a few attempts, alone.
 * - `outage`: nothing is wrong with the job; the host cannot do it now.
 * - `stopped`: it was interrupted from here.
 * - `unknown`: anything else; worth a few attempts.
 */
export type Failure = 'permanent' | 'suspicious' | 'strain' | 'outage' | 'stopped' | 'unknown'

const OF_PICTURES: Record<PictureFailureReason, Failure> = {
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

/** What the system says when the disk, the memory or the open files are at an end, or the disk is away. */
const SYSTEM_OUTAGES: readonly string[] = `ENOSPC EDQUOT EIO EROFS EACCES EPERM ENODEV ENXIO ESTALE
  EMFILE ENFILE ENOMEM EAGAIN EBUSY ETIMEDOUT`.split(/\s+/)

const OUTAGES: readonly string[] = ['unavailable', 'busy']

export function classifyFailure(error: unknown): Failure {
  if (error instanceof PermanentFailure) return 'permanent'
  if (error instanceof PictureError) return OF_PICTURES[error.reason]
  if (error instanceof CatalogError) return OUTAGES.includes(error.kind) ? 'outage' : 'unknown'
  const { code } = (error ?? {}) as NodeJS.ErrnoException
  return SYSTEM_OUTAGES.includes(code ?? '') ? 'outage' : 'unknown'
}

/** A sentence for the administrator. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
