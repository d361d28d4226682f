import { MICROS_PER_SECOND, type Micros } from '../../base/clock.ts'
import type { Position } from './position.ts'

/** Measures how far a replica lags behind, by what the primary had written at known times. */
export interface ReplayLag {
  /** Records what the primary has written. */
  addSample(sample: Sample): void
  /** Records what the replica includes. @returns its lag in seconds; undefined if no sample is that old */
  measure(replayedBytes: number): number | undefined
  /** Removes all samples, because the replica does not follow the primary. */
  forget(): void
}

interface Sample extends Pick<Position, 'bytes'> {
  /** Before the position was read. */
  time: Micros
}

/** Of a replica that is far behind, only every other sample is kept beyond this number. */
const MAX_SAMPLES = 1000

/**
 * Needs no clock of PostgreSQL, and no writes: the lag is the time between the newest sample and the newest one that the
 * replica includes. It does not grow while the primary cannot be reached, since nothing is written then.
 */
export function createReplayLag(): ReplayLag {
  let samples: Sample[] = []
  return {
    addSample(sample) {
      // After a failover or a restore, the log may be shorter.
      if (sample.bytes < (samples.at(-1)?.bytes ?? 0)) samples = []
      samples.push(sample)
      if (samples.length > MAX_SAMPLES) samples = samples.filter((_, index) => index % 2 === 0)
    },
    measure(replayedBytes) {
      const included = samples.findLastIndex(({ bytes }) => bytes <= replayedBytes)
      const [oldest, newest] = [samples[included], samples.at(-1)]
      if (!oldest || !newest) return undefined
      samples.splice(0, included)
      return (newest.time - oldest.time) / MICROS_PER_SECOND
    },
    forget() {
      samples = []
    },
  }
}
