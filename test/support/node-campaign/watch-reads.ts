import { setTimeout as pause } from 'node:timers/promises'

/** A client that reads the same list again and again. */
export interface ReadWatch {
  /** @returns the requests, those that got 503 with Retry-After, the longest time without an answer, and other errors */
  stop(): Promise<WatchedReads>
}

export interface WatchedReads {
  requests: number
  unavailable: number
  longestGapSeconds: number
  problems: string[]
}

const PAUSE_MS = 20

/** @param headers of each request; none for an anonymous client */
export function watchReads(url: string, headers: Record<string, string> = {}): ReadWatch {
  const found: WatchedReads = { requests: 0, unavailable: 0, longestGapSeconds: 0, problems: [] }
  const over = new AbortController()
  const watch = async (): Promise<void> => {
    let answered = performance.now()
    while (!over.signal.aborted) {
      const { status, headers: sent } = await fetch(`${url}/api/v2/images/`, { headers })
      found.requests += 1
      if (status === 200) {
        const gap = (performance.now() - answered) / 1000
        found.longestGapSeconds = Math.max(found.longestGapSeconds, gap)
        answered = performance.now()
      } else if (status === 503 && sent.has('Retry-After')) found.unavailable += 1
      else found.problems.push(`a read: ${status}`)
      await pause(PAUSE_MS)
    }
  }
  const watching = watch()
  return {
    async stop() {
      over.abort()
      await watching
      return found
    },
  }
}
