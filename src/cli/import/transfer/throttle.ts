import type { Cli } from '../../cli.ts'

/** Limits the bytes per second of all uploads together. */
export interface Throttle {
  /** Bytes to acquire at a time, so that concurrent uploads alternate. */
  chunkBytes: number
  /** Resolves once this many bytes may be sent. */
  acquire(bytes: number, signal: AbortSignal): Promise<void>
}

const CHUNKS_PER_SECOND = 8

/** @param now milliseconds of a monotonic clock */
export function createThrottle(
  { sleep }: Pick<Cli, 'sleep'>,
  bytesPerSecond: number,
  now: () => number = () => performance.now(),
): Throttle {
  let freeAt = 0
  return {
    chunkBytes: Math.max(1, Math.floor(bytesPerSecond / CHUNKS_PER_SECOND)),
    async acquire(bytes, signal) {
      const time = now()
      const startAt = Math.max(time, freeAt)
      freeAt = startAt + (bytes / bytesPerSecond) * 1000
      if (startAt > time) await sleep(startAt - time, signal)
    },
  }
}
