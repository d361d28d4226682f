import { setTimeout as pause } from 'node:timers/promises'

/** A client that reads the same list again and again. Disposal stops it. */
export interface ReadWatch extends AsyncDisposable {
  /** What it has found so far. */
  readonly found: Readonly<WatchedReads>
  stop(): Promise<void>
}

export interface WatchedReads {
  requests: number
  /** Those that got 503 with Retry-After. */
  unavailable: number
  /** The longest time without an answer. */
  longestGapSeconds: number
  /** Other errors. */
  problems: string[]
}

const PAUSE_MS = 20

/** @param headers of each request; none for an anonymous client */
export function watchReads(url: string, headers: Record<string, string> = {}): ReadWatch {
  const found: WatchedReads = { requests: 0, unavailable: 0, longestGapSeconds: 0, problems: [] }
  const over = new AbortController()
  let answered = performance.now()
  const read = async (): Promise<void> => {
    const response = await fetch(`${url}/api/v2/images/`, { headers })
    await response.arrayBuffer()
    found.requests += 1
    if (response.status === 200) {
      const gap = (performance.now() - answered) / 1000
      found.longestGapSeconds = Math.max(found.longestGapSeconds, gap)
      answered = performance.now()
    } else if (response.status === 503 && response.headers.has('Retry-After'))
      found.unavailable += 1
    else found.problems.push(`a read: ${response.status}`)
  }
  const watch = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await read().catch((error: Error) => found.problems.push(`a read: ${describe(error)}`))
      await pause(PAUSE_MS)
    }
  }
  const watching = watch()
  const stop = async (): Promise<void> => {
    over.abort()
    await watching
  }
  return { found, stop, [Symbol.asyncDispose]: stop }
}

function describe({ message, cause }: Error): string {
  return cause === undefined
    ? message
    : `${message}, ${cause instanceof Error ? cause.message : JSON.stringify(cause)}`
}
