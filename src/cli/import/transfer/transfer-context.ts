import type { Api } from '../../client/api.ts'
import type { Cli } from '../../cli.ts'
import type { Throttle } from './throttle.ts'

export interface TransferContext {
  cli: Cli
  api: Api
  /** Adds to the progress in bytes. A negative number takes back bytes of a failed attempt. */
  onBytes: (count: number) => void
  /** Adds a file of this many bytes, whose size was unknown until it was downloaded. */
  onDownloaded?: (bytes: number) => void
  /** Aborts all transfers of the run. */
  signal: AbortSignal
  throttle?: Throttle
  /** UUID of the batch that new images belong to. */
  batch?: string
}
