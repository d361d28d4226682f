import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

/**
 * CPU priorities of the children, both below that of the server, which serves all clients: `interactive` for tasks that a
 * client waits for, `background` for the others.
 */
const PRIORITIES = {
  interactive: constants.priority.PRIORITY_BELOW_NORMAL,
  background: constants.priority.PRIORITY_LOW,
} as const

export type ChildPriority = keyof typeof PRIORITIES

/** Lowers the CPU priority of a process. Does nothing if that is not allowed, or if the process has ended. */
export function lowerPriority(pid: number, priority: ChildPriority): void {
  // On Linux, each thread has its own priority. New threads inherit it.
  const threads = `/proc/${pid}/task`
  try {
    const ids = existsSync(threads) ? readdirSync(threads).map(Number) : [pid]
    const lowered = Math.max(getPriority(), PRIORITIES[priority])
    for (const id of ids) setPriority(id, lowered)
    lowerGroup(pid, lowered)
  } catch {
    // The priority is optional.
  }
}

/**
 * Lowers the priority of the group that Linux schedules as one. A child in a session of its own has its own group, and
 * the priorities of processes count only within a group (sched(7), "The autogroup feature").
 */
function lowerGroup(pid: number, priority: number): void {
  const path = `/proc/${pid}/autogroup`
  if (!existsSync(path) || nameGroup(pid) === nameGroup('self')) return
  writeFileSync(path, String(priority))
}

function nameGroup(pid: number | 'self'): string | undefined {
  return readFileSync(`/proc/${pid}/autogroup`, 'utf8').split(' ')[0]
}
