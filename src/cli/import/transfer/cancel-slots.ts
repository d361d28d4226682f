import { MAX_CANCELLED_SLOTS } from '../../../core/base/limits.ts'
import { CatalogError } from '../../../core/base/errors.ts'
import type { Answer } from '../journal/row-state-machine.ts'
import { cancelResponse } from '../check/response-schemas.ts'
import { readServerTime } from './server-time.ts'
import type { TransferContext } from './transfer-context.ts'

type CancelAnswer = Extract<Answer, { to: 'cancel' }>

/** Cancels one slot only, so that the count in the response belongs to it. */
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
 * Releases slots that were never committed, before they expire.
 * @returns the number of slots released; undefined if the instance did not respond
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
