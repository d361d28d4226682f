import { readdirSync, readFileSync } from 'node:fs'

/** Reads the CPU time of all threads of a process in milliseconds (Linux). */
export function readCpuMs(pid: number): number {
  const tasks = `/proc/${pid}/task`
  const nanoseconds = readdirSync(tasks).map((task) =>
    Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]),
  )
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6
}
