import { fork } from 'node:child_process'
import { once } from 'node:events'

export interface Health {
  /** The longest delay of the event loop since the last call. */
  maxDelayMs: number
  residentMb: number
}

export interface ServedCatalog extends AsyncDisposable {
  readonly url: string
  readonly pid: number
  readonly startMs: number
  /** Time until the lists were in memory. */
  readonly readyMs: number
  health(): Promise<Health>
}

type Started = Pick<ServedCatalog, 'url' | 'startMs' | 'readyMs'>

/** Serves a data directory in another process. */
export async function serveInChild(data: string): Promise<ServedCatalog> {
  const child = fork(new URL('server-child.ts', import.meta.url), [data])
  const answer = async <T>(): Promise<T> => (await once(child, 'message'))[0] as T
  const { url, startMs, readyMs } = await answer<Started>()
  return {
    url,
    pid: child.pid!,
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
