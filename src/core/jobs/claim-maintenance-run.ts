import type { Micros } from '../base/clock.ts'
import type { Tx } from '../database/store.ts'

/** Records that a maintenance task runs now. Returns false if it has already run since `since`. */
export async function claimMaintenanceRun(
  tx: Tx,
  name: string,
  { now, since }: { now: Micros; since: Micros },
): Promise<boolean> {
  const claimed = await tx
    .insertInto('maintenance_run')
    .values({ name, ran_at: now })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ ran_at: now })
        .where('maintenance_run.ran_at', '<', since),
    )
    .returning('name')
    .executeTakeFirst()
  return claimed !== undefined
}
