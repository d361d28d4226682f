import { writeFileSync } from 'node:fs'

/** From -1000 to 1000. With 500, a process counts as if it used half of all memory more. */
const SCORE_ADJUSTMENT = '500'

/** Makes the kernel kill this process rather than the server if the host runs out of memory (Linux). */
export function preferAsOomVictim(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', SCORE_ADJUSTMENT)
  } catch {
    // Other platforms have no such file.
  }
}
