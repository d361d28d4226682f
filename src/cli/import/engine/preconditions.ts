import { CatalogError } from '../../../core/errors.ts'
import { recordIntent, type Answer, type Step } from '../journal/protocol.ts'
import { fixCommitBody, type JournalRow } from '../journal/row.ts'
import { newestImage } from '../recovery/locate-image.ts'
import type { Addresses } from './perform-step.ts'
import { acquireUploadSlot, NOT_BEGUN, tooManySlots } from '../transfer/upload-deadline.ts'
import type { Turn } from './commit-order.ts'
import type { RunContext } from './run-context.ts'

/** Slots that a row may use up in one run. */
const SLOTS = 3

/** Times that a look-up is repeated before the row is left for a later run, and the pause between. */
const SEARCHES = 3
const SEARCH_PAUSE_MS = 2000

/** Cancels that are sent for a row in one run. */
const CANCELS = 6

/** One row on its way, in one run. */
export interface RowRun {
  readonly work: RunContext
  readonly row: JournalRow
  readonly turn: Turn
  readonly onlyDecide?: boolean
  readonly addresses: Addresses
  /** The room that it has for an upload. */
  lane: Disposable | undefined
  slots: number
  searches: number
  cancels: number
  hasTurn: boolean
  /** Whether the journal has its first commit before its turn has come: being written, or written. */
  announced: 'no' | 'almost' | 'yes'
  /** It is left as it is. */
  isLeft: boolean
  lastAnswer: Answer | undefined
}

/**
 * What must be so before a step is done; each throws a CatalogError where the row is better left alone.
 * A slot is only asked for when its upload can begin at once.
 */
export const PRECONDITIONS: Record<Step, (course: RowRun) => Promise<void>> = {
  async request_slot(course) {
    const { work, row } = course
    course.slots += 1
    if (course.slots > SLOTS) throw tooManySlots(SLOTS, row.image.size, course.lastAnswer)
    await enterLane(course)
    if (!work.mayBegin()) throw notBegun()
    row.kept.body = null
    row.kept.newestBefore = await newestKnown(work, row.image.collection)
  },
  async upload(course) {
    const { work, row } = course
    await enterLane(course)
    // The bytes move again: what was sent to an earlier slot was in vain.
    work.sending.onBytes(-(work.uploaded.get(row.id) ?? 0))
    work.uploaded.delete(row.id)
  },
  async commit(course) {
    leaveLane(course)
    // Before the journal announces it, for every slot: a new slot begins without a body.
    fixCommitBody(course.row)
    if (course.hasTurn) return
    course.turn.whenNear(() => announceAhead(course))
    if (!(await course.turn.begin())) course.work.journal.note(course.row, 'order.overtaking')
    if (!course.work.mayCommit()) throw notBegun()
    course.hasTurn = true
  },
  async cancel(course) {
    leaveLane(course)
    if (course.cancels === CANCELS) throw noAnswer()
    course.cancels += 1
  },
  async locate(course) {
    leaveLane(course)
    const { sending } = course.work
    if (course.searches === SEARCHES) throw notYetKnown()
    if (course.searches > 0) await sending.cli.sleep(SEARCH_PAUSE_MS, sending.signal)
    course.searches += 1
  },
}

/**
 * What waits for its turn is already as good as sent for the journal, so that nothing waits for the disk
 * when the turn comes. It is so in the order of turns: a run that goes on after a crash sends what was
 * announced first, and that is what comes first.
 */
function announceAhead(course: RowRun): void {
  const { work, row, isLeft, hasTurn } = course
  if (isLeft || hasTurn || row.standing.state !== 'uploaded') return
  const written = work.journal.saveAlong({ ...row, standing: recordIntent(row.standing, 'commit') })
  course.announced = 'almost'
  written.then(
    () => (course.announced = course.announced === 'almost' ? 'yes' : 'no'),
    () => {},
  )
}

async function enterLane(course: RowRun): Promise<void> {
  course.lane ??= await acquireUploadSlot(course.work, course.row.image)
}

export function leaveLane(course: RowRun): void {
  course.lane?.[Symbol.dispose]()
  course.lane = undefined
}

async function newestKnown({ newest, sending }: RunContext, collection: number): Promise<number> {
  const known = newest.get(collection) ?? newestImage(sending.api, collection)
  newest.set(collection, known)
  try {
    return await known
  } catch (error) {
    newest.delete(collection)
    throw error
  }
}

function notBegun(): CatalogError {
  return new CatalogError('unavailable', 'The import stopped before this row was sent.', {
    code: NOT_BEGUN,
  })
}

function noAnswer(): CatalogError {
  const message =
    'It is not known yet whether the image was created: the instance did not respond. Run the import again.'
  return new CatalogError('unavailable', message, { code: 'commit.unanswered' })
}

function notYetKnown(): CatalogError {
  const message =
    'It is not known yet whether the image was created. Run the import again in 15 minutes.'
  return new CatalogError('unavailable', message, { code: 'commit.unsettled' })
}
