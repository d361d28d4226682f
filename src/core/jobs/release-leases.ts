import { deleteUnfinishedKeys } from '../writes/run/idempotency-keys.ts'
import { releaseAllSlots } from '../writes/imports/slot-claims.ts'
import type { Services } from '../catalog/services.ts'
import { requeueAllJobs } from '../job-queue/claim.ts'

type LeaseServices = Pick<Services, 'address' | 'clock' | 'write'>

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
function mayBelongToOthers({ address }: Pick<Services, 'address'>): boolean {
  return address.engine === 'postgres'
}
