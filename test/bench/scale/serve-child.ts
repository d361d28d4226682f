import { fork } from 'node:child_process'
import { once } from 'node:events'

export interface Health {
  /** The longest that the event loop was held since the last question. */
  maxDelayMs: number
  residentMb: number
}

export interface ServedCatalogue extends AsyncDisposable {
  readonly url: string
  readonly startMs: number
  /** When the lists were in memory. */
  readonly readyMs: number
  health(): Promise<Health>
}

type Started = Pick<ServedCatalogue, 'url' | 'startMs' | 'readyMs'>

/** Serves a data directory from another process. */
export async function serveInChild(data: string): Promise<ServedCatalogue> {
  const child = fork(new URL('server-child.ts', import.meta.url), [data])
  const answer = async <T>(): Promise<T> => (await once(child, 'message'))[0] as T
  const { url, startMs, readyMs } = await answer<Started>()
  return {
    url,
    startMs,
    readyMs,
    health() {
      child.send('health')
      return answer<Health>()
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.send('end')
      await ended
    },
  }
}
