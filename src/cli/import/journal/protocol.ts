// How one row of a manifest becomes exactly one image, whatever gets lost on the way. The importer does
// `nextStep`, keeps what `announce` gives before the step's request leaves, and keeps what `learn` makes
// of the answer. Everything else is sending and storing. The functions are pure: a test walks through
// all that a network, a crash and a clock can do to them.
//
// planned → slotted → uploaded → committing → committed is the way when all goes well. What it rests on:
// - a slot gives one image at most, so the same commit may be sent again as often as one likes;
// - a cancel deletes pending slots only and counts them: 1 proves that there is no image and never will
//   be one of this slot; 0 says that there is an image, that the slot was over, or that the cancel passed
//   over it because a commit was at work, which may end either way;
// - no commit succeeds once a slot is over.
// A commit without a clear answer is sent again; after that a cancel decides (`fencing`), and where that
// does not name the image, it is looked for (`locating`).

/** How far a row is. The journal keeps these words. */
export const STATES = [
  /** Nothing is under way. */
  'planned',
  /** There is a slot, and its upload may have begun. */
  'slotted',
  /** The slot holds the file. */
  'uploaded',
  /** A commit may have been sent. */
  'committing',
  /** A cancel may have been sent, to find out what became of the commit. */
  'fencing',
  /** The cancel did not count the slot: there is an image, or the slot was over before. */
  'locating',
  /** There is an image, and this is its number. */
  'committed',
  /** There is no image, and the problem tells why. */
  'failed',
  /** A person must look. */
  'review',
] as const
export type State = (typeof STATES)[number]

/** Where an image may have been made without our knowing. */
export const IN_DOUBT_STATES: readonly State[] = ['committing', 'fencing', 'locating']

export interface Problem {
  code: string
  message: string
}

/** What is known about one row. Times are the instance's own, from the `Date` of its answers. */
export interface RowState {
  state: State
  /** The slot in use. */
  slot: string | null
  /** Seconds since the epoch. */
  slotGivenAt: number | null
  /** Who was given the slot: nobody else is told anything about it. */
  account: number | null
  /** Whether a commit of this slot may have been done although no answer says so. */
  hasUnresolvedCommit: boolean
  /** Whether the file was sent to this slot once more. */
  isReuploaded: boolean
  /** Commits without a clear answer, in this run. */
  lostCommits: number
  /** Cancels whose answer did not arrive, or not yet: what they deleted nobody counts again. */
  openCancels: number
  /** Whether a cancel deleted nothing where that means that there is an image, or that a commit was at work. */
  hasUncountedCancel: boolean
  imageId: number | null
  /** Why it failed, must be looked at, or will have failed once the slot is closed. */
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

/** The numbers that the protocol goes by, in seconds where they are times. */
export interface Policy {
  /** Commits without a clear answer before the slot is closed instead. */
  maxLostCommits: number
  /** How long a slot certainly takes commits. */
  minSlotLifetime: number
  /** After which it certainly takes none. */
  maxSlotLifetime: number
  /** After which a commit that an instance was at work with has ended. */
  commitSettleTime: number
}

export const POLICY: Policy = {
  maxLostCommits: 5,
  minSlotLifetime: 14 * 60,
  maxSlotLifetime: 15 * 60,
  commitSettleTime: 3 * 60,
}

export type Step = 'request_slot' | 'upload' | 'commit' | 'cancel' | 'locate'

/** What came of a step. `at` is the instance's time of the answer. */
export type Answer =
  | { to: 'request_slot'; is: 'given'; slot: string; at: number; account: number }
  | { to: 'request_slot'; is: 'refused'; problem: Problem }
  | { to: 'upload'; is: 'stored' | 'slot_closed' }
  /** Neither this file nor this slot will do. */
  | { to: 'upload'; is: 'refused'; problem: Problem }
  | { to: 'commit'; is: 'made'; imageId: number }
  /** The body or the file is wrong, so this request made no image. */
  | { to: 'commit'; is: 'refused'; problem: Problem }
  /** The instance has no file in this slot. */
  | { to: 'commit'; is: 'nothing_uploaded' }
  /** The instance knows no such slot, or says something else that does not tell. */
  | { to: 'commit'; is: 'unclear' }
  /** The instance says itself that the slot has made no image and never will. */
  | { to: 'commit'; is: 'closed' }
  | { to: 'commit'; is: 'lost' }
  /** Refused for haste alone. */
  | { to: 'commit'; is: 'too_soon' }
  | { to: 'cancel'; is: 'answered'; deleted: number; at: number }
  | { to: 'cancel'; is: 'lost' }
  | { to: 'locate'; is: 'found'; imageId: number }
  /** Images of its kind can be seen, and it is not among them. */
  | { to: 'locate'; is: 'absent'; at: number }
  /** Nothing of the collection can be seen. */
  | { to: 'locate'; is: 'hidden'; at: number }
  | { to: 'locate'; is: 'ambiguous'; problem: Problem }

type AnswerTo<Asked extends Step> = Extract<Answer, { to: Asked }>

/** What to do next; undefined where there is nothing more to do, or not for this account. */
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

/** Somebody else's slot answers as if it were not there, so what it stands for is left to them. */
function chooseStepForForeignSlot({ state, hasUnresolvedCommit }: RowState): Step | undefined {
  return !hasUnresolvedCommit && (state === 'slotted' || state === 'uploaded')
    ? 'request_slot'
    : undefined
}

/** What must be kept before the step's request leaves. */
export function recordIntent(row: RowState, step: Step): RowState {
  if (step === 'commit') return { ...row, state: 'committing' }
  if (step === 'cancel') return { ...row, state: 'fencing', openCancels: row.openCancels + 1 }
  return row
}

/** A row as a new run finds it: what was under way may have happened. */
export function resumeRowState(row: RowState): RowState {
  const fresh = { ...row, lostCommits: 0 }
  // The commit is sent again first: an instance that knows it answers, and to any other it does no harm.
  if (IN_DOUBT_STATES.includes(row.state))
    return { ...fresh, state: 'committing', hasUnresolvedCommit: true }
  if (row.state === 'slotted')
    return row.hasUnresolvedCommit ? { ...fresh, state: 'fencing' } : PLANNED
  return row.state === 'failed' ? PLANNED : fresh
}

/** What is known after an answer. */
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

/** A slot that was never committed can be left behind; any other must be closed. */
function applyUploadAnswer(row: RowState, answer: AnswerTo<'upload'>): RowState {
  if (answer.is === 'stored') return { ...row, state: 'uploaded' }
  const without = answer.is === 'refused' ? { ...row, problem: answer.problem } : row
  return row.hasUnresolvedCommit ? { ...without, state: 'fencing' } : toEnded(without)
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
  // The instance may have moved the file away because the image is there; sending it again does no harm.
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
  const open = answer.at - (row.slotGivenAt ?? 0) < minSlotLifetime
  const hasUncountedCancel = row.hasUncountedCancel || (openCancels === 0 && open)
  return { ...row, state: 'locating', openCancels, hasUncountedCancel }
}

function applyLocateAnswer(row: RowState, answer: AnswerTo<'locate'>, policy: Policy): RowState {
  if (answer.is === 'found') return toCommitted(row, answer.imageId)
  if (answer.is === 'ambiguous') return { ...row, state: 'review', problem: answer.problem }
  // Asked again later, an instance may have made the image meanwhile, or name it.
  if (!isSettled(row, answer.at, policy)) return { ...row, state: 'fencing' }
  if (answer.is === 'hidden') return toReview(row, row.hasUncountedCancel ? UNSEEN : HIDDEN)
  return row.hasUncountedCancel ? toReview(row, CONTRADICTION) : toEnded(row)
}

/** Before that an instance may be at work with a commit that its cancel passed over. */
function isSettled({ slotGivenAt }: RowState, at: number, policy: Policy): boolean {
  return at - (slotGivenAt ?? at) >= policy.maxSlotLifetime + policy.commitSettleTime
}

function toCommitted(row: RowState, imageId: number | null): RowState {
  return { ...row, state: 'committed', imageId, problem: null }
}

/** There is no image of this slot and never will be. */
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
