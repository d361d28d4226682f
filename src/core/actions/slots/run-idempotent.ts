import { createHash, randomUUID } from 'node:crypto'
import type { Services } from '../../services.ts'
import { MICROS_PER_SECOND, type Micros } from '../../clock.ts'
import {
  recordResponse,
  claimKey,
  releaseKey,
  deleteKeysBefore,
  type KeyClaim,
  type KeyHolder,
} from './idempotency-keys.ts'
import type { Tx } from '../../db/store.ts'
import { CatalogError, conflict } from '../../errors.ts'
import { IDEMPOTENCY_KEY_SECONDS } from '../../limits.ts'

/** How long a request may take before a repetition may take over. */
const LEASE_SECONDS = 120

export interface KeyedRequest {
  userId: number
  /** Chosen by the client. Without a key every request is new. */
  key: string | undefined
  /** Content of the request, as JSON. */
  content: unknown
}

/** The response of a request. */
export interface Answered<Answer> {
  answer: Answer
  /** Whether an earlier request with the same key produced this response. */
  isReplay: boolean
}

/** Keeps the answer, in the transaction that makes it true. */
export type RecordResponse<Answer> = (tx: Tx, answer: Answer) => Promise<void>

/** What a request does, in two steps. */
export interface Work<Begun, Answer> {
  /** In the transaction that takes the key; may refuse, and then nothing has happened. */
  begin: (tx: Tx) => Promise<Begun>
  go: (begun: Begun, settle: RecordResponse<Answer>) => Promise<Answer>
}

/**
 * Does what a request asks for once, however often its key comes: a repetition gets the first answer. A
 * request that fails is forgotten, since it has changed nothing.
 * @throws CatalogError kind `conflict` with code `in_progress` while the first request is at work,
 *   `unprocessable` when the key came with other content before
 */
export async function runIdempotent<Begun, Answer>(
  catalog: Pick<Services, 'clock' | 'write' | 'writeDeferred'>,
  { userId, key, content }: KeyedRequest,
  { begin, go }: Work<Begun, Answer>,
): Promise<Answered<Answer>> {
  if (key === undefined) {
    return { answer: await go(await catalog.write(begin), async () => {}), isReplay: false }
  }
  const holder = { userId, key, lease: randomUUID() }
  const claim = { ...holder, request: digestOf(content) }
  const started = await catalog.write(async (tx) => {
    const known = await findAnswer(tx, catalog.clock.now(), claim)
    return known === undefined ? { begun: await begin(tx) } : { known }
  })
  if (started.known !== undefined) {
    return { answer: JSON.parse(started.known) as Answer, isReplay: true }
  }
  try {
    const answer = await go(started.begun, (tx, given) => settle(tx, holder, given))
    return { answer, isReplay: false }
  } catch (error) {
    await catalog.writeDeferred((tx) => releaseKey(tx, holder))
    throw error
  }
}

/** Undefined when this request is the first and is to go on. */
async function findAnswer(
  tx: Tx,
  now: Micros,
  claim: Omit<KeyClaim, 'now' | 'until'>,
): Promise<string | undefined> {
  await deleteKeysBefore(tx, now - IDEMPOTENCY_KEY_SECONDS * MICROS_PER_SECOND)
  const until = now + LEASE_SECONDS * MICROS_PER_SECOND
  const known = await claimKey(tx, { ...claim, now, until })
  if (known.state === 'finished') return known.response
  if (known.state === 'running') throw inProgress()
  if (known.state === 'other request') throw otherRequest()
  return undefined
}

async function settle(tx: Tx, holder: KeyHolder, answer: unknown): Promise<void> {
  if (!(await recordResponse(tx, holder, JSON.stringify(answer)))) throw inProgress()
}

function digestOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}

function inProgress(): CatalogError {
  const message =
    'The first request with this Idempotency-Key is still in progress. Try again later.'
  return conflict(message, { code: 'in_progress' })
}

function otherRequest(): CatalogError {
  const message = 'This Idempotency-Key was used for a different request. Use a new key.'
  return new CatalogError('unprocessable', message, { code: 'key_reused' })
}
