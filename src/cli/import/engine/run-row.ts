import { CatalogError } from '../../../core/base/errors.ts'
import { releaseSlots } from '../transfer/cancel-slots.ts'
import type { DelayedAnswer } from '../transfer/send-commit.ts'
import { downloadRowFile } from '../transfer/download-row-file.ts'
import { finishRow } from './finish-row.ts'
import {
  recordIntent,
  IN_DOUBT_STATES,
  applyAnswer,
  chooseNextStep,
  resumeRowState,
  type Answer,
  type Step,
} from '../journal/row-state-machine.ts'
import type { JournalRow } from '../journal/journal-row.ts'
import { delay } from '../../client/retry.ts'
import { performStep, retryContextOf } from './perform-step.ts'
import { placeImage } from './place-image.ts'
import { releaseUploadPermit, PRECONDITIONS } from './preconditions.ts'
import { toRowProblem } from '../journal/row-result.ts'
import { NOT_STARTED, TOO_SLOW } from '../transfer/upload-deadline.ts'
import type { CommitTurn } from '../transfer/commit-order.ts'
import type { RowRun, RunContext } from '../transfer/run-context.ts'

export interface RowRunOptions {
  /** The row's turn to commit. */
  turn: CommitTurn
  /** Stops once the outcome of an earlier commit is known. */
  onlyResolve?: boolean
}

/**
 * Runs the state machine of one row until the row ends. Each step checks its precondition, records its intent
 * in the journal, sends its request and applies the answer.
 * @throws CatalogError if the row waits for a later run
 */
export async function runRow(
  context: RunContext,
  row: JournalRow,
  options: RowRunOptions,
): Promise<void> {
  const run: RowRun = { context, row, ...options, ...INITIAL_RUN, addresses: new Map() }
  try {
    resumeRow(run)
    for (let step = chooseStep(run); step !== undefined; step = chooseStep(run)) {
      await runStep(run, step)
    }
    await recordEnd(run)
  } catch (error) {
    run.isDeferred = true
    await deferRow(run, toExpectedFailure(context, error))
  } finally {
    options.turn.end()
    releaseUploadPermit(run)
  }
}

const INITIAL_RUN = {
  uploadPermit: undefined,
  slotsUsed: 0,
  searchesDone: 0,
  cancelsSent: 0,
  hasTurn: false,
  intent: 'unrecorded',
  isDeferred: false,
  lastAnswer: undefined,
} as const

/** Resumes the row where an earlier run left it, and releases a slot that it no longer needs. */
function resumeRow({ context, row }: RowRun): void {
  const { slot, account } = row.rowState
  row.rowState = resumeRowState(row.rowState)
  row.record.note = null
  if (slot !== null && row.rowState.slot === null && account === context.account) {
    void releaseSlots(context.transfer, [slot])
  }
}

function chooseStep({ context, row, onlyResolve }: RowRun): Step | undefined {
  const { hasUnresolvedCommit, state } = row.rowState
  const isResolved = !hasUnresolvedCommit && !IN_DOUBT_STATES.includes(state)
  return onlyResolve && isResolved
    ? undefined
    : chooseNextStep(row.rowState, context.account, context.policy)
}

async function runStep(run: RowRun, step: Step): Promise<void> {
  const { context, row } = run
  const problem = step === 'request_slot' ? await downloadRowFile(context, row) : undefined
  if (problem) return await recordAnswer(run, { to: 'request_slot', is: 'refused', problem })
  await PRECONDITIONS[step](run)
  if (context.transfer.signal.aborted) throw interrupted()
  const before = row.rowState
  row.rowState = recordIntent(before, step)
  const hasChanged = step === 'cancel' || before.state !== row.rowState.state
  if (hasChanged && run.intent !== 'recorded') await context.journal.saveRow(row)
  run.intent = 'unrecorded'
  const { answer, pause } = await performLimited(run, step)
  await recordAnswer(run, answer)
  if (pause) await delay(retryContextOf(context), pause.seconds, pause.reason)
}

/** Commits have a concurrency limit of their own: 1 if they are ordered. */
async function performLimited(
  { context, row, addresses }: RowRun,
  step: Step,
): Promise<DelayedAnswer<Answer>> {
  if (step !== 'commit') return await performStep(context, row, step, addresses)
  using _permit = await context.commits.acquire()
  return await performStep(context, row, step, addresses)
}

/** Waits for the disk only where the next request depends on it; a run after a crash finds out the rest. */
async function recordAnswer(run: RowRun, answer: Answer): Promise<void> {
  const { context, row, turn } = run
  const { slot } = row.rowState
  run.lastAnswer = answer
  row.rowState = applyAnswer(row.rowState, answer, context.policy)
  recordUnusualAnswer(run, answer)
  if (slot !== null && slot !== row.rowState.slot) {
    run.addresses.delete(slot)
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
  const isUsual = ['given', 'stored', 'made'].includes(answer.is)
  if (!isUsual)
    context.journal.recordEvent(row, `${answer.to}.${answer.is}`, JSON.stringify(answer))
}

export function hasEnded({ rowState }: JournalRow): boolean {
  return ['committed', 'failed', 'review'].includes(rowState.state)
}

/** Writes the outcome of the row to disk before it is reported. */
async function recordEnd({ context, row }: RowRun): Promise<void> {
  if (hasEnded(row)) row.record.endedInRun = context.journal.batch.run
  else if (row.rowState.hasUnresolvedCommit) row.record.note = OTHER_ACCOUNT
  await context.journal.saveRowDeferred(row)
  if (row.rowState.state !== 'committed') return
  await finishRow(context, row)
  await placeImage(context, row)
}

const OTHER_ACCOUNT = {
  code: 'account.other',
  message:
    'Another account started to import this row, and only that account can find out its outcome. Sign in with that account and run the import again.',
}

async function deferRow(run: RowRun, failure: CatalogError): Promise<void> {
  const { context, row } = run
  const { code } = failure.details
  const hasIntent = run.intent !== 'unrecorded'
  discardUnsentBody(row)
  if (code === NOT_STARTED) return hasIntent ? await context.journal.saveRow(row) : undefined
  if (code === TOO_SLOW) {
    const answer: Answer = { to: 'request_slot', is: 'refused', problem: toRowProblem(failure) }
    row.rowState = applyAnswer(row.rowState, answer, context.policy)
    context.onRowEnded(row)
    return await recordEnd(run)
  }
  row.record.note = toRowProblem(failure)
  await context.journal.saveRow(row)
  throw failure
}

/** A body that was never sent may change with the manifest. */
function discardUnsentBody({ rowState, record }: JournalRow): void {
  if (rowState.state === 'uploaded' && !rowState.hasUnresolvedCommit) record.body = null
}

function interrupted(cause?: unknown): CatalogError {
  return new CatalogError('unavailable', 'Interrupted.', { code: 'interrupted', cause })
}

/** @throws the error itself if it is unexpected */
export function toExpectedFailure({ transfer }: RunContext, error: unknown): CatalogError {
  if (error instanceof CatalogError) return error
  // Aborted requests fail with errors of other kinds.
  if (transfer.signal.aborted) return interrupted(error)
  throw error
}
