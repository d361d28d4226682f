import type { ObjectStore } from '../storage/object-store.ts'
import type { Logger } from '../base/log.ts'
import type { ImagePool } from '../imaging/process/image-pool.ts'
import type { Embedders } from '../embedding/process/embedders.ts'
import type { Config } from '../config/config.ts'
import type { Clock } from '../base/clock.ts'
import type { JobKind } from '../job-queue/enqueue.ts'
import type { Tx, Store } from '../database/store.ts'

/** One run of a job, as its handler sees it. */
export interface JobRun {
  imageId: number | null
  /** The payload, as it was enqueued. */
  payload: unknown
  priority: number
  /** Aborted when the lease is lost, or when the grace period of a stopping server ends. */
  signal: AbortSignal
  /**
   * Marks the job as done, in the transaction that publishes its result, so that it is published only once.
   * Returns false if the lease was lost: then the transaction must change nothing.
   */
  readonly markDone: (tx: Tx) => Promise<boolean>
}

/** The parts of a catalog that job handlers use. */
export type JobServices = {
  clock: Clock
  config: Config
  embedders: Embedders
  images: ImagePool
  log: Logger
  storage: ObjectStore
} & Pick<Store, 'reads' | 'write'>

/**
 * Does a job, at least once. Must be idempotent. Throws if it fails, `PermanentFailure` if a retry is pointless.
 */
export type JobHandler = (services: JobServices, run: JobRun) => Promise<void>

export type JobHandlers = Record<JobKind, JobHandler>

/** A failure that would repeat on every attempt. */
export class PermanentFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'PermanentFailure'
  }
}
