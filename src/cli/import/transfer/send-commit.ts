import { MAX_CANCELLED_SLOTS } from '../../../core/limits.ts'
import { CatalogError } from '../../../core/errors.ts'
import type { ImageMetadata } from '../check/check-metadata.ts'
import type { Answer } from '../journal/protocol.ts'
import { fixCommitBody, type JournalRow } from '../journal/journal-row.ts'
import { toRowProblem } from '../report/row-result.ts'
import { readServerTime } from './server-time.ts'
import type { TransferContext } from './upload-file.ts'
import { cancelResponse, commitResponse } from './response-schemas.ts'

/** An answer, and how long to wait before acting upon it. */
export interface DelayedAnswer<Some extends Answer> {
  answer: Some
  pause?: Pause
}

export interface Pause {
  seconds: number
  reason: string
}

type CommitAnswer = Extract<Answer, { to: 'commit' }>
type CancelAnswer = Extract<Answer, { to: 'cancel' }>

/**
 * Commits a row's slot once: makes its image, or gives an image another file. The slot is also the key of
 * the request, so that an instance that knows such keys answers a repetition as the first time.
 * @throws CatalogError kind `unauthenticated` or `forbidden`
 */
export async function sendCommit(
  { api, signal }: Pick<TransferContext, 'api' | 'signal'>,
  row: JournalRow,
): Promise<DelayedAnswer<CommitAnswer>> {
  const { slot, lostCommits } = row.rowState
  const { path, body } = createCommitRequest(row)
  try {
    const headers = { 'Idempotency-Key': slot ?? '' }
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

/** What a refusal, or no answer at all, says about the image. */
function toCommitAnswer(error: unknown): CommitAnswer {
  if (!(error instanceof CatalogError)) throw error
  const { kind, details } = error
  if (kind === 'unauthenticated' || kind === 'forbidden') throw error
  if (kind === 'unavailable') return { to: 'commit', is: 'lost' }
  if (kind === 'rate_limited') return { to: 'commit', is: 'too_soon' }
  return ANSWERS_BY_CODE[details.code ?? '']?.(details.imageId) ?? answerForStatus(error)
}

/** What an instance adds for programs is the clearest; where it doesn't, the status must do. */
const ANSWERS_BY_CODE: Record<string, (imageId?: number) => CommitAnswer | undefined> = {
  slot_consumed: (imageId) =>
    imageId === undefined ? undefined : { to: 'commit', is: 'made', imageId },
  slot_cancelled: () => ({ to: 'commit', is: 'closed' }),
  slot_in_use: () => ({ to: 'commit', is: 'lost' }),
  in_progress: () => ({ to: 'commit', is: 'lost' }),
  key_reused: () => ({ to: 'commit', is: 'unclear' }),
}

function answerForStatus(error: CatalogError): CommitAnswer {
  if (error.kind === 'conflict') return { to: 'commit', is: 'nothing_uploaded' }
  if (error.kind === 'not_found') return { to: 'commit', is: 'unclear' }
  return { to: 'commit', is: 'refused', problem: toRowProblem(error) }
}

/** Cancels this slot alone, so that the number that is answered is about it. */
export async function sendCancel(
  { api, signal }: Pick<TransferContext, 'api' | 'signal'>,
  slot: string,
): Promise<CancelAnswer> {
  let at = 0
  const request = {
    method: 'POST' as const,
    path: '/api/v2/import/cancel/',
    body: { slot_ids: [slot] },
    signal,
    onResponse: ({ headers }: { headers: Record<string, string> }) => {
      at = readServerTime(headers)
    },
  }
  try {
    const { deleted } = await api.send(request, cancelResponse)
    return { to: 'cancel', is: 'answered', deleted, at }
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    if (error.kind === 'unauthenticated' || error.kind === 'forbidden') throw error
    return { to: 'cancel', is: 'lost' }
  }
}

/**
 * Gives slots back that no commit was ever sent for; the instance would drop them by itself some time later.
 * @returns how many it gave up; undefined when it did not answer
 */
export async function releaseSlots(
  { api }: Pick<TransferContext, 'api'>,
  slots: readonly string[],
): Promise<number | undefined> {
  let released = 0
  for (let from = 0; from < slots.length; from += MAX_CANCELLED_SLOTS) {
    const slot_ids = slots.slice(from, from + MAX_CANCELLED_SLOTS)
    const request = {
      method: 'POST' as const,
      path: '/api/v2/import/cancel/',
      body: { slot_ids },
    }
    const answer = await api.send(request, cancelResponse).catch(() => undefined)
    if (answer === undefined) return undefined
    released += answer.deleted
  }
  return released
}
