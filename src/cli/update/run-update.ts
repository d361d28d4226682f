import { randomUUID } from 'node:crypto'
import { CatalogError, type ErrorKind } from '../../core/base/errors.ts'
import type { Cli } from '../cli.ts'
import { mapInOrder } from '../client/map-in-order.ts'
import { toRowProblem } from '../import/journal/row-result.ts'
import { startProgress } from '../terminal/progress.ts'
import { applyUpdate } from './apply-update.ts'
import type { UpdateField } from './differences.ts'
import { PLACE_REFUSED, UPDATE_UNANSWERED } from './update-errors.ts'
import type { AppliedUpdate, PlannedUpdate, UpdateResult } from './update-result.ts'
import type { PreparedUpdate } from './prepare-update.ts'

/** Kinds of failures that stop the run, because every further row would fail in the same way. */
const STOPPING_KINDS: readonly ErrorKind[] = [
  'unauthenticated',
  'forbidden',
  'unavailable',
  'rate_limited',
]

export interface UpdateRun {
  results: UpdateResult[]
  /** The error that stopped the run early. */
  stoppedBy: CatalogError | undefined
  /** UUID of the batch of all changes. */
  batch: string
  /** Number of blank cells whose images keep a value, by column. */
  kept: ReadonlyMap<UpdateField, number>
}

/** Compares the rows with their images and sends the differences, several rows at a time. */
export async function runUpdate(
  cli: Cli,
  { api, planned }: Pick<PreparedUpdate, 'api' | 'planned'>,
  { concurrency, isDryRun }: { concurrency: number; isDryRun: boolean },
): Promise<UpdateRun> {
  using progress = await startProgress(cli, { unit: 'images', count: planned.length, bytes: 0 })
  const log = (sentence: string): void => progress.log(sentence)
  const batch = randomUUID()
  const kept = new Map<UpdateField, number>()
  const onKept = (fields: readonly UpdateField[]): void => {
    for (const field of fields) kept.set(field, (kept.get(field) ?? 0) + 1)
  }
  const context = { cli, api, batch, isDryRun, signal: cli.signal, log, onKept }
  let stoppedBy: CatalogError | undefined
  const apply = async (row: PlannedUpdate): Promise<UpdateResult> => {
    if (stoppedBy || cli.signal.aborted) return toUpdateResult(row, NOT_STARTED)
    try {
      return toUpdateResult(row, await applyUpdate(context, row))
    } catch (error) {
      if (!(error instanceof CatalogError) && !cli.signal.aborted) throw error
      if (stopsRun(error)) stoppedBy ??= error
      return isAboutRow(cli, error) ? toFailedResult(row, error) : toUpdateResult(row, NOT_STARTED)
    }
  }
  const applyAndCount = async (row: PlannedUpdate): Promise<UpdateResult> => {
    const result = await apply(row)
    if (result.state === 'failed' || result.state === 'conflict') progress.addFailed()
    else if (result.state !== 'not_started') progress.addDone()
    return result
  }
  const results = await Array.fromAsync(mapInOrder(planned, concurrency, applyAndCount))
  return { results, stoppedBy, batch, kept }
}

function stopsRun(error: unknown): error is CatalogError {
  return error instanceof CatalogError && STOPPING_KINDS.includes(error.kind)
}

/** Whether the row failed, rather than not being started because the run stops. */
function isAboutRow({ signal }: Cli, error: unknown): error is CatalogError {
  if (!(error instanceof CatalogError)) return false
  const { code } = error.details
  const mayHaveChanged = code === UPDATE_UNANSWERED || code === PLACE_REFUSED
  return mayHaveChanged || !(signal.aborted || stopsRun(error))
}

const NOT_STARTED: AppliedUpdate = { state: 'not_started', changes: [] }

const CONFLICT =
  'Someone else changed the image during the update. Review it, then run the update again.'

const PLACE_CONFLICT =
  'The metadata was changed, but someone else placed the image during the update. Review its place, then run the update again.'

function toUpdateResult(
  { row, line, imageId }: PlannedUpdate,
  { isPatched, ...applied }: AppliedUpdate,
): UpdateResult {
  const reason =
    applied.state === 'conflict'
      ? { code: 'image_changed', message: isPatched ? PLACE_CONFLICT : CONFLICT }
      : { code: null, message: null }
  return { row, line, image_id: imageId, ...applied, ...reason }
}

function toFailedResult({ row, line, imageId }: PlannedUpdate, error: CatalogError): UpdateResult {
  const problem =
    error.kind === 'not_found' && error.details.code !== PLACE_REFUSED
      ? {
          code: 'image.unknown',
          message: 'Image not found, or not visible to you.',
        }
      : toRowProblem(error)
  return { row, line, image_id: imageId, state: 'failed', changes: [], ...problem }
}
