import type { CatalogError } from '../../../core/base/errors.ts'
import type { Problem, State } from './row-state-machine.ts'
import { toImageId, type PlaceOutcome, type StoredRow } from './journal-row.ts'

export const RESULT_STATES = [
  /** Imported in this run. */
  'imported',
  /** Imported in an earlier run. */
  'imported_before',
  /** The file of an image was replaced in this run. */
  'replaced',
  'replaced_before',
  /** Skipped, because another import created an image of the same picture. */
  'exists',
  'failed',
  /** The user must decide whether the row created an image. */
  'undecided',
  /** Started; the next run continues it. */
  'unfinished',
  'not_started',
] as const
export type ResultState = (typeof RESULT_STATES)[number]

/** Whether the row has its image, with its file. */
export function isDone(state: ResultState): boolean {
  return /^(?:imported|replaced|exists)/.test(state)
}

/** The result of one row. */
export interface RowResult {
  row: number
  line: number
  file: string
  state: ResultState
  image_id: number | null
  code: string | null
  message: string | null
  /** Outcome for the place that the row names; absent if it names none, or has no image. */
  place?: PlaceState
}

/** A place waits until the image of its row exists. */
export type PlaceState = PlaceOutcome | 'waiting'

/** The result of a journal row, as this run reports it. */
export function toRowResult(stored: StoredRow, run: number): RowResult {
  const { row, line, file } = stored
  return {
    row,
    line,
    file,
    state: resultState(stored, run),
    image_id: toImageId(stored),
    ...toReason(stored),
    ...(stored.place && stored.state === 'committed' && { place: stored.placed ?? 'waiting' }),
  }
}

const FINAL_STATES: Partial<Record<State, ResultState>> = { failed: 'failed', review: 'undecided' }

/** The columns that determine the state of a result. */
export type ResultTraits = Pick<
  StoredRow,
  'state' | 'ended_in' | 'note_code' | 'doubt' | 'replaces' | 'existing_image'
>

export function resultState(traits: ResultTraits, run: number): ResultState {
  const { state, ended_in, note_code, doubt, replaces } = traits
  if (state === 'committed') {
    const isThisRun = ended_in === run
    if (replaces !== null) return isThisRun ? 'replaced' : 'replaced_before'
    return isThisRun ? 'imported' : 'imported_before'
  }
  if (typeof traits.existing_image === 'number') return 'exists'
  const isStarted = note_code !== null || state !== 'planned' || doubt === 1
  return FINAL_STATES[state] ?? (isStarted ? 'unfinished' : 'not_started')
}

function toReason(stored: StoredRow): Pick<RowResult, 'code' | 'message'> {
  if (typeof stored.existing_image === 'number') return { code: null, message: null }
  if (stored.damaged === 1) return VERIFY_MISMATCH
  if (stored.edited !== null) return toEditedReason(stored)
  const { problem_code, problem_message, note_code, note_message } = stored
  if (stored.state === 'failed' || stored.state === 'review') {
    return { code: problem_code, message: problem_message }
  }
  return { code: note_code, message: note_message }
}

const VERIFY_MISMATCH = {
  code: 'verify.mismatch',
  message:
    'The file at the instance differs from the file that was sent. Replace the file of the image.',
}

export const CHANGED_AFTER_COMMIT = 'state.changed_after_commit'

function toEditedReason({ edited, replaces }: StoredRow): Pick<RowResult, 'code' | 'message'> {
  return {
    code: CHANGED_AFTER_COMMIT,
    message:
      replaces === null
        ? `The row was edited after it was imported (${edited}). An import never changes an existing image; use catalog update.`
        : 'The file that the row named before was sent. Run the command again to send the new one.',
  }
}

/** Converts the error of a row. Rejected fields get codes like those of the check. */
export function toRowProblem({ kind, message, details }: CatalogError): Problem {
  const [field] = Object.keys(details.fields ?? {})
  // Errors of the slot concern the file in it.
  const [file] = details.fields?.slot_id ?? []
  if (file !== undefined) return { code: 'file.refused', message: file }
  return { code: details.code ?? (field === undefined ? kind : `${field}.refused`), message }
}
