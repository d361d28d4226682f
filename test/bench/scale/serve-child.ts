import { fork } from 'node:child_process'
import { once } from 'node:events'

export interface Health {
  /** The longest delay of the event loop since the last call. */
  maxDelayMs: number
  /** 99% of the delays were shorter. */
  p99DelayMs: number
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

/** Serves a data directory in another process, with settings by the names of their environment variables. */
export async function serveInChild(
  data: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServedCatalog> {
  const script = new URL('server-child.ts', import.meta.url)
  const child = fork(script, [data, JSON.stringify(settings)])
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
