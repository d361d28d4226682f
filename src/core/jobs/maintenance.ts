import { purgeExpired } from '../auth/purge.ts'
import type { Services } from '../services.ts'
import { MICROS_PER_SECOND, type Micros } from '../clock.ts'
import { claimMaintenanceRun } from './claim-maintenance-run.ts'
import { dropEndedJobs } from './queue/outcome.ts'
import { sweepChanges } from '../list-cache/sweep-changes.ts'
import { reapSlots } from './reap-slots.ts'
import { sweepLeftovers } from './sweep-leftovers.ts'

const EVERY_MS = 10 * 60 * 1000

type MaintenanceServices = Pick<
  Services,
  'reads' | 'write' | 'clock' | 'log' | 'config' | 'storage'
>

type Chore = (services: MaintenanceServices, signal: AbortSignal) => Promise<unknown>

const CHORES: [string, Chore][] = [
  ['slots', (catalog) => reapSlots(catalog)],
  ['sign-ins', purgeSignIns],
  ['jobs', forgetJobs],
  ['changes', ({ write }) => sweepChanges(write)],
  ['leftovers', daily('leftovers', sweepLeftovers)],
]

const DAY: Micros = 24 * 60 * 60 * MICROS_PER_SECOND

/** How long completed jobs are stored. */
const DONE_SECONDS = 7 * 24 * 60 * 60

/** Jobs deleted in one transaction, to keep write locks short. */
const JOBS_AT_ONCE = 5000

/** Deletes expired data periodically, until disposed of. */
export function startMaintenance(services: MaintenanceServices): AsyncDisposable {
  const stopping = new AbortController()
  const sweep = async (): Promise<void> => {
    for (const [what, chore] of CHORES) {
      try {
        const removed = await chore(services, stopping.signal)
        if (removed) services.log.info({ what, removed }, 'expired data removed')
      } catch (error) {
        services.log.error({ err: error, what }, 'could not remove expired data')
      }
    }
  }
  let sweeping = sweep()
  const again = (): void => {
    sweeping = sweeping.then(sweep)
  }
  const timer = setInterval(again, EVERY_MS).unref()
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      stopping.abort()
      await sweeping
    },
  }
}

/** Runs a task once a day, regardless of restarts. */
function daily(name: string, chore: Chore): Chore {
  return async (catalog, signal) => {
    const now = catalog.clock.now()
    const isDue = await catalog.write((tx) =>
      claimMaintenanceRun(tx, name, { now, since: now - DAY }),
    )
    return isDue && (await chore(catalog, signal))
  }
}

async function purgeSignIns({ write, clock }: Pick<Services, 'clock' | 'write'>): Promise<void> {
  await write((tx) => purgeExpired(tx, clock.now()))
}

async function forgetJobs({ write, clock }: Pick<Services, 'clock' | 'write'>): Promise<number> {
  const before = clock.now() - DONE_SECONDS * MICROS_PER_SECOND
  return write((tx) => dropEndedJobs(tx, { state: 'done', before, limit: JOBS_AT_ONCE }))
}
