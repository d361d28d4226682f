import { purgeExpired } from '../auth/purge.ts'
import type { Catalog } from '../catalog.ts'
import { reapSlots } from './reap-slots.ts'

const EVERY_MS = 10 * 60 * 1000

const CHORES: [string, (catalog: Catalog) => Promise<unknown>][] = [
  ['slots', reapSlots],
  ['sign-ins', purgeSignIns],
]

/** Sweeps up what is over, now and then, until disposed of. */
export function startUpkeep(catalog: Catalog): AsyncDisposable {
  const sweep = async (): Promise<void> => {
    for (const [what, chore] of CHORES) {
      try {
        const removed = await chore(catalog)
        if (removed) catalog.log.info({ what, removed }, 'what is over was removed')
      } catch (error) {
        catalog.log.error({ err: error, what }, 'what is over could not be removed')
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
      await sweeping
    },
  }
}

async function purgeSignIns({ write, clock }: Catalog): Promise<void> {
  await write((tx) => purgeExpired(tx, clock.now()))
}
