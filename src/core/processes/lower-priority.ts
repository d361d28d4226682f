import { existsSync, readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/**
 * Lowers the CPU priority of a process. Does nothing if that is not allowed, or if the process has ended.
 */
export function lowerPriority(pid: number): void {
  // On Linux every thread has a priority of its own, which those that it starts inherit.
  const threads = `/proc/${pid}/task`
  try {
    const ids = existsSync(threads) ? readdirSync(threads).map(Number) : [pid]
    for (const id of ids) setPriority(id, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The process works without it, too.
  }
}
