import { readFileSync } from 'node:fs'

/** With less than this left, the stack of another thread may not fit. */
const NEAR_LIMIT_BYTES = 64 * 1024 ** 2

/** Returns whether this process was ever near its memory limit; `none` if it has no limit. */
export function checkMemoryLimit(): 'none' | 'far' | 'near' {
  const limit = Number(/^Max data size +(\d+)/m.exec(readProc('limits'))?.[1])
  if (!(limit > 0)) return 'none'
  return limit - readPeakDataBytes() < NEAR_LIMIT_BYTES ? 'near' : 'far'
}

/** The kernel records the peak of the address space only; the rest of it hardly changes. */
function readPeakDataBytes(): number {
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
