import { CatalogError } from '../../../core/errors.ts'
import { releaseSlots, type Waited } from '../transfer/commit.ts'
import { finish } from './finish-row.ts'
import {
  recordIntent,
  IN_DOUBT,
  applyAnswer,
  nextStep,
  resume,
  type Answer,
  type Step,
} from '../journal/protocol.ts'
import type { JournalRow } from '../journal/row.ts'
import { interrupted, backOff } from '../transfer/retry.ts'
import { perform, waitingOf } from './perform-step.ts'
import { leaveLane, PRECONDITIONS, type RowRun } from './preconditions.ts'
import { problemFrom } from '../report/row-result.ts'
import { NOT_BEGUN, TOO_SLOW } from '../transfer/upload-deadline.ts'
import type { Turn } from './commit-order.ts'
import type { RunContext } from './run-context.ts'

export interface Drive {
  /** The row's place among the commits. */
  turn: Turn
  /** Stops as soon as it is known whether there is an image. */
  onlyDecide?: boolean
}

/**
 * Takes a row on, step by step, until it ends. The journal has its standing at any time, and has what a
 * step may do before it is done.
 * @throws CatalogError when the row must be left as it is, for a later run
 */
export async function driveRow(work: RunContext, row: JournalRow, drive: Drive): Promise<void> {
  const course: RowRun = { work, row, ...drive, ...FRESH, addresses: new Map() }
  try {
    takeUpRow(course)
    for (let step = stepOf(course); step !== undefined; step = stepOf(course)) {
      await take(course, step)
    }
    await end(course)
  } catch (error) {
    course.isLeft = true
    await leave(course, expectedFailure(work, error))
  } finally {
    drive.turn.end()
    leaveLane(course)
  }
}

const FRESH = {
  lane: undefined,
  slots: 0,
  searches: 0,
  cancels: 0,
  hasTurn: false,
  announced: 'no',
  isLeft: false,
  lastAnswer: undefined,
} as const

/** What an earlier run left behind of a slot is given back. */
function takeUpRow({ work, row }: RowRun): void {
  const { slot, account } = row.standing
  row.standing = resume(row.standing)
  row.kept.note = null
  if (slot !== null && row.standing.slot === null && account === work.account) {
    void releaseSlots(work.sending, [slot])
  }
}

function stepOf({ work, row, onlyDecide }: RowRun): Step | undefined {
  const { doubt, state } = row.standing
  const isDecided = !doubt && !IN_DOUBT.includes(state)
  return onlyDecide && isDecided ? undefined : nextStep(row.standing, work.account, work.policy)
}

async function take(course: RowRun, step: Step): Promise<void> {
  const { work, row } = course
  await PRECONDITIONS[step](course)
  if (work.sending.signal.aborted) throw interrupted()
  const before = row.standing
  row.standing = recordIntent(before, step)
  const isNews = step === 'cancel' || before.state !== row.standing.state
  if (isNews && course.announced !== 'yes') await work.journal.save(row)
  course.announced = 'no'
  const { answer, pause } = await performIn(course, step)
  await keep(course, answer)
  if (pause) await backOff(waitingOf(work), pause.seconds, pause.because)
}

/** Commits go at most as many at a time as uploads. */
async function performIn({ work, row, addresses }: RowRun, step: Step): Promise<Waited<Answer>> {
  if (step !== 'commit') return await perform(work, row, step, addresses)
  using _lane = await work.commits.acquire()
  return await perform(work, row, step, addresses)
}

/**
 * Only what announces an effect must be on the disk before things go on; after a crash the rest is found
 * out again.
 */
async function keep(course: RowRun, answer: Answer): Promise<void> {
  const { work, row, turn } = course
  const { slot } = row.standing
  course.lastAnswer = answer
  row.standing = applyAnswer(row.standing, answer, work.policy)
  noteOddity(course, answer)
  if (slot !== null && slot !== row.standing.slot) {
    course.addresses.delete(slot)
    if (answer.to !== 'cancel') void releaseSlots(work.sending, [slot])
  }
  if (hasEnded(row)) {
    work.ended(row)
    turn.end()
  }
  if (row.standing.state === 'slotted') await work.journal.save(row)
  else void work.journal.saveAlong(row)
}

function noteOddity({ work, row }: RowRun, answer: Answer): void {
  const plain = ['given', 'stored', 'made'].includes(answer.is)
  if (!plain) work.journal.note(row, `${answer.to}.${answer.is}`, JSON.stringify(answer))
}

export function hasEnded({ standing }: JournalRow): boolean {
  return ['committed', 'failed', 'review'].includes(standing.state)
}

/** What has ended is on the disk before it is told. */
async function end({ work, row }: RowRun): Promise<void> {
  if (hasEnded(row)) row.kept.endedIn = work.journal.batch.run
  else if (row.standing.doubt) row.kept.note = SOMEBODY_ELSES
  await work.journal.saveAlong(row)
  if (row.standing.state === 'committed') await finish(work, row)
}

const SOMEBODY_ELSES = {
  code: 'account.other',
  message:
    'Another account started to import this row, and only that account can find out its outcome. Sign in with that account and run the import again.',
}

async function leave(course: RowRun, failure: CatalogError): Promise<void> {
  const { work, row } = course
  const { code } = failure.details
  const wasAnnounced = course.announced !== 'no'
  takeBack(row)
  if (code === NOT_BEGUN) return wasAnnounced ? await work.journal.save(row) : undefined
  if (code === TOO_SLOW) {
    const answer: Answer = { to: 'request_slot', is: 'refused', problem: problemFrom(failure) }
    row.standing = applyAnswer(row.standing, answer, work.policy)
    work.ended(row)
    return await end(course)
  }
  row.kept.note = problemFrom(failure)
  await work.journal.save(row)
  throw failure
}

/** A commit that was never sent may have other words next time. */
function takeBack({ standing, kept }: JournalRow): void {
  if (standing.state === 'uploaded' && !standing.doubt) kept.body = null
}

function expectedFailure({ sending }: RunContext, error: unknown): CatalogError {
  if (error instanceof CatalogError) return error
  // What was only being looked up ends with it.
  if (sending.signal.aborted) return interrupted(error)
  throw error
}
