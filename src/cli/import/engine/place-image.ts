import { CatalogError, type ErrorKind } from '../../../core/base/errors.ts'
import { TRANSIENT_KINDS, withRetry } from '../../client/retry.ts'
import { isToBePlaced, type JournalRow, type Placed } from '../journal/journal-row.ts'
import type { RunContext } from '../transfer/run-context.ts'
import {
  isAtPlace,
  readNewestPlacement,
  sendPlacement,
  SUPERSEDED,
  type PlacementRequest,
} from '../transfer/send-placement.ts'
import { retryContextOf } from './perform-step.ts'

/** Attempts to replace a placement while others keep placing the image. */
const MAX_REPLACEMENTS = 5

/** Failures that do not concern this row alone. */
const GENERAL_KINDS: readonly ErrorKind[] = [...TRANSIENT_KINDS, 'unauthenticated', 'forbidden']

/**
 * Places the image of a committed row where its row says. The journal holds which placement a request replaces before it
 * is sent, so that it can be repeated after its response was lost.
 */
export async function placeImage(context: RunContext, row: JournalRow): Promise<void> {
  const { imageId } = row.rowState
  const { place } = row.image
  if (imageId === null || place === undefined || !isToBePlaced(row)) return
  try {
    row.record.placed = await placeOnce(context, row, { imageId, place })
  } catch (error) {
    if (!(error instanceof CatalogError) || GENERAL_KINDS.includes(error.kind)) throw error
    row.record.placed = 'refused'
    row.record.note = {
      code: 'place.refused',
      message: `The image was imported, but could not be placed: ${error.message}`,
    }
  }
  await context.journal.saveRow(row)
}

type Placing = Pick<PlacementRequest, 'imageId' | 'place'>

async function placeOnce(context: RunContext, row: JournalRow, placing: Placing): Promise<Placed> {
  const { imageId, place } = placing
  for (let attempt = 1; ; attempt += 1) {
    const failure = await send(context, row, placing)
    if (failure === undefined) return 'placed'
    const newest = await readNewestPlacement(context.transfer.api, imageId)
    if (isAtPlace(newest, place)) return 'placed'
    if (!place.replaces) return 'kept'
    if (attempt === MAX_REPLACEMENTS) throw failure
    row.record.placePrevious = newest?.id ?? null
    await context.journal.saveRow(row)
  }
}

/** @returns the failure if the image has another placement than the one that the request replaces */
async function send(
  context: RunContext,
  { id, record }: JournalRow,
  placing: Placing,
): Promise<CatalogError | undefined> {
  const { api, signal } = context.transfer
  const scope = `${context.journal.batch.id} ${id}`
  const request = { ...placing, previous: record.placePrevious, scope, signal }
  try {
    await withRetry(retryContextOf(context), () => sendPlacement(api, request))
    return undefined
  } catch (error) {
    if (error instanceof CatalogError && error.details.code === SUPERSEDED) return error
    throw error
  }
}
