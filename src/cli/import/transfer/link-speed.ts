/** Estimates upload times from the transfers so far. */
export interface LinkSpeed {
  /** Records a transfer, successful or not, and the number of concurrent transfers including it. */
  record(bytes: number, seconds: number, concurrency: number): void
  /** Seconds for a file beside other uploads; undefined before the first measurement. */
  estimateSeconds(bytes: number): number | undefined
  /** Seconds for a file that is uploaded alone; undefined before the first measurement. */
  estimateSecondsAlone(bytes: number): number | undefined
}

/** Shorter transfers measure latency rather than speed. */
const MIN_SECONDS = 1
/** Weight of the newest measurement in the moving average. */
const NEWEST_WEIGHT = 0.3

export function createLinkSpeed(): LinkSpeed {
  let bytesPerSecond: number | undefined
  let totalBytesPerSecond: number | undefined
  const average = (before: number | undefined, now: number): number =>
    before === undefined ? now : before * (1 - NEWEST_WEIGHT) + now * NEWEST_WEIGHT
  return {
    record(bytes, seconds, concurrency) {
      if (seconds < MIN_SECONDS || bytes === 0) return
      bytesPerSecond = average(bytesPerSecond, bytes / seconds)
      totalBytesPerSecond = average(totalBytesPerSecond, (bytes / seconds) * concurrency)
    },
    estimateSeconds: (bytes) => (bytesPerSecond === undefined ? undefined : bytes / bytesPerSecond),
    estimateSecondsAlone: (bytes) =>
      totalBytesPerSecond === undefined ? undefined : bytes / totalBytesPerSecond,
  }
}
