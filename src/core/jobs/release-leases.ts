import type { Store } from '../database/store.ts'
import type { Clock } from '../base/clock.ts'
import type { DatabaseAddress } from '../database/database-address.ts'
import { deleteUnfinishedKeys } from '../writes/run/idempotency-keys.ts'
import { releaseAllSlots } from '../writes/imports/slot-claims.ts'
import { requeueAllJobs } from '../job-queue/claim.ts'

type LeaseServices = { address: DatabaseAddress; clock: Clock } & Pick<Store, 'write'>

/**
 * Releases the slots, idempotency keys and jobs of an earlier process, so that clients need not wait until the leases expire.
 * Needs the serve lock. Does nothing on PostgreSQL, where they may be those of other nodes: there, they expire.
 */
export async function releaseLeases(services: LeaseServices): Promise<void> {
  if (mayBelongToOthers(services)) return
  await services.write(releaseAllSlots)
  await services.write(deleteUnfinishedKeys)
  await releaseJobs(services)
}

/** Does the same for jobs only. */
export async function releaseJobs(services: LeaseServices): Promise<void> {
  if (mayBelongToOthers(services)) return
  await services.write((tx) => requeueAllJobs(tx, services.clock.now()))
}

/** The serve lock excludes other processes on SQLite only. */
function mayBelongToOthers({ address }: { address: DatabaseAddress }): boolean {
  return address.engine === 'postgres'
}
