// The state machine that turns one row of a manifest into exactly one image, even if requests or responses are
// lost. The importer asks `chooseNextStep`, saves the result of `recordIntent` before it sends the request, and
// saves the result of `applyAnswer` afterwards. The functions are pure: a test explores every sequence of network
// errors, crashes and clock readings.
//
// Without errors: planned → slotted → uploaded → committing → committed. The protocol relies on three guarantees:
// - A slot creates at most one image, so a commit can be repeated any number of times.
// - A cancel deletes pending slots only and returns their number. 1 proves that the slot has created no image
//   and never will. 0 means that there is an image, that the slot had expired, or that a commit was running,
//   which may succeed or fail.
// - No commit succeeds after the slot has expired.
// A commit without a clear response is repeated. Then a cancel decides (`fencing`). If it does not name the
// image, the importer searches for it (`locating`).

/** States of a row, as stored in the journal. */
export const STATES = [
  /** Not started. */
  'planned',
  /** The row has a slot; its upload may have started. */
  'slotted',
  /** The file is uploaded. */
  'uploaded',
  /** A commit may have been sent. */
  'committing',
  /** A cancel may have been sent to learn the outcome of the commit. */
  'fencing',
  /** The cancel did not delete the slot: there is an image, or the slot had expired. */
  'locating',
  /** The image exists and its id is known. */
  'committed',
  /** There is no image; the problem says why. */
  'failed',
  /** The user must decide. */
  'review',
] as const
export type State = (typeof STATES)[number]

/** States in which an image may exist that the importer does not know of. */
export const IN_DOUBT_STATES: readonly State[] = ['committing', 'fencing', 'locating']

/** States of rows that a run starts or continues. */
export const UNFINISHED_STATES: readonly State[] = ['planned', 'slotted', 'uploaded', 'failed']

export interface Problem {
  code: string
  message: string
}

/** The state of one row. Times are from the `Date` header of the instance's responses. */
export interface RowState {
  state: State
  /** Id of the current slot. */
  slot: string | null
  /** Seconds since the epoch. */
  slotGivenAt: number | null
  /** Id of the account that owns the slot: the instance hides it from others. */
  account: number | null
  /** Whether a commit of this slot may have succeeded without a response that says so. */
  hasUnresolvedCommit: boolean
  /** Whether the file was uploaded to this slot a second time. */
  isReuploaded: boolean
  /** Number of commits without a response in this run. */
  lostCommits: number
  /** Number of cancels without a response so far. What they deleted is not counted by later ones. */
  openCancels: number
  /** Whether a cancel deleted nothing while the slot was pending, so there is an image or a running commit. */
  hasUncountedCancel: boolean
  imageId: number | null
  /** Why the row failed, needs a decision, or will fail once its slot is closed. */
  problem: Problem | null
}

export const PLANNED: RowState = {
  state: 'planned',
  slot: null,
  slotGivenAt: null,
  account: null,
  hasUnresolvedCommit: false,
  isReuploaded: false,
  lostCommits: 0,
  openCancels: 0,
  hasUncountedCancel: false,
  imageId: null,
  problem: null,
}

/** Limits of the protocol. Durations are in seconds. */
export interface Policy {
  /** Number of commits without a response after which a cancel is sent. */
  maxLostCommits: number
  /** A younger slot certainly accepts commits. */
  minSlotLifetime: number
  /** An older slot certainly rejects commits. */
  maxSlotLifetime: number
  /** Time after which a running commit has certainly ended. */
  commitSettleTime: number
}

export const POLICY: Policy = {
  maxLostCommits: 5,
  minSlotLifetime: 14 * 60,
  maxSlotLifetime: 15 * 60,
  commitSettleTime: 3 * 60,
}

export type Step = 'request_slot' | 'upload' | 'commit' | 'cancel' | 'locate'

/** The outcome of a step. `at` is the instance's time of the response, in seconds since the epoch. */
export type Answer =
  | { to: 'request_slot'; is: 'given'; slot: string; at: number; account: number }
  | { to: 'request_slot'; is: 'refused'; problem: Problem }
  | { to: 'upload'; is: 'stored' | 'slot_closed' }
  /** The instance rejected the file or the upload for good. */
  | { to: 'upload'; is: 'refused'; problem: Problem }
  | { to: 'commit'; is: 'made'; imageId: number }
  /** The request or the file is invalid, so this request created no image. */
  | { to: 'commit'; is: 'refused'; problem: Problem }
  /** The instance has no file in this slot. */
  | { to: 'commit'; is: 'nothing_uploaded' }
  /** The instance does not know the slot, or its response does not tell the outcome. */
  | { to: 'commit'; is: 'unclear' }
  /** The instance says that the slot has created no image and never will. */
  | { to: 'commit'; is: 'closed' }
  | { to: 'commit'; is: 'lost' }
  /** Rate limited. */
  | { to: 'commit'; is: 'too_soon' }
  | { to: 'cancel'; is: 'answered'; deleted: number; at: number }
  | { to: 'cancel'; is: 'lost' }
  | { to: 'locate'; is: 'found'; imageId: number }
  /** The collection is visible and does not contain the image. */
  | { to: 'locate'; is: 'absent'; at: number }
  /** The collection is not visible. */
  | { to: 'locate'; is: 'hidden'; at: number }
  | { to: 'locate'; is: 'ambiguous'; problem: Problem }

type AnswerTo<Asked extends Step> = Extract<Answer, { to: Asked }>

/** Chooses the next step; undefined if there is none, or none for this account. */
export function chooseNextStep(row: RowState, caller: number, policy: Policy): Step | undefined {
  const { state, account, lostCommits } = row
  if (account !== null && account !== caller) return chooseStepForForeignSlot(row)
  if (state === 'planned') return 'request_slot'
  if (state === 'slotted') return 'upload'
  if (state === 'uploaded') return 'commit'
  if (state === 'committing') return lostCommits < policy.maxLostCommits ? 'commit' : 'cancel'
  if (state === 'fencing') return 'cancel'
  return state === 'locating' ? 'locate' : undefined
}

/** The instance hides slots of other accounts, so only their owner can resolve a commit. */
function chooseStepForForeignSlot({ state, hasUnresolvedCommit }: RowState): Step | undefined {
  return !hasUnresolvedCommit && (state === 'slotted' || state === 'uploaded')
    ? 'request_slot'
    : undefined
}

/** Returns the state to save before the request of the step is sent. */
export function recordIntent(row: RowState, step: Step): RowState {
  if (step === 'commit') return { ...row, state: 'committing' }
  if (step === 'cancel') return { ...row, state: 'fencing', openCancels: row.openCancels + 1 }
  return row
}

/** Returns the state at the start of a run. Pending requests of the last run may have succeeded. */
export function resumeRowState(row: RowState): RowState {
  const fresh = { ...row, lostCommits: 0 }
  // Repeat the commit first: this is safe, and an instance that knows it returns the first response.
  if (IN_DOUBT_STATES.includes(row.state))
    return { ...fresh, state: 'committing', hasUnresolvedCommit: true }
  if (row.state === 'slotted')
    return row.hasUnresolvedCommit ? { ...fresh, state: 'fencing' } : PLANNED
  return row.state === 'failed' ? PLANNED : fresh
}

/** Returns the state after an answer. */
export function applyAnswer(row: RowState, answer: Answer, policy: Policy): RowState {
  if (answer.to === 'request_slot') return applySlotAnswer(row, answer)
  if (answer.to === 'upload') return applyUploadAnswer(row, answer)
  if (answer.to === 'commit') return COMMIT_TRANSITIONS[answer.is](row, answer)
  if (answer.to === 'cancel') return applyCancelAnswer(row, answer, policy)
  return applyLocateAnswer(row, answer, policy)
}

function applySlotAnswer(row: RowState, answer: AnswerTo<'request_slot'>): RowState {
  if (answer.is === 'refused') return toEnded({ ...row, problem: answer.problem })
  const { slot, at, account } = answer
  return { ...PLANNED, state: 'slotted', slot, slotGivenAt: at, account }
}

/** A slot without a commit can be abandoned; any other must be closed. */
function applyUploadAnswer(row: RowState, answer: AnswerTo<'upload'>): RowState {
  if (answer.is === 'stored') return { ...row, state: 'uploaded' }
  const next = answer.is === 'refused' ? { ...row, problem: answer.problem } : row
  return row.hasUnresolvedCommit ? { ...next, state: 'fencing' } : toEnded(next)
}

const COMMIT_TRANSITIONS: {
  [Is in AnswerTo<'commit'>['is']]: (row: RowState, answer: AnswerTo<'commit'>) => RowState
} = {
  made: (row, answer) => toCommitted(row, 'imageId' in answer ? answer.imageId : null),
  closed: (row) => toEnded(row),
  refused: (row, answer) => {
    const problem = 'problem' in answer ? answer.problem : null
    return row.hasUnresolvedCommit
      ? { ...row, state: 'fencing', problem }
      : toEnded({ ...row, problem })
  },
  // The instance may have moved the file because the image exists. Uploading it again is safe.
  nothing_uploaded: (row) =>
    row.hasUnresolvedCommit || row.isReuploaded
      ? { ...row, hasUnresolvedCommit: true, state: 'fencing' }
      : { ...row, hasUnresolvedCommit: true, state: 'slotted', isReuploaded: true },
  unclear: (row) => ({ ...row, hasUnresolvedCommit: true, state: 'fencing' }),
  lost: (row) => ({ ...row, hasUnresolvedCommit: true, lostCommits: row.lostCommits + 1 }),
  too_soon: (row) => row,
}

function applyCancelAnswer(
  row: RowState,
  answer: AnswerTo<'cancel'>,
  { minSlotLifetime }: Policy,
): RowState {
  if (answer.is === 'lost') return row
  if (answer.deleted > 0) return toEnded(row)
  const openCancels = row.openCancels - 1
  const wasPending = answer.at - (row.slotGivenAt ?? 0) < minSlotLifetime
  const hasUncountedCancel = row.hasUncountedCancel || (openCancels === 0 && wasPending)
  return { ...row, state: 'locating', openCancels, hasUncountedCancel }
}

function applyLocateAnswer(row: RowState, answer: AnswerTo<'locate'>, policy: Policy): RowState {
  if (answer.is === 'found') return toCommitted(row, answer.imageId)
  if (answer.is === 'ambiguous') return { ...row, state: 'review', problem: answer.problem }
  // Until then the instance may still create the image, so cancel and search again.
  if (!isSettled(row, answer.at, policy)) return { ...row, state: 'fencing' }
  if (answer.is === 'hidden') return toReview(row, row.hasUncountedCancel ? UNSEEN : HIDDEN)
  return row.hasUncountedCancel ? toReview(row, CONTRADICTION) : toEnded(row)
}

/** Whether no commit of the slot can be running anymore. */
function isSettled({ slotGivenAt }: RowState, at: number, policy: Policy): boolean {
  return at - (slotGivenAt ?? at) >= policy.maxSlotLifetime + policy.commitSettleTime
}

function toCommitted(row: RowState, imageId: number | null): RowState {
  return { ...row, state: 'committed', imageId, problem: null }
}

/** The slot has created no image and never will. */
function toEnded({ problem }: RowState): RowState {
  return problem ? { ...PLANNED, state: 'failed', problem } : PLANNED
}

function toReview(row: RowState, problem: Problem): RowState {
  return { ...row, state: 'review', problem: row.problem ?? problem }
}

const HIDDEN: Problem = {
  code: 'commit.unknown',
  message:
    'It cannot be determined whether the image was created: its collection is not visible to you.',
}

const UNSEEN: Problem = {
  code: 'commit.unseen',
  message: 'The image was probably created, but its collection is not visible to you. Check there.',
}

const CONTRADICTION: Problem = {
  code: 'commit.contradiction',
  message: 'The instance reports that the image was created, but it is not in its collection.',
}
