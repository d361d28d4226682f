import { readFile } from 'node:fs/promises'
import { setInterval } from 'node:timers/promises'

const EVERY_MS = 100

/** Watches the resident memory of a process (Linux), until it is disposed of. */
export async function watchResident(pid: number) {
  const startMb = await readResident(pid)
  let peakMb = startMb
  const stopping = new AbortController()
  const watching = (async () => {
    for await (const _ of setInterval(EVERY_MS, undefined, { signal: stopping.signal })) {
      peakMb = Math.max(peakMb, await readResident(pid))
    }
  })().catch(() => undefined)
  return {
    startMb,
    get peakMb() {
      return peakMb
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await watching
    },
  }
}

async function readResident(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}
