import { CatalogError, type ErrorKind } from '../../../core/errors.ts'
import { sendCancel, sendCommit, type DelayedAnswer } from '../transfer/send-commit.ts'
import type { Answer, Step } from '../journal/protocol.ts'
import type { JournalRow } from '../journal/journal-row.ts'
import { locateImage } from '../recovery/locate-image.ts'
import { TRANSIENT_KINDS, withRetry, type RetryContext } from '../transfer/retry.ts'
import { toRowProblem } from '../report/row-result.ts'
import { requestSlot, uploadFile, type GivenSlot } from '../transfer/upload-file.ts'
import type { RunContext } from './run-context.ts'

const CALLER: readonly ErrorKind[] = ['unauthenticated', 'forbidden']

/** The address of a slot is kept in memory only: it is a secret, and of no use to a later run. */
export type SlotAddresses = Map<string, GivenSlot>

/**
 * Does one step and tells what came of it.
 * @throws CatalogError when the row must be left as it is: kind `unavailable` when nobody answers,
 *   `unauthenticated` or `forbidden` when the next row would be refused as well
 */
export async function performStep(
  work: RunContext,
  row: JournalRow,
  step: Step,
  addresses: SlotAddresses,
): Promise<DelayedAnswer<Answer>> {
  if (step === 'request_slot') return { answer: await requestSlotFor(work, row, addresses) }
  if (step === 'upload') return { answer: await upload(work, row, addresses) }
  if (step === 'commit') return await sendCommit(work.transfer, row)
  if (step === 'cancel') return await cancel(work, row)
  return { answer: await locateImage(work.search, row) }
}

async function requestSlotFor(
  work: RunContext,
  { image }: JournalRow,
  addresses: SlotAddresses,
): Promise<Answer> {
  try {
    const slot = await withRetry(retryContextOf(work), () => requestSlot(work.transfer, image))
    addresses.set(slot.slot_id, slot)
    const { slot_id, givenAt: at } = slot
    return { to: 'request_slot', is: 'given', slot: slot_id, at, account: work.account }
  } catch (error) {
    return { to: 'request_slot', is: 'refused', problem: toRowProblem(requireAboutRow(error)) }
  }
}

export function retryContextOf({ transfer: { cli, signal }, say }: RunContext): RetryContext {
  return { cli, signal, say }
}

async function upload(
  work: RunContext,
  row: JournalRow,
  addresses: SlotAddresses,
): Promise<Answer> {
  const slot = addresses.get(row.rowState.slot ?? '')
  if (slot === undefined) return { to: 'upload', is: 'slot_closed' }
  try {
    const { sha256, modifiedAt } = await withRetry(retryContextOf(work), () =>
      uploadMeasured(work, row, slot),
    )
    row.record.sha256 = sha256
    row.record.modifiedAt = modifiedAt
    work.uploaded.set(row.id, row.image.size)
    return { to: 'upload', is: 'stored' }
  } catch (error) {
    const failure = requireAboutRow(error)
    if (failure.details.code === 'upload.closed') return { to: 'upload', is: 'slot_closed' }
    return { to: 'upload', is: 'refused', problem: toRowProblem(failure) }
  }
}

/** Ends with the slot, and takes the time. */
async function uploadMeasured(work: RunContext, { image }: JournalRow, slot: GivenSlot) {
  const { transfer, speed, uploads, policy } = work
  const over = AbortSignal.timeout(policy.minSlotLifetime * 1000)
  const began = performance.now()
  let sent = 0
  const measured = {
    ...transfer,
    signal: AbortSignal.any([transfer.signal, over]),
    onBytes: (bytes: number) => {
      sent += Math.max(0, bytes)
      transfer.onBytes(bytes)
    },
  }
  try {
    return await uploadFile(measured, image, slot)
  } catch (error) {
    if (!over.aborted) throw error
    throw new CatalogError('conflict', 'The upload slot expired before the file was uploaded.', {
      code: 'upload.closed',
      cause: error,
    })
  } finally {
    speed.record(sent, (performance.now() - began) / 1000, uploads.inUse)
  }
}

async function cancel(work: RunContext, { rowState }: JournalRow): Promise<DelayedAnswer<Answer>> {
  const answer = await sendCancel(work.transfer, rowState.slot ?? '')
  if (answer.is !== 'lost') return { answer }
  return {
    answer,
    pause: { seconds: rowState.openCancels, reason: 'The instance did not respond.' },
  }
}

/** Lets through what is not the row's fault. */
function requireAboutRow(error: unknown): CatalogError {
  if (!(error instanceof CatalogError)) throw error
  if ([...TRANSIENT_KINDS, ...CALLER].includes(error.kind)) throw error
  return error
}
