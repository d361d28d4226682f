import type { Logger } from '../base/log.ts'
import { logSweepStopped } from '../auth/security-events.ts'
import { formatTimestamp, type Clock } from '../base/clock.ts'
import type { Selects, Store } from '../database/store.ts'
import { STOPPED_SWEEP } from '../model/setting-names.ts'
import { readStoredSetting } from '../queries/settings/stored-setting.ts'

/** A sweep that moved nothing, because more originals than `allowed` are named by no row. */
export interface StoppedSweep {
  /** Time of the sweep, as a timestamp. */
  at: string
  /** Originals in the storage. */
  originals: number
  allowed: number
}

/** Records and logs that a sweep stopped, or with undefined that it did not. */
export async function recordStoppedSweep(
  { clock, log, write }: { clock: Clock; log: Logger } & Pick<Store, 'write'>,
  stopped: Omit<StoppedSweep, 'at'> | undefined,
): Promise<void> {
  await write(async (tx) => {
    await tx.deleteFrom('setting').where('name', '=', STOPPED_SWEEP).execute()
    if (!stopped) return
    const value = JSON.stringify({ at: formatTimestamp(clock.now()), ...stopped })
    await tx.insertInto('setting').values({ name: STOPPED_SWEEP, value }).execute()
  })
  if (stopped) logSweepStopped(log, stopped)
}

/** Returns undefined if the last sweep did not stop. */
export async function findStoppedSweep(reads: Selects): Promise<StoppedSweep | undefined> {
  return (await readStoredSetting(reads, STOPPED_SWEEP)) as StoppedSweep | undefined
}
