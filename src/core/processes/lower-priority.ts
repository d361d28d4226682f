import { existsSync, readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/**
 * Lets a process have what of the processor the others leave. Does nothing where that is not allowed, or
 * when the process is gone.
 */
export function lowerPriority(pid: number): void {
  // On Linux every thread has a priority of its own, which those that it starts inherit.
  const threads = `/proc/${pid}/task`
  try {
    const ids = existsSync(threads) ? readdirSync(threads).map(Number) : [pid]
    for (const id of ids) setPriority(id, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // A courtesy to the others, on which nothing depends.
  }
}
