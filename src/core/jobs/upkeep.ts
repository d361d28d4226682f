import type { Catalog } from '../catalog.ts'
import { reapSlots } from './reap-slots.ts'

const EVERY_MS = 10 * 60 * 1000

/** Sweeps up what is over, now and then, until disposed of. */
export function startUpkeep(catalog: Catalog): AsyncDisposable {
  const sweep = async (): Promise<void> => {
    try {
      const reaped = await reapSlots(catalog)
      if (reaped > 0) catalog.log.info({ reaped }, 'slots that are over were removed')
    } catch (error) {
      catalog.log.error({ err: error }, 'slots that are over could not be removed')
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
