import { CatalogError, type ErrorKind } from '../../../core/base/errors.ts'
import { sendCancel } from '../transfer/cancel-slots.ts'
import { sendCommit, type DelayedAnswer } from '../transfer/send-commit.ts'
import type { Answer, Step } from '../journal/row-state-machine.ts'
import type { JournalRow } from '../journal/journal-row.ts'
import { locateImage } from '../transfer/locate-image.ts'
import { TRANSIENT_KINDS, withRetry, type RetryContext } from '../../client/retry.ts'
import { toRowProblem } from '../journal/row-result.ts'
import { requestSlot, type GivenSlot } from '../transfer/request-slot.ts'
import { uploadFile } from '../transfer/upload-file.ts'
import type { RunContext, SlotAddresses } from '../transfer/run-context.ts'

const CALLER_KINDS: readonly ErrorKind[] = ['unauthenticated', 'forbidden']

/**
 * Sends the request of one step.
 * @returns the answer, which includes refusals of this row
 * @throws CatalogError kind `unavailable` or `rate_limited` if the instance does not respond in time, and
 *   `unauthenticated` or `forbidden` if it refuses the caller
 */
export async function performStep(
  context: RunContext,
  row: JournalRow,
  step: Step,
  addresses: SlotAddresses,
): Promise<DelayedAnswer<Answer>> {
  if (step === 'request_slot') return { answer: await requestSlotFor(context, row, addresses) }
  if (step === 'upload') return { answer: await uploadToSlot(context, row, addresses) }
  if (step === 'commit') return await sendCommit(context.transfer, row)
  if (step === 'cancel') return await cancelSlot(context, row)
  return { answer: await locateImage(context.search, row) }
}

async function requestSlotFor(
  context: RunContext,
  { image }: JournalRow,
  addresses: SlotAddresses,
): Promise<Answer> {
  try {
    const slot = await withRetry(retryContextOf(context), () =>
      requestSlot(context.transfer, image),
    )
    addresses.set(slot.slot_id, slot)
    const { slot_id, givenAt: at } = slot
    return { to: 'request_slot', is: 'given', slot: slot_id, at, account: context.account }
  } catch (error) {
    return { to: 'request_slot', is: 'refused', problem: toRowProblem(requireRowFailure(error)) }
  }
}

export function retryContextOf({ transfer: { cli, signal }, log }: RunContext): RetryContext {
  return { cli, signal, log }
}

async function uploadToSlot(
  context: RunContext,
  row: JournalRow,
  addresses: SlotAddresses,
): Promise<Answer> {
  const slot = addresses.get(row.rowState.slot ?? '')
  if (slot === undefined) return { to: 'upload', is: 'slot_closed' }
  try {
    const { sha256, modifiedAt } = await withRetry(retryContextOf(context), () =>
      uploadBeforeExpiry(context, row, slot),
    )
    row.record.sha256 = sha256
    row.record.modifiedAt = modifiedAt
    context.uploadedBytes.set(row.id, row.image.size)
    return { to: 'upload', is: 'stored' }
  } catch (error) {
    const failure = requireRowFailure(error)
    if (failure.details.code === 'upload.closed') return { to: 'upload', is: 'slot_closed' }
    return { to: 'upload', is: 'refused', problem: toRowProblem(failure) }
  }
}

/** Uploads until the slot might expire, and measures the speed of the link. */
async function uploadBeforeExpiry(context: RunContext, { image }: JournalRow, slot: GivenSlot) {
  const { transfer, speed, uploads, policy } = context
  const expired = AbortSignal.timeout(policy.minSlotLifetime * 1000)
  const startedAt = performance.now()
  let sent = 0
  const measured = {
    ...transfer,
    signal: AbortSignal.any([transfer.signal, expired]),
    onBytes: (bytes: number) => {
      sent += Math.max(0, bytes)
      transfer.onBytes(bytes)
    },
  }
  try {
    return await uploadFile(measured, image, slot)
  } catch (error) {
    if (!expired.aborted) throw error
    throw new CatalogError('conflict', 'The upload slot expired before the file was uploaded.', {
      code: 'upload.closed',
      cause: error,
    })
  } finally {
    speed.record(sent, (performance.now() - startedAt) / 1000, uploads.inUse)
  }
}

async function cancelSlot(
  context: RunContext,
  { rowState }: JournalRow,
): Promise<DelayedAnswer<Answer>> {
  const answer = await sendCancel(context.transfer, rowState.slot ?? '')
  if (answer.is !== 'lost') return { answer }
  return {
    answer,
    pause: { seconds: rowState.openCancels, reason: 'The instance did not respond.' },
  }
}

/** Rethrows failures that do not concern this row alone. */
export function requireRowFailure(error: unknown): CatalogError {
  if (!(error instanceof CatalogError)) throw error
  if ([...TRANSIENT_KINDS, ...CALLER_KINDS].includes(error.kind)) throw error
  return error
}
