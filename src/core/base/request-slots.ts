import type { Capacity } from './capacity-log.ts'
import { capacityExceeded } from './errors.ts'

/** Limits how many requests of a kind run or wait at the same time, so that memory and waiting times stay bounded. */
export interface RequestSlots {
  /** @throws CatalogError kind `unavailable` if too many requests, or too many of this client, are pending */
  take(client: string): Disposable
}

interface Limits {
  total: number
  perClient: number
  /** The message to rejected clients, a complete sentence. */
  problem: string
  /** The resource that the log names. */
  capacity: Capacity
  /** When rejected clients should retry; by default, when a slot is free at the latest. */
  retrySeconds?: number
  /** The longest time that a slot is taken. */
  maxSeconds?: number
}

interface Taken {
  client: string
  since: number
}

export function createRequestSlots({
  total,
  perClient,
  problem,
  capacity,
  maxSeconds = 0,
  retrySeconds,
}: Limits): RequestSlots {
  /** Oldest first. */
  const taken = new Set<Taken>()
  /** Seconds until the oldest of these slots ends. */
  const countRest = (slots: readonly Taken[]): number => {
    const age = (performance.now() - (slots[0]?.since ?? 0)) / 1000
    return Math.max(1, Math.ceil(maxSeconds - age))
  }
  return {
    take(client) {
      const all = [...taken]
      const own = all.filter((slot) => slot.client === client)
      const full = own.length >= perClient ? own : all.length >= total ? all : undefined
      if (full) throw capacityExceeded(problem, retrySeconds ?? countRest(full), capacity)
      const slot = { client, since: performance.now() }
      taken.add(slot)
      return { [Symbol.dispose]: () => void taken.delete(slot) }
    },
  }
}
