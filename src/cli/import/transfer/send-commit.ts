import { CatalogError } from '../../../core/base/errors.ts'
import type { ImageMetadata } from '../check/check-metadata.ts'
import type { Answer } from '../journal/row-state-machine.ts'
import { fixCommitBody, type JournalRow } from '../journal/journal-row.ts'
import { toRowProblem } from '../journal/row-result.ts'
import type { TransferContext } from './transfer-context.ts'
import { commitResponse } from '../check/response-schemas.ts'

/** An answer, with the pause before the next step. */
export interface DelayedAnswer<Some extends Answer> {
  answer: Some
  pause?: Pause
}

export interface Pause {
  seconds: number
  reason: string
}

type CommitAnswer = Extract<Answer, { to: 'commit' }>

/**
 * Commits a row's slot once, which creates an image or replaces the file of one. The slot id is also the
 * idempotency key, so that an instance that supports such keys repeats its first response.
 * @throws CatalogError kind `unauthenticated` or `forbidden`
 */
export async function sendCommit(
  { api, signal, batch }: Pick<TransferContext, 'api' | 'signal' | 'batch'>,
  row: JournalRow,
): Promise<DelayedAnswer<CommitAnswer>> {
  const { slot, lostCommits } = row.rowState
  const { path, body } = createCommitRequest(row)
  try {
    const headers = {
      'Idempotency-Key': slot ?? '',
      ...(batch !== undefined && { 'Batch-Id': batch }),
    }
    const { image_id } = await api.send(
      { method: 'POST', path, body, headers, signal },
      commitResponse,
    )
    return { answer: { to: 'commit', is: 'made', imageId: image_id } }
  } catch (error) {
    const seconds = error instanceof CatalogError ? error.details.retryAfterSeconds : undefined
    const answer = toCommitAnswer(error)
    if (answer.is !== 'lost' && answer.is !== 'too_soon') return { answer }
    const reason = (error as Error).message
    return { answer, pause: { seconds: seconds ?? 2 ** lostCommits, reason } }
  }
}

function createCommitRequest(row: JournalRow): { path: string; body: object } {
  const { image, rowState } = row
  const slot = { slot_id: rowState.slot }
  if (image.replaces !== undefined) {
    return { path: `/api/v2/images/${image.replaces}/replace/`, body: slot }
  }
  const metadata = JSON.parse(fixCommitBody(row)) as ImageMetadata
  return { path: '/api/v2/import/commit/', body: { ...slot, ...metadata } }
}

/** Concludes from an error whether the image may exist. */
function toCommitAnswer(error: unknown): CommitAnswer {
  if (!(error instanceof CatalogError)) throw error
  const { kind, details } = error
  if (kind === 'unauthenticated' || kind === 'forbidden') throw error
  if (kind === 'unavailable') return { to: 'commit', is: 'lost' }
  if (kind === 'rate_limited') return { to: 'commit', is: 'too_soon' }
  return ANSWERS_BY_CODE[details.code ?? '']?.(error) ?? answerForStatus(error)
}

/** Error codes are an extension; the answer to an error without a known code depends on its kind. */
const ANSWERS_BY_CODE: Record<string, (error: CatalogError) => CommitAnswer | undefined> = {
  slot_consumed: ({ details: { imageId } }) =>
    imageId === undefined ? undefined : { to: 'commit', is: 'made', imageId },
  slot_cancelled: () => ({ to: 'commit', is: 'closed' }),
  slot_in_use: () => ({ to: 'commit', is: 'lost' }),
  in_progress: () => ({ to: 'commit', is: 'lost' }),
  key_reused: () => ({ to: 'commit', is: 'unclear' }),
  import_undone: toRefusal,
}

function answerForStatus(error: CatalogError): CommitAnswer {
  if (error.kind === 'conflict') return { to: 'commit', is: 'nothing_uploaded' }
  if (error.kind === 'not_found') return { to: 'commit', is: 'unclear' }
  return toRefusal(error)
}

function toRefusal(error: CatalogError): CommitAnswer {
  return { to: 'commit', is: 'refused', problem: toRowProblem(error) }
}
