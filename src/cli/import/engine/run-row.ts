import { CatalogError } from '../../../core/errors.ts'
import { releaseSlots, type DelayedAnswer } from '../transfer/send-commit.ts'
import { finishRow } from './finish-row.ts'
import {
  recordIntent,
  IN_DOUBT_STATES,
  applyAnswer,
  chooseNextStep,
  resumeRowState,
  type Answer,
  type Step,
} from '../journal/protocol.ts'
import type { JournalRow } from '../journal/journal-row.ts'
import { interrupted, backOff } from '../transfer/retry.ts'
import { performStep, retryContextOf } from './perform-step.ts'
import { releaseUploadPermit, PRECONDITIONS, type RowRun } from './preconditions.ts'
import { toRowProblem } from '../report/row-result.ts'
import { NOT_STARTED, TOO_SLOW } from '../transfer/upload-deadline.ts'
import type { CommitTurn } from './commit-order.ts'
import type { RunContext } from './run-context.ts'

export interface RowRunOptions {
  /** The row's place among the commits. */
  turn: CommitTurn
  /** Stops as soon as it is known whether there is an image. */
  onlyResolve?: boolean
}

/**
 * Takes a row on, step by step, until it ends. The journal always has its state, and records what a
 * step may do before it is done.
 * @throws CatalogError when the row must be left as it is, for a later run
 */
export async function runRow(
  work: RunContext,
  row: JournalRow,
  drive: RowRunOptions,
): Promise<void> {
  const course: RowRun = { context: work, row, ...drive, ...INITIAL, addresses: new Map() }
  try {
    resumeRow(course)
    for (let step = stepOf(course); step !== undefined; step = stepOf(course)) {
      await takeStep(course, step)
    }
    await recordEnd(course)
  } catch (error) {
    course.isDeferred = true
    await leaveForLater(course, expectedFailure(work, error))
  } finally {
    drive.turn.end()
    releaseUploadPermit(course)
  }
}

const INITIAL = {
  uploadPermit: undefined,
  slotsUsed: 0,
  searchesDone: 0,
  cancelsSent: 0,
  hasTurn: false,
  intent: 'unrecorded',
  isDeferred: false,
  lastAnswer: undefined,
} as const

/** What an earlier run left behind of a slot is given back. */
function resumeRow({ context, row }: RowRun): void {
  const { slot, account } = row.rowState
  row.rowState = resumeRowState(row.rowState)
  row.record.note = null
  if (slot !== null && row.rowState.slot === null && account === context.account) {
    void releaseSlots(context.transfer, [slot])
  }
}

function stepOf({ context, row, onlyResolve }: RowRun): Step | undefined {
  const { hasUnresolvedCommit, state } = row.rowState
  const isDecided = !hasUnresolvedCommit && !IN_DOUBT_STATES.includes(state)
  return onlyResolve && isDecided
    ? undefined
    : chooseNextStep(row.rowState, context.account, context.policy)
}

async function takeStep(course: RowRun, step: Step): Promise<void> {
  const { context, row } = course
  await PRECONDITIONS[step](course)
  if (context.transfer.signal.aborted) throw interrupted()
  const before = row.rowState
  row.rowState = recordIntent(before, step)
  const isNews = step === 'cancel' || before.state !== row.rowState.state
  if (isNews && course.intent !== 'recorded') await context.journal.saveRow(row)
  course.intent = 'unrecorded'
  const { answer, pause } = await performLimited(course, step)
  await recordAnswer(course, answer)
  if (pause) await backOff(retryContextOf(context), pause.seconds, pause.reason)
}

/** Commits go at most as many at a time as uploads. */
async function performLimited(
  { context, row, addresses }: RowRun,
  step: Step,
): Promise<DelayedAnswer<Answer>> {
  if (step !== 'commit') return await performStep(context, row, step, addresses)
  using _lane = await context.commits.acquire()
  return await performStep(context, row, step, addresses)
}

/**
 * Only what announces an effect must be on the disk before things go on; after a crash the rest is found
 * out again.
 */
async function recordAnswer(course: RowRun, answer: Answer): Promise<void> {
  const { context, row, turn } = course
  const { slot } = row.rowState
  course.lastAnswer = answer
  row.rowState = applyAnswer(row.rowState, answer, context.policy)
  recordUnusualAnswer(course, answer)
  if (slot !== null && slot !== row.rowState.slot) {
    course.addresses.delete(slot)
    if (answer.to !== 'cancel') void releaseSlots(context.transfer, [slot])
  }
  if (hasEnded(row)) {
    context.onRowEnded(row)
    turn.end()
  }
  if (row.rowState.state === 'slotted') await context.journal.saveRow(row)
  else void context.journal.saveRowDeferred(row)
}

function recordUnusualAnswer({ context, row }: RowRun, answer: Answer): void {
  const plain = ['given', 'stored', 'made'].includes(answer.is)
  if (!plain) context.journal.recordEvent(row, `${answer.to}.${answer.is}`, JSON.stringify(answer))
}

export function hasEnded({ rowState }: JournalRow): boolean {
  return ['committed', 'failed', 'review'].includes(rowState.state)
}

/** Writes the outcome of a row to disk before reporting it. */
async function recordEnd({ context, row }: RowRun): Promise<void> {
  if (hasEnded(row)) row.record.endedInRun = context.journal.batch.run
  else if (row.rowState.hasUnresolvedCommit) row.record.note = OTHER_ACCOUNT
  await context.journal.saveRowDeferred(row)
  if (row.rowState.state === 'committed') await finishRow(context, row)
}

const OTHER_ACCOUNT = {
  code: 'account.other',
  message:
    'Another account started to import this row, and only that account can find out its outcome. Sign in with that account and run the import again.',
}

async function leaveForLater(course: RowRun, failure: CatalogError): Promise<void> {
  const { context, row } = course
  const { code } = failure.details
  const wasAnnounced = course.intent !== 'unrecorded'
  discardUnsentBody(row)
  if (code === NOT_STARTED) return wasAnnounced ? await context.journal.saveRow(row) : undefined
  if (code === TOO_SLOW) {
    const answer: Answer = { to: 'request_slot', is: 'refused', problem: toRowProblem(failure) }
    row.rowState = applyAnswer(row.rowState, answer, context.policy)
    context.onRowEnded(row)
    return await recordEnd(course)
  }
  row.record.note = toRowProblem(failure)
  await context.journal.saveRow(row)
  throw failure
}

/** A commit that was never sent may have other words next time. */
function discardUnsentBody({ rowState, record }: JournalRow): void {
  if (rowState.state === 'uploaded' && !rowState.hasUnresolvedCommit) record.body = null
}

function expectedFailure({ transfer }: RunContext, error: unknown): CatalogError {
  if (error instanceof CatalogError) return error
  // What was only being looked up ends with it.
  if (transfer.signal.aborted) return interrupted(error)
  throw error
}
