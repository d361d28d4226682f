import pLimit from 'p-limit'
import { CatalogError } from '../../core/errors.ts'
import { commitImage, releaseSlot } from './commit.ts'
import type { PlannedImage } from './plan.ts'
import { failed, imported, notStarted, undecided, type RowResult } from './result.ts'
import { requestSlot, uploadFile, type Sending } from './upload.ts'

/** Rows in a row that find nobody to talk to: then nobody is there. */
const OUTAGES = 5

export interface RunOptions {
  concurrency: number
  /** Failures after which no more rows are begun. */
  failuresAllowed: number
  /** Told each row's end. */
  onRow: (result: RowResult) => void
}

export interface RunResult {
  /** In the order of rows. */
  rows: RowResult[]
  /** What made the run stop early, other than the person or too many failures. */
  stoppedBy?: CatalogError
}

/**
 * Imports the planned pictures, a few at a time. Once the person asks to stop, what is running is
 * finished and nothing new is begun.
 */
export async function runImport(
  images: readonly PlannedImage[],
  sending: Sending,
  options: RunOptions,
): Promise<RunResult> {
  let failures = 0
  let outages = 0
  let stoppedBy: CatalogError | undefined
  const atOnce = pLimit(options.concurrency)
  const rows = await atOnce.map(images, async (image) => {
    if (sending.cli.signal.aborted || stoppedBy || failures >= options.failuresAllowed) {
      return notStarted(image)
    }
    const result = await importImage(image, sending, (error) => {
      outages = error.details.code === 'network' ? outages + 1 : 0
      if (concernsAll(error) || outages >= OUTAGES) stoppedBy ??= error
    })
    if (result.state === 'imported') outages = 0
    else failures += 1
    options.onRow(result)
    return result
  })
  return { rows, ...(stoppedBy && { stoppedBy }) }
}

/** Where the next row would fail in the same way. */
function concernsAll({ kind }: CatalogError): boolean {
  return kind === 'unauthenticated' || kind === 'forbidden'
}

async function importImage(
  image: PlannedImage,
  sending: Sending,
  onFailure: (error: CatalogError) => void,
): Promise<RowResult> {
  let slotId: string | undefined
  try {
    const slot = await requestSlot(sending, image)
    slotId = slot.slot_id
    await uploadFile(sending, image, slot)
    const outcome = await commitImage(sending, slotId, image)
    return 'imageId' in outcome ? imported(image, outcome.imageId) : undecided(image, outcome.error)
  } catch (error) {
    const failure = expectedFailure(error, sending.signal)
    if (slotId !== undefined) await releaseSlot(sending, slotId)
    onFailure(failure)
    return failed(image, failure)
  }
}

function expectedFailure(error: unknown, signal: AbortSignal): CatalogError {
  if (error instanceof CatalogError) return error
  if (signal.aborted)
    return new CatalogError('unavailable', 'Interrupted.', { code: 'interrupted' })
  const { code } = error as NodeJS.ErrnoException
  if (typeof code === 'string' && code.startsWith('E')) {
    return new CatalogError(
      'unavailable',
      `The file cannot be read: ${(error as Error).message}.`,
      {
        code: 'file.missing',
        cause: error,
      },
    )
  }
  throw error
}
