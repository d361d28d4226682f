import { z } from 'zod'
import { CatalogError } from '../../core/errors.ts'
import type { Api } from '../api.ts'
import { TRANSIENT_KINDS, backOff, type RetryContext } from '../import/transfer/retry.ts'
import {
  toPatchBody,
  findDifferences,
  hasSameOldValues,
  imageResponse,
  type Difference,
  type ImageResponse,
} from './differences.ts'
import type { PlannedUpdate, UpdateState } from './update-result.ts'

/** How often a change is sent that got no answer, or came too soon. */
const MAX_ATTEMPTS = 4

interface CurrentImage {
  image: ImageResponse
  etag: string | undefined
}

export interface AppliedUpdate {
  state: UpdateState
  changes: Difference[]
}

interface UpdateContext extends RetryContext {
  api: Api
  /** Compares only. */
  isDryRun: boolean
}

/**
 * Gives an image what it lacks of a row, and nothing if it lacks nothing. A change is only made to the image
 * as it was compared: if it changed meanwhile, it is read again, and the change is made if it replaces the
 * same values. A change whose response got lost is looked for before it is sent again.
 * @throws CatalogError for what the instance refuses, or when it does not answer
 */
export async function applyUpdate(
  work: UpdateContext,
  { imageId, wanted }: PlannedUpdate,
): Promise<AppliedUpdate> {
  let current = await readImage(work.api, imageId)
  const changes = findDifferences(current.image, wanted)
  if (work.isDryRun && changes.length > 0) return { state: 'would_update', changes }
  const met: Attempts = { conflicts: 0, outages: 0 }
  let left = changes
  while (left.length > 0) {
    const failure = await sendChanges(work.api, imageId, current.etag, left)
    if (failure === undefined) return { state: 'updated', changes }
    await recover(work, failure, met)
    current = await readImage(work.api, imageId)
    left = findDifferences(current.image, wanted)
    if (isContested(met, changes, left)) return { state: 'conflict', changes: left }
  }
  return met.outages > 0 ? { state: 'updated', changes } : { state: 'unchanged', changes: [] }
}

/** What a change has met so far. */
interface Attempts {
  /** How often the image had changed since it was read. */
  conflicts: number
  /** How often it is not known whether the change was made. */
  outages: number
}

/** Waits where that may help. @throws the failure where it does not */
async function recover(work: UpdateContext, failure: CatalogError, met: Attempts): Promise<void> {
  if (failure.kind === 'precondition_failed') {
    met.conflicts += 1
    return
  }
  const isPassing = TRANSIENT_KINDS.includes(failure.kind) && met.outages + 1 < MAX_ATTEMPTS
  if (!isPassing || work.signal.aborted) throw failure
  await backOff(work, failure.details.retryAfterSeconds ?? 2 ** met.outages, failure.message)
  met.outages += 1
}

/** Whether a member to be changed has another value than it had at first, or the image changes all the time. */
function isContested(met: Attempts, changes: readonly Difference[], left: readonly Difference[]) {
  return left.length > 0 && (met.conflicts > 1 || !hasSameOldValues(changes, left))
}

async function readImage(api: Api, imageId: number): Promise<CurrentImage> {
  let etag: string | undefined
  const image = await api.get(`/api/v2/images/${imageId}/`, imageResponse, ({ headers }) => {
    etag = headers.etag
  })
  return { image, etag }
}

async function sendChanges(
  api: Api,
  imageId: number,
  etag: string | undefined,
  differences: readonly Difference[],
): Promise<CatalogError | undefined> {
  if (etag === undefined) throw missingETagError()
  try {
    const headers = { 'If-Match': etag }
    const [path, body] = [`/api/v2/images/${imageId}/`, toPatchBody(differences)]
    await api.send({ method: 'PATCH', path, body, headers }, z.object({}))
    return undefined
  } catch (error) {
    if (error instanceof CatalogError) return error
    throw error
  }
}

/** Without it a change of somebody else's could be overwritten unseen. */
function missingETagError(): CatalogError {
  const message = 'The response has no ETag; a proxy may have removed it. Nothing was sent.'
  return new CatalogError('unsupported', message, { code: 'etag.missing' })
}
