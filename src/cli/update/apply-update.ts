import { z } from 'zod'
import { CatalogError } from '../../core/base/errors.ts'
import type { Api } from '../client/api.ts'
import { waitBeforeRetry, type RetryContext } from '../client/retry.ts'
import {
  toPatchBody,
  findDifferences,
  findMetadataDifferences,
  hasSameOldValues,
  imageResponse,
  type Difference,
  type ImageResponse,
  type UpdateField,
} from './differences.ts'
import {
  findNewestPlacement,
  isAtPlace,
  sendPlacement,
  SUPERSEDED,
} from '../import/transfer/send-placement.ts'
import type { PlannedUpdate, UpdateState } from './update-result.ts'

/** Code of a failure after which the change may have been made. */
export const UPDATE_UNANSWERED = 'update.unanswered'

/** Code of a failure to place an image whose metadata was changed. */
export const PLACE_REFUSED = 'place.refused'

interface CurrentImage {
  image: ImageResponse
  etag: string | undefined
}

export interface AppliedUpdate {
  state: UpdateState
  changes: Difference[]
  /** Whether the metadata was changed, although someone else placed the image. */
  isPatched?: true
}

/** Called with the members of an image that have a value, although their cells are blank. */
type OnKept = (fields: readonly UpdateField[]) => void

interface UpdateContext extends RetryContext {
  api: Api
  /** The batch that the changes of all rows belong to. Instances without batches ignore it. */
  batch: string
  /** Whether differences are only reported. */
  isDryRun: boolean
  onKept: OnKept
}

/**
 * Sends the differences between a row and its image. `If-Match` ensures that the image is the one that was
 * compared: if it has changed, it is compared again, and the differences are sent only if they replace the
 * same values. If a response is lost, the image is compared again before the next attempt.
 * @throws CatalogError if the instance rejects the change or does not respond; code `update.unanswered` if
 *   the change may have been made
 */
export async function applyUpdate(
  context: UpdateContext,
  update: PlannedUpdate,
): Promise<AppliedUpdate> {
  const { imageId } = update
  let current = await readImage(context.api, imageId)
  const changes = findDifferences(current.image, update)
  const kept = findMetadataDifferences(current.image, update.blank)
  context.onKept(kept.map(({ field }) => field))
  if (context.isDryRun && changes.length > 0) return { state: 'would_update', changes }
  const attempts: Attempts = { conflicts: 0, outages: 0, isPatched: false }
  let remaining = changes
  while (remaining.length > 0) {
    const failure = await sendChanges(context, update, current, { remaining, attempts })
    if (failure === undefined) return { state: 'updated', changes }
    current = await readImageAfter(failure, context, imageId, attempts)
    remaining = findDifferences(current.image, update)
    if (isContested(attempts, changes, remaining)) return toConflict(attempts, remaining)
  }
  const made = changes.filter((change) => wasMade(change, update, current.image, attempts))
  return { state: made.length > 0 ? 'updated' : 'unchanged', changes: made }
}

/** The attempts to change one image. */
interface Attempts {
  /** Responses that the image changed since it was read. */
  conflicts: number
  /** Transient failures, after which the change may have been made. */
  outages: number
  /** Whether the instance accepted the metadata, so that only the place can have failed. */
  isPatched: boolean
}

function toConflict({ isPatched }: Attempts, changes: Difference[]): AppliedUpdate {
  const isOnlyPlace = changes.every(({ field }) => field === 'place')
  return { state: 'conflict', changes, ...(isPatched && isOnlyPlace && { isPatched }) }
}

/** Whether this update made a change that the image no longer needs. Someone else may have made it, or placed the image. */
function wasMade(
  { field }: Difference,
  { place }: PlannedUpdate,
  { georeferences }: ImageResponse,
  { outages, isPatched }: Attempts,
): boolean {
  if (field !== 'place') return isPatched || outages > 0
  return outages > 0 && place !== undefined && isAtPlace(findNewestPlacement(georeferences), place)
}

async function readImageAfter(
  failure: CatalogError,
  context: UpdateContext,
  imageId: number,
  attempts: Attempts,
): Promise<CurrentImage> {
  try {
    if (isConflict(failure)) attempts.conflicts += 1
    else await waitBeforeRetry(context, failure, (attempts.outages += 1))
    return await readImage(context.api, imageId)
  } catch (error) {
    if (failure.kind === 'unavailable') throw updateUnanswered(failure)
    throw attempts.isPatched && error instanceof CatalogError ? placeRefused(error) : error
  }
}

/** Whether someone else changed or placed the image since it was read. */
function isConflict({ kind, details }: CatalogError): boolean {
  return kind === 'precondition_failed' || details.code === SUPERSEDED
}

function updateUnanswered(failure: CatalogError): CatalogError {
  const message = `It is not known whether the image was updated. ${failure.message} Run the update again.`
  return new CatalogError('unavailable', message, { code: UPDATE_UNANSWERED, cause: failure })
}

function placeRefused(failure: CatalogError): CatalogError {
  const message = `The metadata was changed, but the image could not be placed: ${failure.message}`
  return new CatalogError(failure.kind, message, { code: PLACE_REFUSED, cause: failure })
}

/** Whether someone else changed the same members, or keeps changing the image. */
function isContested(
  { conflicts }: Attempts,
  changes: readonly Difference[],
  remaining: readonly Difference[],
) {
  return remaining.length > 0 && (conflicts > 1 || !hasSameOldValues(changes, remaining))
}

async function readImage(api: Api, imageId: number): Promise<CurrentImage> {
  let etag: string | undefined
  const image = await api.get(`/api/v2/images/${imageId}/`, imageResponse, ({ headers }) => {
    etag = headers.etag
  })
  return { image, etag }
}

async function sendChanges(
  { api, batch }: Pick<UpdateContext, 'api' | 'batch'>,
  { imageId, place }: PlannedUpdate,
  { image, etag }: CurrentImage,
  { remaining, attempts }: { remaining: readonly Difference[]; attempts: Attempts },
): Promise<CatalogError | undefined> {
  if (etag === undefined) throw missingETagError()
  try {
    const body = toPatchBody(remaining)
    if (Object.keys(body).length > 0) {
      attempts.isPatched = false
      const headers = { 'If-Match': etag, 'Batch-Id': batch }
      const path = `/api/v2/images/${imageId}/`
      await api.send({ method: 'PATCH', path, body, headers }, z.object({}))
      attempts.isPatched = true
    }
    if (place && remaining.some(({ field }) => field === 'place')) {
      const previous = findNewestPlacement(image.georeferences)?.id ?? null
      await sendPlacement(api, { imageId, place, previous, scope: batch })
    }
    return undefined
  } catch (error) {
    if (error instanceof CatalogError) return error
    throw error
  }
}

/** Without an ETag, the update could overwrite a change by someone else. */
function missingETagError(): CatalogError {
  const message = 'The response has no ETag; a proxy may have removed it. Nothing was sent.'
  return new CatalogError('unsupported', message, { code: 'etag.missing' })
}
