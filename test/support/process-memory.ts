import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

const EVERY_MS = 50

/**
 * Watches the peak memory of a process and its descendants, as counted by the kernel (Linux). Image processes are
 * identified by their script; all others count as the server.
 */
export function watchMemory(root: number) {
  const peaks = { server: 0, child: 0 }
  const stopping = new AbortController()
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      await look(root, peaks)
      await pause(EVERY_MS)
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await watching
      return { server: Math.round(peaks.server), child: Math.round(peaks.child) }
    },
  }
}

async function look(pid: number, peaks: { server: number; child: number }): Promise<void> {
  const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
  const kind = (await read('cmdline')).includes('image-child') ? 'child' : 'server'
  const kilobytes = Number(/VmHWM:\s+(\d+)/.exec(await read('status'))?.[1] ?? 0)
  peaks[kind] = Math.max(peaks[kind], kilobytes / 1024)
  const children = (await read(`task/${pid}/children`)).split(' ').filter(Boolean)
  for (const child of children) await look(Number(child), peaks)
}
