import type { Micros } from '../clock.ts'
import type { Tx } from '../db/store.ts'

/** Records that a maintenance task runs now. Returns false if it has already run since `since`. */
export async function claimMaintenanceRun(
  tx: Tx,
  name: string,
  { now, since }: { now: Micros; since: Micros },
): Promise<boolean> {
  const claimed = await tx
    .insertInto('chore')
    .values({ name, done_at: now })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ done_at: now }).where('chore.done_at', '<', since),
    )
    .returning('name')
    .executeTakeFirst()
  return claimed !== undefined
}
