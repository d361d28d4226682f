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
  /** Time until the lists were in memory, 0 if they were not waited for. */
  readonly readyMs: number
  health(): Promise<Health>
}

interface Options {
  /** Whether the server is used only when the lists are in memory, which is the default. */
  waitForLists?: boolean
}

/** Serves a data directory in another process, with settings by the names of their environment variables. */
export async function serveInChild(
  data: string,
  settings: Readonly<Record<string, string>> = {},
  { waitForLists = true }: Options = {},
): Promise<ServedCatalog> {
  const script = new URL('server-child.ts', import.meta.url)
  const child = fork(script, [data, JSON.stringify(settings)])
  const answer = async <T>(): Promise<T> => (await once(child, 'message'))[0] as T
  const ask = <T>(question: string): Promise<T> => {
    child.send(question)
    return answer()
  }
  const { url, startMs } = await answer<Pick<ServedCatalog, 'url' | 'startMs'>>()
  const { readyMs } = waitForLists
    ? await ask<Pick<ServedCatalog, 'readyMs'>>('ready')
    : { readyMs: 0 }
  return {
    url,
    pid: child.pid!,
    startMs,
    readyMs,
    health: () => ask<Health>('health'),
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.send('end')
      await ended
    },
  }
}
