import type { Fetch } from '../fetch-from.ts'

/** Durations of requests by kind, until the whole response was read. */
export interface Latencies {
  /** Measures the requests of this `fetch`. */
  measure(fetch: Fetch): Fetch
  /** Returns the percentile (0 to 100) of each kind in milliseconds. */
  percentiles(rank: number): Record<string, number>
}

export function createLatencies(kindOf: (url: string, method: string) => string): Latencies {
  const durations = new Map<string, number[]>()
  return {
    measure: (fetch) => async (url, init) => {
      const kind = kindOf(url, init?.method ?? 'GET')
      const began = performance.now()
      const response = await fetch(url, init)
      const body = await response.arrayBuffer()
      const known = durations.get(kind) ?? []
      known.push(performance.now() - began)
      durations.set(kind, known)
      return Object.defineProperty(new Response(body, response), 'url', { value: response.url })
    },
    percentiles: (rank) =>
      Object.fromEntries(
        [...durations].map(([kind, all]) => {
          const sorted = all.toSorted((a, b) => a - b)
          return [kind, Math.round(sorted[Math.ceil((rank / 100) * sorted.length) - 1] ?? 0)]
        }),
      ),
  }
}
