import type { Services } from '../services.ts'
import { MICROS_PER_SECOND, type Micros } from '../clock.ts'

/** Uses are noted to the hour, so that reading does not become writing. */
const STEP_SECONDS = 60 * 60

/** Whether a use is worth noting, so long after the last that was. */
export function isNews(usedAt: Micros | null, now: Micros): boolean {
  return usedAt === null || usedAt + STEP_SECONDS * MICROS_PER_SECOND <= now
}

/** Notes that a token of this grant was used; whatever keeps it from being noted keeps nobody from the work. */
export async function noteTokenUse(
  { write, clock, log }: Pick<Services, 'clock' | 'log' | 'write'>,
  { grantId, usedAt }: { grantId: number; usedAt: Micros | null },
): Promise<void> {
  const now = clock.now()
  if (!isNews(usedAt, now)) return
  try {
    await write((tx) =>
      tx.updateTable('oauth_grant').set({ used_at: now }).where('id', '=', grantId).execute(),
    )
  } catch (error) {
    log.warn({ err: error, grant: grantId }, 'the use of a token could not be noted')
  }
}
