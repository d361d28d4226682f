import { z } from 'zod'
import { CatalogError } from '../../core/base/errors.ts'
import type { Api } from '../client/api.ts'
import { waitBeforeRetry, type RetryContext } from '../client/retry.ts'
import { applyPlace } from './apply-place.ts'
import {
  toPatchBody,
  findDifferences,
  findMetadataDifferences,
  hasSameOldValues,
  type Difference,
  type UpdateField,
} from './differences.ts'
import { readImage, type CurrentImage } from './read-image.ts'
import { missingETagError, updateUnanswered } from './update-errors.ts'
import type { AppliedUpdate, PlannedUpdate } from './update-result.ts'

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
 * Sends the differences between a row and its image: first those of the metadata, then the place.
 * @throws CatalogError if the instance rejects the change or does not respond; code `update.unanswered` if
 *   the change may have been made, `place.refused` if only the metadata was changed
 */
export async function applyUpdate(
  context: UpdateContext,
  update: PlannedUpdate,
): Promise<AppliedUpdate> {
  const current = await readImage(context.api, update.imageId)
  const kept = findMetadataDifferences(current.image, update.blank)
  context.onKept(kept.map(({ field }) => field))
  if (context.isDryRun) {
    const changes = findDifferences(current.image, update)
    return { state: changes.length > 0 ? 'would_update' : 'unchanged', changes }
  }
  const applied = await applyMetadata(context, update, current)
  return applied.state === 'conflict'
    ? applied
    : await applyPlace(context, update, current.image, applied)
}

/**
 * `If-Match` ensures that the image is the one that was compared: if it has changed, it is compared again, and the
 * differences are sent only if they replace the same values. If a response is lost, the image is compared again before
 * the next attempt.
 */
async function applyMetadata(
  context: UpdateContext,
  { imageId, wanted }: PlannedUpdate,
  first: CurrentImage,
): Promise<AppliedUpdate> {
  let current = first
  const changes = findMetadataDifferences(current.image, wanted)
  const failures: FailureCounts = { conflicts: 0, outages: 0 }
  let remaining = changes
  while (remaining.length > 0) {
    const failure = await sendChanges(context, imageId, current.etag, remaining)
    if (failure === undefined) return { state: 'updated', changes }
    current = await readImageAfter(failure, context, imageId, failures)
    remaining = findMetadataDifferences(current.image, wanted)
    if (isContested(failures, changes, remaining)) return { state: 'conflict', changes: remaining }
  }
  return failures.outages > 0 ? { state: 'updated', changes } : { state: 'unchanged', changes: [] }
}

/** Failures of the attempts to change one image. */
interface FailureCounts {
  /** Responses that the image changed since it was read. */
  conflicts: number
  /** Transient failures, after which the change may have been made. */
  outages: number
}

async function readImageAfter(
  failure: CatalogError,
  context: UpdateContext,
  imageId: number,
  failures: FailureCounts,
): Promise<CurrentImage> {
  try {
    if (failure.kind === 'precondition_failed') failures.conflicts += 1
    else await waitBeforeRetry(context, failure, (failures.outages += 1))
    return await readImage(context.api, imageId)
  } catch (error) {
    throw failure.kind === 'unavailable' ? updateUnanswered(failure) : error
  }
}

/** Whether someone else changed the same members, or keeps changing the image. */
function isContested(
  { conflicts }: FailureCounts,
  changes: readonly Difference[],
  remaining: readonly Difference[],
) {
  return remaining.length > 0 && (conflicts > 1 || !hasSameOldValues(changes, remaining))
}

async function sendChanges(
  { api, batch }: Pick<UpdateContext, 'api' | 'batch'>,
  imageId: number,
  etag: string | undefined,
  differences: readonly Difference[],
): Promise<CatalogError | undefined> {
  if (etag === undefined) throw missingETagError()
  try {
    const headers = { 'If-Match': etag, 'Batch-Id': batch }
    const [path, body] = [`/api/v2/images/${imageId}/`, toPatchBody(differences)]
    await api.send({ method: 'PATCH', path, body, headers }, z.object({}))
    return undefined
  } catch (error) {
    if (error instanceof CatalogError) return error
    throw error
  }
}
