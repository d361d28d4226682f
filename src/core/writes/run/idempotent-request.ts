import { createHash, randomUUID } from 'node:crypto'
import { MICROS_PER_SECOND, type Micros } from '../../base/clock.ts'
import type { Tx, Store } from '../../database/store.ts'
import { CatalogError, conflict } from '../../base/errors.ts'
import { IDEMPOTENCY_KEY_SECONDS } from '../../base/limits.ts'
import {
  claimKey,
  deleteKey,
  deleteKeysBefore,
  updateResponse,
  type KeyHolder,
} from './idempotency-keys.ts'

/** Lease of a request on its key, after which a repetition may take over. */
const LEASE_SECONDS = 120

/** A request that may have an idempotency key. */
export interface KeyedRequest {
  userId: number
  /** Chosen by the client. Without a key every request is new. */
  key: string | undefined
  /** Content of the request, as JSON. */
  content: unknown
}

/** The result of a request. */
export interface IdempotentResult<Result> {
  result: Result
  /** Whether an earlier request with the same key produced this result. */
  isReplay: boolean
}

/** The key that a running request holds; null for a request without a key. */
export type HeldKey = KeyHolder | null

/** Either the result of an earlier request with the same key, or the key that this request holds now. */
export type BegunRequest<Result> = { replay: IdempotentResult<Result> } | { heldKey: HeldKey }

/**
 * Looks up the key of a request, and claims it if the request has not run yet. If the transaction of the caller
 * fails, the key is not claimed.
 * @throws CatalogError kind `conflict` with code `in_progress` while the first request is running, `unprocessable`
 *   if the key was used with other content
 */
export async function beginRequest<Result>(
  tx: Tx,
  { userId, key, content }: KeyedRequest,
  now: Micros,
): Promise<BegunRequest<Result>> {
  if (key === undefined) return { heldKey: null }
  await deleteKeysBefore(tx, now - IDEMPOTENCY_KEY_SECONDS * MICROS_PER_SECOND)
  const holder = { userId, key, lease: randomUUID() }
  const until = now + LEASE_SECONDS * MICROS_PER_SECOND
  const found = await claimKey(tx, { ...holder, request: digest(content), now, until })
  if (found.state === 'running') throw inProgress()
  if (found.state === 'other request') throw otherRequest()
  if (found.state === 'claimed') return { heldKey: holder }
  return { replay: { result: JSON.parse(found.response) as Result, isReplay: true } }
}

/**
 * Records the response in the transaction of the request, so that repetitions get the same one.
 * @throws CatalogError kind `conflict` if a repetition has taken over
 */
export async function recordResponse(tx: Tx, heldKey: HeldKey, response: unknown): Promise<void> {
  if (!heldKey) return
  const isRecorded = await updateResponse(tx, heldKey, JSON.stringify(response))
  if (!isRecorded) throw inProgress()
}

/** Releases the key of a request that failed and changed nothing, so that it can be repeated. */
export async function releaseKey(
  { writeDeferred }: Pick<Store, 'writeDeferred'>,
  heldKey: HeldKey,
): Promise<void> {
  if (heldKey) await writeDeferred((tx) => deleteKey(tx, heldKey))
}

function digest(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}

function inProgress(): CatalogError {
  return conflict(['in_progress'], { code: 'in_progress' })
}

function otherRequest(): CatalogError {
  return new CatalogError('unprocessable', ['key_reused'], { code: 'key_reused' })
}
