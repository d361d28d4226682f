import type { Micros } from '../../base/clock.ts'
import { contains } from '../../database/sql.ts'
import { column } from '../../database/expressions.ts'
import { preparedQuery, type Params } from '../../database/prepared-query.ts'
import type { Tx } from '../../database/store.ts'
import { FORMER_CONTRIBUTOR } from '../../model/former-contributor.ts'

export interface KeyHolder {
  userId: number
  key: string
  lease: string
}

export interface KeyClaim extends KeyHolder {
  /** SHA-256 of the content of the request, in hexadecimal. */
  request: string
  now: Micros
  /** When the lease ends: another request may then take over, because this one must have crashed. */
  until: Micros
}

/** Result of a claim: this request may run, another one has finished or is running, or the key has other content. */
export type KeyState =
  | { state: 'claimed' }
  | { state: 'finished'; response: string }
  | { state: 'running' }
  | { state: 'other request' }

/** Claims the key for this request in one statement, unless another request has finished or is running. */
export async function claimKey(tx: Tx, claim: KeyClaim): Promise<KeyState> {
  const [mine] = await insertClaim(tx, claim)
  return mine ? { state: 'claimed' } : stateOf(tx, claim)
}

const insertClaim = preparedQuery(
  (tx: Tx, { userId, key, request, lease, now, until }: Params<KeyClaim>) =>
    tx
      .insertInto('idempotency_key')
      .values({ user_id: userId, key, request, lease, leased_until: until, created_at: now })
      .onConflict((known) =>
        known
          .columns(['user_id', 'key'])
          .doUpdateSet({ lease, leased_until: until })
          .where('idempotency_key.response', 'is', null)
          .where('idempotency_key.leased_until', '<=', now)
          .where('idempotency_key.request', '=', request),
      )
      .returning('key'),
)

async function stateOf(tx: Tx, { userId, key, request }: KeyClaim): Promise<KeyState> {
  const known = await tx
    .selectFrom('idempotency_key')
    .select(['request', 'response'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (known.request !== request) return { state: 'other request' }
  return known.response === null
    ? { state: 'running' }
    : { state: 'finished', response: known.response }
}

/** Records the response, in the transaction of the request. Returns false if another request has taken over. */
export async function updateResponse(
  tx: Tx,
  holder: KeyHolder,
  response: string,
): Promise<boolean> {
  return (await setResponse(tx, { ...holder, response })).length > 0
}

const setResponse = preparedQuery(
  (tx: Tx, { userId, key, lease, response }: Params<KeyHolder & { response: string }>) =>
    tx
      .updateTable('idempotency_key')
      .set({ response })
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .where('lease', '=', lease)
      .where('response', 'is', null)
      .returning('key'),
)

/** Deletes the key of a failed request, so that it can be repeated. */
export async function deleteKey(tx: Tx, { userId, key, lease }: KeyHolder): Promise<void> {
  await tx
    .deleteFrom('idempotency_key')
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .where('lease', '=', lease)
    .where('response', 'is', null)
    .execute()
}

/** Deletes keys of requests that a crashed process left. Only the server of the catalog may call this. */
export async function deleteUnfinishedKeys(tx: Tx): Promise<void> {
  await tx.deleteFrom('idempotency_key').where('response', 'is', null).execute()
}

/** Deletes expired keys. */
export async function deleteKeysBefore(tx: Tx, before: Micros): Promise<void> {
  await deleteBefore(tx, { before })
}

const deleteBefore = preparedQuery((tx: Tx, { before }: Params<{ before: Micros }>) =>
  tx.deleteFrom('idempotency_key').where('created_at', '<=', before),
)

/**
 * Replaces the name of a user in the responses that others would get again. Within a text, the quotation marks of JSON
 * are escaped, so that only members match.
 */
export async function replaceUserInResponses(tx: Tx, username: string): Promise<void> {
  const toMember = (name: string) => JSON.stringify({ username: name }).slice(1, -1)
  const [named, former] = [toMember(username), toMember(FORMER_CONTRIBUTOR)]
  await tx
    .updateTable('idempotency_key')
    .set((key) => ({
      response: key.fn<string>('replace', [key.ref('response'), key.val(named), key.val(former)]),
    }))
    .where(contains(column('response'), named))
    .execute()
}
