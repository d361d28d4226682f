import { CatalogError } from '../../../core/base/errors.ts'
import { recordIntent, type Step } from '../journal/row-state-machine.ts'
import { fixCommitBody } from '../journal/journal-row.ts'
import { fetchNewestImageId } from '../transfer/locate-image.ts'
import { acquireUploadPermit, importStopped, tooManySlots } from '../transfer/upload-deadline.ts'
import type { RowRun, RunContext } from '../transfer/run-context.ts'

/** Slots per row and run. */
const MAX_SLOTS = 3

/** Searches per row and run; after that, the row waits for a later run. */
const MAX_SEARCHES = 3
const SEARCH_PAUSE_MS = 2000

/** Cancel requests per row and run. */
const MAX_CANCELS = 6

/**
 * Preconditions of the request of each step. A precondition waits until it holds, or throws a CatalogError
 * that defers the row to a later run.
 */
export const PRECONDITIONS: Record<Step, (run: RowRun) => Promise<void>> = {
  async request_slot(run) {
    const { context, row } = run
    run.slotsUsed += 1
    if (run.slotsUsed > MAX_SLOTS) throw tooManySlots(MAX_SLOTS, row.image.size, run.lastAnswer)
    // Slots expire, so the upload must be able to start at once.
    await holdUploadPermit(run)
    if (!context.mayStartRow()) throw importStopped()
    row.record.body = null
    row.record.newestImageBefore = await newestImageBefore(context, row.image.collection)
  },
  async upload(run) {
    const { context, row } = run
    await holdUploadPermit(run)
    // Bytes that were sent to an expired slot no longer count as progress.
    context.transfer.onBytes(-(context.uploadedBytes.get(row.id) ?? 0))
    context.uploadedBytes.delete(row.id)
  },
  async commit(run) {
    releaseUploadPermit(run)
    // The journal must have the body before the intent; a new slot starts without one.
    fixCommitBody(run.row)
    if (run.hasTurn) return
    run.turn.callInOrder(() => recordIntentAhead(run))
    if (!(await run.turn.begin())) run.context.journal.recordEvent(run.row, 'order.overtaking')
    if (!run.context.mayCommit()) throw importStopped()
    run.hasTurn = true
  },
  async cancel(run) {
    releaseUploadPermit(run)
    if (run.cancelsSent === MAX_CANCELS) throw commitUnanswered()
    run.cancelsSent += 1
  },
  async locate(run) {
    releaseUploadPermit(run)
    const { transfer } = run.context
    if (run.searchesDone === MAX_SEARCHES) throw commitUnsettled()
    if (run.searchesDone > 0) await transfer.cli.sleep(SEARCH_PAUSE_MS, transfer.signal)
    run.searchesDone += 1
  },
}

/**
 * Records the intent to commit while the row waits for its turn, so that the commit need not wait for the
 * disk. Intents are recorded in commit order, because a run after a crash resends them in that order.
 */
function recordIntentAhead(run: RowRun): void {
  const { context, row, isDeferred, hasTurn } = run
  if (isDeferred || hasTurn || row.rowState.state !== 'uploaded') return
  const saved = context.journal.saveRowDeferred({
    ...row,
    rowState: recordIntent(row.rowState, 'commit'),
  })
  run.intent = 'recording'
  saved.then(
    () => (run.intent = run.intent === 'recording' ? 'recorded' : 'unrecorded'),
    () => {},
  )
}

async function holdUploadPermit(run: RowRun): Promise<void> {
  run.uploadPermit ??= await acquireUploadPermit(run.context, run.row.image)
}

export function releaseUploadPermit(run: RowRun): void {
  run.uploadPermit?.[Symbol.dispose]()
  run.uploadPermit = undefined
}

async function newestImageBefore(
  { newestImages, transfer }: RunContext,
  collection: number,
): Promise<number> {
  const known = newestImages.get(collection) ?? fetchNewestImageId(transfer.api, collection)
  newestImages.set(collection, known)
  try {
    return await known
  } catch (error) {
    newestImages.delete(collection)
    throw error
  }
}

function commitUnanswered(): CatalogError {
  const message =
    'It is not known yet whether the image was created: the instance did not respond. Run the import again.'
  return new CatalogError('unavailable', message, { code: 'commit.unanswered' })
}

function commitUnsettled(): CatalogError {
  const message =
    'It is not known yet whether the image was created. Run the import again in 15 minutes.'
  return new CatalogError('unavailable', message, { code: 'commit.unsettled' })
}
