import { tryAgain } from './errors.ts'

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
  /** When they should retry. */
  retrySeconds: number
}

export function createRequestSlots({
  total,
  perClient,
  problem,
  retrySeconds,
}: Limits): RequestSlots {
  const taken = new Map<string, number>()
  let sum = 0
  const add = (client: string, change: 1 | -1): void => {
    const count = (taken.get(client) ?? 0) + change
    sum += change
    if (count > 0) taken.set(client, count)
    else taken.delete(client)
  }
  return {
    take(client) {
      if (sum >= total || (taken.get(client) ?? 0) >= perClient) {
        throw tryAgain(problem, retrySeconds)
      }
      add(client, 1)
      return { [Symbol.dispose]: () => add(client, -1) }
    },
  }
}
