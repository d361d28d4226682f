import type { Store } from '../database/store.ts'
import type { Logger } from '../base/log.ts'
import { MICROS_PER_SECOND, type Micros, type Clock } from '../base/clock.ts'

/** Uses are recorded to the hour, so that reads rarely cause writes. */
const STEP_SECONDS = 60 * 60

/** Whether the recorded last use is so old that a new use should be recorded. */
export function isStale(usedAt: Micros | null, now: Micros): boolean {
  return usedAt === null || usedAt + STEP_SECONDS * MICROS_PER_SECOND <= now
}

/** Records the use of a token of this grant. A failure is logged and does not fail the request. */
export async function recordTokenUse(
  { write, clock, log }: { clock: Clock; log: Logger } & Pick<Store, 'write'>,
  { grantId, usedAt }: { grantId: number; usedAt: Micros | null },
): Promise<void> {
  const now = clock.now()
  if (!isStale(usedAt, now)) return
  try {
    await write((tx) =>
      tx.updateTable('oauth_grant').set({ used_at: now }).where('id', '=', grantId).execute(),
    )
  } catch (error) {
    log.warn({ err: error, grant: grantId }, 'could not record the use of a token')
  }
}
