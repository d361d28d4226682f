import type { Reads } from '../db/store.ts'

/** Whether a request of this user's with this idempotency key has got its answer. */
export async function isAnswered(reads: Reads, userId: number, key: string): Promise<boolean> {
  const known = await reads
    .selectFrom('idempotency_key')
    .select('key')
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .where('answer', 'is not', null)
    .executeTakeFirst()
  return known !== undefined
}
