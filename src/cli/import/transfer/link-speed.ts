/** What the uploads so far tell about the link. */
export interface LinkSpeed {
  /** A transfer of so many bytes has ended, well or not, beside so many others. */
  record(bytes: number, seconds: number, atOnce: number): void
  /** How long a file takes beside others; undefined as long as nothing was measured. */
  estimateSeconds(bytes: number): number | undefined
  /** How long it takes with the link to itself. */
  estimateSecondsAlone(bytes: number): number | undefined
}

/** Shorter transfers tell more about delays than about speed. */
const TELLING_SECONDS = 1
const WEIGHT = 0.3

export function createLinkSpeed(): LinkSpeed {
  let each: number | undefined
  let together: number | undefined
  const mean = (before: number | undefined, now: number): number =>
    before === undefined ? now : before * (1 - WEIGHT) + now * WEIGHT
  return {
    record(bytes, seconds, atOnce) {
      if (seconds < TELLING_SECONDS || bytes === 0) return
      each = mean(each, bytes / seconds)
      together = mean(together, (bytes / seconds) * atOnce)
    },
    estimateSeconds: (bytes) => (each === undefined ? undefined : bytes / each),
    estimateSecondsAlone: (bytes) => (together === undefined ? undefined : bytes / together),
  }
}
