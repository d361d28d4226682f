import type { Cli } from '../cli.ts'

/** Lets so many bytes through a second, over all uploads together. */
export type Throttle = (bytes: number, signal: AbortSignal) => Promise<void>

/** @param bytesPerSecond undefined for as many as the link takes */
export function createThrottle(
  cli: Pick<Cli, 'sleep'>,
  bytesPerSecond: number | undefined,
): Throttle {
  if (bytesPerSecond === undefined) return () => Promise.resolve()
  let freeAt = 0
  return async (bytes, signal) => {
    const now = performance.now()
    const from = Math.max(now, freeAt)
    freeAt = from + (bytes / bytesPerSecond) * 1000
    if (from > now) await cli.sleep(from - now, signal)
  }
}
