import { existsSync, readFileSync } from 'node:fs'

/** Reports zombies as dead, although the process table still has an entry for them. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const status = `/proc/${pid}/status`
  return !existsSync(status) || !/^State:\s+[ZX]/m.test(readFileSync(status, 'utf8'))
}
