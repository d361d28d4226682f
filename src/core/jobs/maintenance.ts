import type { Store } from '../database/store.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import type { Config } from '../config/config.ts'
import type { Logger } from '../base/log.ts'
import type { DatabaseAddress } from '../database/database-address.ts'
import { purgeExpired } from '../auth/purge-expired.ts'
import { MICROS_PER_SECOND, type Micros, type Clock } from '../base/clock.ts'
import { claimMaintenanceRun } from './claim-maintenance-run.ts'
import { runMisdatedJobs } from '../job-queue/misdated.ts'
import { deleteEndedJobs } from '../job-queue/outcome.ts'
import { deleteOldChanges } from '../resident/columns/change-log.ts'
import { reapSlots } from './reap-slots.ts'
import { confirmKnownFiles } from '../stored-files/known-files.ts'
import { sweepOrphans } from './sweep-orphans.ts'

const INTERVAL_MS = 10 * 60 * 1000

type MaintenanceServices = {
  address: DatabaseAddress
  clock: Clock
  log: Logger
  config: Config
  storage: ObjectStore
} & Pick<Store, 'reads' | 'write'>

type MaintenanceTask = (services: MaintenanceServices, signal: AbortSignal) => Promise<unknown>

const HOUR: Micros = 60 * 60 * MICROS_PER_SECOND
const DAY: Micros = 24 * HOUR

const TASKS: [string, MaintenanceTask][] = [
  ['slots', (catalog) => reapSlots(catalog)],
  ['sign-ins', purgeSignIns],
  ['jobs', deleteDoneJobs],
  ['misdated jobs', correctDates],
  ['changes', ({ write }) => deleteOldChanges(write)],
  ['known files', runEvery(HOUR, 'known files', confirmFiles)],
  ['orphaned files', runEvery(DAY, 'orphaned files', sweepOrphans)],
]

/** Retention of completed jobs. */
const DONE_SECONDS = 7 * 24 * 60 * 60

/** Jobs deleted in one transaction, to keep write locks short. */
const JOBS_PER_BATCH = 5000

/** Deletes expired data periodically, until disposed of. */
export function startMaintenance(services: MaintenanceServices): AsyncDisposable {
  const stopping = new AbortController()
  const runTasks = async (): Promise<void> => {
    for (const [name, task] of TASKS) {
      try {
        const removed = await task(services, stopping.signal)
        if (removed) services.log.info({ what: name, removed }, 'expired data removed')
      } catch (error) {
        services.log.error({ err: error, what: name }, 'could not remove expired data')
      }
    }
  }
  let running = runTasks()
  const runAgain = (): void => {
    running = running.then(runTasks)
  }
  const timer = setInterval(runAgain, INTERVAL_MS).unref()
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}

/** Runs a task once in a period, regardless of restarts. */
function runEvery(period: Micros, name: string, task: MaintenanceTask): MaintenanceTask {
  return async (catalog, signal) => {
    const now = catalog.clock.now()
    const isDue = await catalog.write((tx) =>
      claimMaintenanceRun(tx, name, { now, since: now - period }),
    )
    return isDue && (await task(catalog, signal))
  }
}

/** Often, so that an older copy of the database is recognized. */
async function confirmFiles(services: MaintenanceServices): Promise<void> {
  await confirmKnownFiles(services)
}

async function purgeSignIns({
  write,
  clock,
}: { clock: Clock } & Pick<Store, 'write'>): Promise<void> {
  await write((tx) => purgeExpired(tx, clock.now()))
}

/** The clock of a host may have been ahead, for example before it was synchronized. */
async function correctDates({
  write,
  clock,
  log,
}: { clock: Clock; log: Logger } & Pick<Store, 'write'>): Promise<void> {
  const jobs = await write((tx) => runMisdatedJobs(tx, clock.now()))
  if (jobs > 0) log.warn({ jobs }, 'jobs were dated in the future, and run now')
}

async function deleteDoneJobs({
  write,
  clock,
}: { clock: Clock } & Pick<Store, 'write'>): Promise<number> {
  const before = clock.now() - DONE_SECONDS * MICROS_PER_SECOND
  return write((tx) => deleteEndedJobs(tx, { state: 'done', before, limit: JOBS_PER_BATCH }))
}
