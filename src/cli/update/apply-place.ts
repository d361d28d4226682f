import { CatalogError } from '../../core/base/errors.ts'
import type { Api } from '../client/api.ts'
import { withRetry, type RetryContext } from '../client/retry.ts'
import {
  findNewestPlacement,
  sendPlacement,
  SUPERSEDED,
  type PlacementRequest,
} from '../import/transfer/send-placement.ts'
import { findPlaceDifference, type Difference, type ImageResponse } from './differences.ts'
import { readImage } from './read-image.ts'
import { placeRefused, updateUnanswered } from './update-errors.ts'
import type { AppliedUpdate, PlannedUpdate } from './update-result.ts'

interface PlacingContext extends RetryContext {
  api: Api
  /** The batch of the update. */
  batch: string
}

/** Others may place an image once while a row is applied. */
const MAX_ATTEMPTS = 2

/**
 * Places the image of a row, if that is a change.
 * @param first the image as it was compared
 * @param applied the changes of its metadata, which stand whatever becomes of the place
 * @returns all changes; a conflict if someone else placed the image elsewhere meanwhile
 */
export async function applyPlace(
  context: PlacingContext,
  { imageId, place }: PlannedUpdate,
  first: ImageResponse,
  applied: AppliedUpdate,
): Promise<AppliedUpdate> {
  const planned = findPlaceDifference(first, place)
  if (place === undefined || planned === undefined) return applied
  let image = first
  for (let attempt = 1; ; attempt += 1) {
    const previous = findNewestPlacement(image.georeferences)?.id ?? null
    const isPlaced = await send(context, { imageId, place, previous }, applied)
    if (isPlaced) return { state: 'updated', changes: [...applied.changes, planned] }
    image = (await readImage(context.api, imageId)).image
    const left = findPlaceDifference(image, place)
    if (left === undefined) return applied
    if (attempt === MAX_ATTEMPTS || left.old !== planned.old) return toConflict(left, applied)
  }
}

function toConflict(left: Difference, { state }: AppliedUpdate): AppliedUpdate {
  const isPatched = state === 'updated' && { isPatched: true as const }
  return { state: 'conflict', changes: [left], ...isPatched }
}

/** @returns whether the image is placed, rather than by someone else since it was read */
async function send(
  context: PlacingContext,
  request: Omit<PlacementRequest, 'scope'>,
  { state }: AppliedUpdate,
): Promise<boolean> {
  try {
    await withRetry(context, () => sendPlacement(context.api, { ...request, scope: context.batch }))
    return true
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    if (error.details.code === SUPERSEDED) return false
    if (error.kind === 'unavailable') throw updateUnanswered(error)
    throw state === 'updated' ? placeRefused(error) : error
  }
}
