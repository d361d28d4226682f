import { tryAgain, type CatalogError } from '../../errors.ts'

/** Limits how many searches run or wait at the same time, so that memory and waiting times stay bounded. */
export interface SearchSlots {
  /** @throws CatalogError kind `unavailable` if too many searches, or too many of this client, are pending */
  take(client: string): Disposable
}

/** When to retry a search that was rejected. */
const BUSY_SECONDS = 5

interface Limits {
  total: number
  perClient: number
}

export function createSearchSlots({ total, perClient }: Limits): SearchSlots {
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
      if (sum >= total || (taken.get(client) ?? 0) >= perClient) throw tooManySearches()
      add(client, 1)
      return { [Symbol.dispose]: () => add(client, -1) }
    },
  }
}

function tooManySearches(): CatalogError {
  return tryAgain('Too many searches are waiting.', BUSY_SECONDS)
}
