/** Why a picture could not be processed. This file imports no decoder, so that the server can use it. */

export type PictureFailureReason =
  /** Not one of the accepted formats, or not the one announced. */
  | 'unsupported'
  | 'damaged'
  /** More pixels than the setting allows. */
  | 'too_large'
  | 'timeout'
  /** It reached the limit on the memory of one picture. */
  | 'memory'
  /** The process that decoded it ended unexpectedly. */
  | 'crashed'
  /** The machine had no thread or open file left; never the fault of the picture. */
  | 'overloaded'
  /** The machine ran out of memory and probably killed the process. */
  | 'host_memory'
  /** An error that is not known to be about the file. */
  | 'unexplained'
  /** No process could be started; never the fault of the picture. */
  | 'unstarted'
  /** The original could not be read, or a result not written. */
  | 'storage'
  /** The server is stopping. */
  | 'stopped'

/** A failure as it crosses from the image child to the server. */
export interface PictureFailure {
  reason: PictureFailureReason
  /** A sentence or two for an administrator. */
  message: string
  /** The decoder's own message, for the log. */
  detail?: string
}

const PERMANENT: readonly PictureFailureReason[] = ['unsupported', 'damaged', 'too_large']

/** The message is a sentence for an administrator; `detail` is for the log. */
export class PictureError extends Error {
  readonly reason: PictureFailureReason
  readonly detail: string | undefined

  constructor(reason: PictureFailureReason, message: string, detail?: string) {
    super(message)
    this.name = 'PictureError'
    this.reason = reason
    this.detail = detail
  }

  /** Whether the same file would fail again, so that a retry is pointless. */
  get permanent(): boolean {
    return PERMANENT.includes(this.reason)
  }
}
