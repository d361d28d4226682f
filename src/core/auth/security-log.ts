import { appendFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { createLog, type Logger } from '../log.ts'

/** Who runs a command on the host. */
export interface HostUser {
  system_user: string
  /** Who became this user with sudo. */
  sudo_user?: string
}

/**
 * The log of what administrators do on the host: lines appended to `security.log` in the data directory, since
 * no server need be running. A line that can't be written there goes to `fallback`.
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

export function hostUser(env: NodeJS.ProcessEnv): HostUser {
  return { system_user: systemUser(), ...(env.SUDO_USER && { sudo_user: env.SUDO_USER }) }
}

/** A container's user often has a number only. */
function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}
