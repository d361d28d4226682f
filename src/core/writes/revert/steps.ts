import { setTimeout as pause } from 'node:timers/promises'

/** Changes per transaction of a large revert: few, because all other writes wait for it. */
export const STEP_SIZE = 20

const PAUSE_MS = 5

/** Lets others write between two transactions. */
export function pauseBetweenSteps(): Promise<void> {
  return pause(PAUSE_MS)
}
