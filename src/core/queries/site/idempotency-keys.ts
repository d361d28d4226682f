import type { Reads } from '../../database/store.ts'

/** Whether the response to a request with this user's idempotency key has been recorded. */
export async function hasRecordedResponse(
  reads: Reads,
  userId: number,
  key: string,
): Promise<boolean> {
  const known = await reads
    .selectFrom('idempotency_key')
    .select('key')
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .where('response', 'is not', null)
    .executeTakeFirst()
  return known !== undefined
}
