import { CatalogError } from '../../../core/errors.ts'
import { recordIntent, type Answer, type Step } from '../journal/protocol.ts'
import { fixCommitBody, type JournalRow } from '../journal/journal-row.ts'
import { fetchNewestImageId } from '../recovery/locate-image.ts'
import type { SlotAddresses } from './perform-step.ts'
import { acquireUploadPermit, NOT_STARTED, tooManySlots } from '../transfer/upload-deadline.ts'
import type { CommitTurn } from './commit-order.ts'
import type { RunContext } from './run-context.ts'

/** Slots that a row may use up in one run. */
const MAX_SLOTS = 3

/** Times that a look-up is repeated before the row is left for a later run, and the pause between. */
const MAX_SEARCHES = 3
const SEARCH_PAUSE_MS = 2000

/** Cancels that are sent for a row in one run. */
const MAX_CANCELS = 6

/** One row on its way, in one run. */
export interface RowRun {
  readonly context: RunContext
  readonly row: JournalRow
  readonly turn: CommitTurn
  readonly onlyResolve?: boolean
  readonly addresses: SlotAddresses
  /** The room that it has for an upload. */
  uploadPermit: Disposable | undefined
  slotsUsed: number
  searchesDone: number
  cancelsSent: number
  hasTurn: boolean
  /** Whether the journal has its first commit before its turn has come: being written, or written. */
  intent: 'unrecorded' | 'recording' | 'recorded'
  /** It is left as it is. */
  isDeferred: boolean
  lastAnswer: Answer | undefined
}

/**
 * What must be so before a step is done; each throws a CatalogError where the row is better left alone.
 * A slot is only asked for when its upload can begin at once.
 */
export const PRECONDITIONS: Record<Step, (course: RowRun) => Promise<void>> = {
  async request_slot(course) {
    const { context, row } = course
    course.slotsUsed += 1
    if (course.slotsUsed > MAX_SLOTS)
      throw tooManySlots(MAX_SLOTS, row.image.size, course.lastAnswer)
    await holdUploadPermit(course)
    if (!context.mayStartRow()) throw importStopped()
    row.record.body = null
    row.record.newestImageBefore = await newestKnown(context, row.image.collection)
  },
  async upload(course) {
    const { context, row } = course
    await holdUploadPermit(course)
    // The bytes move again: what was sent to an earlier slot was in vain.
    context.transfer.onBytes(-(context.uploaded.get(row.id) ?? 0))
    context.uploaded.delete(row.id)
  },
  async commit(course) {
    releaseUploadPermit(course)
    // Before the journal announces it, for every slot: a new slot begins without a body.
    fixCommitBody(course.row)
    if (course.hasTurn) return
    course.turn.callInOrder(() => recordIntentAhead(course))
    if (!(await course.turn.begin()))
      course.context.journal.recordEvent(course.row, 'order.overtaking')
    if (!course.context.mayCommit()) throw importStopped()
    course.hasTurn = true
  },
  async cancel(course) {
    releaseUploadPermit(course)
    if (course.cancelsSent === MAX_CANCELS) throw commitUnanswered()
    course.cancelsSent += 1
  },
  async locate(course) {
    releaseUploadPermit(course)
    const { transfer } = course.context
    if (course.searchesDone === MAX_SEARCHES) throw commitUnsettled()
    if (course.searchesDone > 0) await transfer.cli.sleep(SEARCH_PAUSE_MS, transfer.signal)
    course.searchesDone += 1
  },
}

/**
 * What waits for its turn is already as good as sent for the journal, so that nothing waits for the disk
 * when the turn comes. It is so in the order of turns: a run that goes on after a crash sends what was
 * announced first, and that is what comes first.
 */
function recordIntentAhead(course: RowRun): void {
  const { context, row, isDeferred, hasTurn } = course
  if (isDeferred || hasTurn || row.rowState.state !== 'uploaded') return
  const written = context.journal.saveRowDeferred({
    ...row,
    rowState: recordIntent(row.rowState, 'commit'),
  })
  course.intent = 'recording'
  written.then(
    () => (course.intent = course.intent === 'recording' ? 'recorded' : 'unrecorded'),
    () => {},
  )
}

async function holdUploadPermit(course: RowRun): Promise<void> {
  course.uploadPermit ??= await acquireUploadPermit(course.context, course.row.image)
}

export function releaseUploadPermit(course: RowRun): void {
  course.uploadPermit?.[Symbol.dispose]()
  course.uploadPermit = undefined
}

async function newestKnown(
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

function importStopped(): CatalogError {
  return new CatalogError('unavailable', 'The import stopped before this row was sent.', {
    code: NOT_STARTED,
  })
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
