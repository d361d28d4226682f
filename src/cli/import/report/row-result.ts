import type { CatalogError } from '../../../core/errors.ts'
import type { Problem, State } from '../journal/protocol.ts'
import type { StoredRow } from '../journal/journal-row.ts'

export const RESULT_STATES = [
  /** In this run. */
  'imported',
  /** In an earlier run. */
  'imported_before',
  /** An image got its file in this run. */
  'replaced',
  'replaced_before',
  /** Skipped: another import has made an image of the same picture. */
  'exists',
  'failed',
  /** A person must find out whether there is an image. */
  'undecided',
  /** Begun, and to be gone on with by the next run. */
  'unfinished',
  'not_started',
] as const
export type ResultState = (typeof RESULT_STATES)[number]

/** Whether the row's image is there, with the row's file. */
export function isDone(state: ResultState): boolean {
  return /^(?:imported|replaced|exists)/.test(state)
}

/** What became of one row. */
export interface RowResult {
  row: number
  line: number
  file: string
  state: ResultState
  image_id: number | null
  code: string | null
  message: string | null
}

/** A row of the journal as a run reports it. */
export function toRowResult(stored: StoredRow, run: number): RowResult {
  const { row, line, file, image_id } = stored
  const named = image_id ?? stored.existing_image ?? stored.replaces
  return { row, line, file, state: resultState(stored, run), image_id: named, ...toReason(stored) }
}

const FINAL_STATES: Partial<Record<State, ResultState>> = { failed: 'failed', review: 'undecided' }

/** What the state of a result depends on. */
export type ResultTraits = Pick<
  StoredRow,
  'state' | 'ended_in' | 'note_code' | 'doubt' | 'replaces' | 'existing_image'
>

export function resultState(traits: ResultTraits, run: number): ResultState {
  const { state, ended_in, note_code, doubt, replaces } = traits
  if (state === 'committed') {
    const now = ended_in === run
    if (replaces !== null) return now ? 'replaced' : 'replaced_before'
    return now ? 'imported' : 'imported_before'
  }
  if (typeof traits.existing_image === 'number') return 'exists'
  const begun = note_code !== null || state !== 'planned' || doubt === 1
  return FINAL_STATES[state] ?? (begun ? 'unfinished' : 'not_started')
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

function toEditedReason({ edited, replaces }: StoredRow): Pick<RowResult, 'code' | 'message'> {
  return {
    code: 'state.changed_after_commit',
    message:
      replaces === null
        ? `The row was edited after it was imported (${edited}). An import never changes an existing image; use catalog update.`
        : 'The file that the row named before was sent. Run the command again to send the new one.',
  }
}

/** Refused fields have the codes of the check, so that rows that fail late look like those that fail early. */
export function toRowProblem({ kind, message, details }: CatalogError): Problem {
  const [field] = Object.keys(details.fields ?? {})
  // What is said of a slot is said of the file in it.
  const [file] = details.fields?.slot_id ?? []
  if (file !== undefined) return { code: 'file.refused', message: file }
  return { code: details.code ?? (field === undefined ? kind : `${field}.refused`), message }
}
