import { readFileSync } from 'node:fs'

/** So little is left of the limit that the stack of another thread may not fit any more. */
const LITTLE_BYTES = 64 * 1024 ** 2

/** How this process stands to the limit on its memory: `far` from it, `near` it, or without one. */
export function memoryLimitState(): 'none' | 'far' | 'near' {
  const limit = Number(/^Max data size +(\d+)/m.exec(readProc('limits'))?.[1])
  if (!(limit > 0)) return 'none'
  return limit - peakDataBytes() < LITTLE_BYTES ? 'near' : 'far'
}

/** The kernel keeps the peak of the address space only; what is no data in it hardly changes. */
function peakDataBytes(): number {
  const status = readProc('status')
  const read = (name: string): number =>
    Number(new RegExp(`^Vm${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024
  return read('Peak') - read('Size') + read('Data')
}

function readProc(name: string): string {
  try {
    return readFileSync(`/proc/self/${name}`, 'utf8')
  } catch {
    return ''
  }
}
