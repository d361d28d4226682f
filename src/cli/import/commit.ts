import { randomUUID } from 'node:crypto'
import type { ImportCommitRequest } from '../../core/contract/import.ts'
import { CatalogError } from '../../core/errors.ts'
import type { PlannedImage } from './plan.ts'
import type { Sending } from './upload.ts'
import { cancelledSlots, madeImage } from './wire.ts'

const COMMIT_TRIES = 6

/** How a commit ended; `undecided` when nobody can tell from here whether the image was made. */
export type CommitOutcome = { imageId: number } | { undecided: true; error: CatalogError }

/**
 * Makes the image of an uploaded file. A slot gives one image at most, and the key lets the instance
 * answer a repeated commit as the first one, so an answer that got lost is simply asked for again.
 * @throws CatalogError when the instance refused, so that there certainly is no image
 */
export async function commitImage(
  { api, cli }: Sending,
  slotId: string,
  { metadata }: PlannedImage,
): Promise<CommitOutcome> {
  const request = {
    method: 'POST' as const,
    path: '/api/v2/import/commit/',
    body: { slot_id: slotId, ...metadata } satisfies ImportCommitRequest,
    headers: { 'Idempotency-Key': randomUUID() },
  }
  let doubt = false
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { imageId: (await api.send(request, madeImage)).image_id }
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error
      const passing = isPassing(error)
      if (!passing && !doubt) throw error
      if (!passing || attempt === COMMIT_TRIES) return outcomeInDoubt(error, doubt)
      doubt ||= error.kind === 'unavailable'
      await cli.sleep(pauseMs(error, attempt))
    }
  }
}

/** After an answer got lost, a refusal does not tell whether the first try had made the image. */
function outcomeInDoubt(error: CatalogError, doubt: boolean): CommitOutcome {
  if (error.kind === 'rate_limited' && !doubt) throw error
  return { undecided: true, error }
}

function isPassing({ kind, details }: CatalogError): boolean {
  return (
    kind === 'unavailable' ||
    kind === 'rate_limited' ||
    (kind === 'conflict' && details.code === 'in_progress')
  )
}

function pauseMs({ details }: CatalogError, attempt: number): number {
  return (details.retryAfterSeconds ?? 2 ** (attempt - 1)) * 1000
}

/** Gives a slot back that will not be used; the instance would drop it by itself some time later. */
export async function releaseSlot({ api }: Pick<Sending, 'api'>, slotId: string): Promise<void> {
  const request = {
    method: 'POST' as const,
    path: '/api/v2/import/cancel/',
    body: { slot_ids: [slotId] },
  }
  await api.send(request, cancelledSlots).catch(() => undefined)
}
