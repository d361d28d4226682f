import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

/**
 * CPU priorities of the children, as nice values. Probes are `normal`, since each commit waits for one and they are short.
 * Other tasks that a client waits for are `interactive`: they yield to the server, but still get a quarter of a processor
 * that it shares with them. `background` tasks get a tenth, so that a busy machine still finishes them. The `lowest`
 * priority gets a seventieth: for clients who have had more than their share.
 */
const PRIORITIES = {
  normal: constants.priority.PRIORITY_NORMAL,
  interactive: 5,
  background: constants.priority.PRIORITY_BELOW_NORMAL,
  lowest: constants.priority.PRIORITY_LOW,
} as const

export type ChildPriority = keyof typeof PRIORITIES

/** Lowers the CPU priority of a process. Does nothing if that is not allowed, or if the process has ended. */
export function lowerPriority(pid: number, priority: ChildPriority): void {
  const lowered = Math.max(getPriority(), PRIORITIES[priority])
  lowerGroup(pid, lowered)
  // On Linux, each thread has its own priority. New threads inherit it.
  for (const id of listThreads(pid)) {
    try {
      setPriority(id, lowered)
    } catch {
      // The thread has ended, or the priority may not be changed.
    }
  }
}

function listThreads(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return [pid]
  }
}

/** Without privileges, Linux lets one process in 100 ms change the priority of a group. */
const RETRY_MS = 110
const MAX_RETRIES = 50

/**
 * Lowers the priority of the group that Linux schedules as one. A child in a session of its own has its own group, and
 * the priorities of processes count only within a group (sched(7), "The autogroup feature").
 */
function lowerGroup(pid: number, priority: number, retries = MAX_RETRIES): void {
  try {
    if (nameGroup(pid) !== nameGroup('self')) writeFileSync(groupPath(pid), String(priority))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || retries === 0) return
    setTimeout(lowerGroup, RETRY_MS, pid, priority, retries - 1).unref()
  }
}

function groupPath(pid: number | 'self'): string {
  return `/proc/${pid}/autogroup`
}

function nameGroup(pid: number | 'self'): string | undefined {
  return readFileSync(groupPath(pid), 'utf8').split(' ')[0]
}
