import { appendFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { HostUser } from '../audit/actor.ts'
import { createLog, type Logger } from '../base/log.ts'

/**
 * Opens the log of administrators' commands on the host. It appends lines to `security.log` in the data directory,
 * because no server may be running. A line that cannot be written there goes to `fallback`.
 */
export function openSecurityLog(
  data: string,
  by: HostUser,
  fallback: (line: string) => void,
): Logger {
  const path = join(data, 'security.log')
  const write = (line: string): void => {
    try {
      appendFileSync(path, line, { mode: 0o600 })
    } catch {
      fallback(line)
    }
  }
  return createLog('info', { write }).child({ by })
}

export function getHostUser(env: NodeJS.ProcessEnv): HostUser {
  return { system_user: getSystemUser(), ...(env.SUDO_USER && { sudo_user: env.SUDO_USER }) }
}

/** The user of a container often has an id but no name. */
function getSystemUser(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}
