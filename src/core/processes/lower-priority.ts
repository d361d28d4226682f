import { existsSync, readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/** Lowers the CPU priority of a process. Does nothing if that is not allowed, or if the process has ended. */
export function lowerPriority(pid: number): void {
  // On Linux, each thread has its own priority. New threads inherit it.
  const threads = `/proc/${pid}/task`
  try {
    const ids = existsSync(threads) ? readdirSync(threads).map(Number) : [pid]
    for (const id of ids) setPriority(id, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The priority is optional.
  }
}
