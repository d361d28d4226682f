import { CatalogError } from '../../../core/base/errors.ts'
import type { Answer } from '../journal/row-state-machine.ts'
import type { PlannedImage } from '../check/planned-image.ts'
import type { RunContext } from './run-context.ts'

/** Codes of failures that the engine handles itself. */
export const TOO_SLOW = 'upload.too_slow'
export const NOT_STARTED = 'not_started'

/** Longer uploads might outlast their slot. */
const MAX_UPLOAD_SECONDS = 12 * 60

/**
 * Waits for permission to upload a file. A large file on a slow link is uploaded alone.
 * @throws CatalogError code `upload.too_slow` if even that takes too long
 */
export async function acquireUploadPermit(
  { speed, uploads }: RunContext,
  { size }: PlannedImage,
): Promise<Disposable> {
  if ((speed.estimateSeconds(size) ?? 0) <= MAX_UPLOAD_SECONDS) return await uploads.acquire()
  const seconds = speed.estimateSecondsAlone(size) ?? 0
  if (seconds <= MAX_UPLOAD_SECONDS) return await uploads.acquireAll()
  throw new CatalogError('too_large', describeSlowUpload(size, seconds), { code: TOO_SLOW })
}

function describeSlowUpload(bytes: number, seconds: number): string {
  const rate = (bytes / seconds / 1000).toFixed(0)
  const [megabytes, minutes] = [(bytes / 1e6).toFixed(0), Math.ceil(seconds / 60)]
  return `Uploading ${megabytes} MB at the measured ${rate} kB/s would take ${minutes} minutes, longer than an upload slot lasts. Use a faster connection.`
}

/** The failure of a row that used up its slots in one run. */
export function tooManySlots(slots: number, size: number, last: Answer | undefined): CatalogError {
  if (last?.to !== 'upload') {
    const message = `${slots} upload slots expired before a commit succeeded. Run the import again later.`
    return new CatalogError('unavailable', message, { code: 'commit.unanswered' })
  }
  const megabytes = (size / 1e6).toFixed(1)
  const message = `${slots} upload slots expired before the file (${megabytes} MB) was uploaded. Use a faster connection, or --concurrency 1.`
  return new CatalogError('too_large', message, { code: TOO_SLOW })
}

/** Leaves a row for a later run. */
export function importStopped(): CatalogError {
  return new CatalogError('unavailable', 'The import stopped before this row was sent.', {
    code: NOT_STARTED,
  })
}
