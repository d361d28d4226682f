import { CatalogError } from '../../../core/base/errors.ts'
import { withRetry } from '../../client/retry.ts'
import {
  findPlaceToMake,
  type JournalRow,
  type PlaceOutcome,
  type PlaceToMake,
} from '../journal/journal-row.ts'
import type { RunContext } from '../transfer/run-context.ts'
import {
  isAtPlace,
  readNewestPlacement,
  sendPlacement,
  SUPERSEDED,
} from '../transfer/send-placement.ts'
import { requireRowFailure, retryContextOf } from './perform-step.ts'

/** Attempts to replace a placement while others keep placing the image. */
const MAX_REPLACEMENTS = 5

/**
 * Places the image of a committed row where its row says. The journal holds which placement a request replaces before it
 * is sent, so that it can be repeated after its response was lost.
 * @throws CatalogError if the failure does not concern this row alone
 */
export async function placeImage(context: RunContext, row: JournalRow): Promise<void> {
  const wanted = findPlaceToMake(row)
  if (!wanted) return
  try {
    row.record.placed = await placeOnce(context, row, wanted)
  } catch (error) {
    const { message } = requireRowFailure(error)
    row.record.placed = 'refused'
    row.record.note = {
      code: 'place.refused',
      message: `The image was imported, but could not be placed: ${message}`,
    }
  }
  await context.journal.saveRow(row)
}

async function placeOnce(
  context: RunContext,
  row: JournalRow,
  wanted: PlaceToMake,
): Promise<PlaceOutcome> {
  const { imageId, place } = wanted
  for (let attempt = 1; ; attempt += 1) {
    const failure = await send(context, row, wanted)
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
  wanted: PlaceToMake,
): Promise<CatalogError | undefined> {
  const { api, signal } = context.transfer
  const scope = `${context.journal.batch.id} ${id}`
  const request = { ...wanted, previous: record.placePrevious, scope, signal }
  try {
    await withRetry(retryContextOf(context), () => sendPlacement(api, request))
    return undefined
  } catch (error) {
    if (error instanceof CatalogError && error.details.code === SUPERSEDED) return error
    throw error
  }
}
