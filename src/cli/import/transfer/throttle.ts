import type { Cli } from '../../cli.ts'

/** Lets so many bytes through a second, over all uploads together. */
export interface Throttle {
  /** Bytes that should be asked for at a time, so that nobody waits for long. */
  chunkBytes: number
  /** Resolves when so many bytes may leave. */
  acquire(bytes: number, signal: AbortSignal): Promise<void>
}

const PIECES_A_SECOND = 8

/** @param now milliseconds of a clock that is never set */
export function createThrottle(
  { sleep }: Pick<Cli, 'sleep'>,
  bytesPerSecond: number,
  now: () => number = () => performance.now(),
): Throttle {
  let freeAt = 0
  return {
    chunkBytes: Math.max(1, Math.floor(bytesPerSecond / PIECES_A_SECOND)),
    async acquire(bytes, signal) {
      const at = now()
      const from = Math.max(at, freeAt)
      freeAt = from + (bytes / bytesPerSecond) * 1000
      if (from > at) await sleep(from - at, signal)
    },
  }
}
