import { MICROS_PER_SECOND, type Micros } from '../base/clock.ts'
import type { Reads } from '../database/store.ts'
import { MAX_PLANNED_AHEAD } from '../job-queue/misdated.ts'
import { countLateSlots, findJobProblems, type JobProblems } from '../queries/site/health.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { sampleStorage } from '../stored-files/sample-storage.ts'
import { findStoppedSweep, type StoppedSweep } from '../stored-files/stopped-sweep.ts'
import type { StorageFinding } from '../stored-files/verify-storage.ts'

/** State of jobs, slots, the sweep and stored files, on both engines. */
export interface RowInspection {
  jobs: JobProblems
  lateSlots: number
  /** Undefined if the last sweep of orphaned files did not stop. */
  stoppedSweep: StoppedSweep | undefined
  storage: { files: number; findings: StorageFinding[] }
}

const HOUR: Micros = 60 * 60 * MICROS_PER_SECOND

/** Inspects jobs, slots and a sample of the stored files. */
export async function inspectRows(
  reads: Reads,
  { storage, now }: { storage: Pick<ObjectStore, 'stat' | 'read'>; now: Micros },
): Promise<RowInspection> {
  const times = { now, overdue: now - HOUR, misdated: now + MAX_PLANNED_AHEAD }
  return {
    jobs: await findJobProblems(reads, times),
    lateSlots: await countLateSlots(reads, now - 3 * HOUR),
    stoppedSweep: await findStoppedSweep(reads),
    storage: await sampleStorage(reads, storage),
  }
}
