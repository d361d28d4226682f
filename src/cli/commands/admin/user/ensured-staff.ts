import type { EnsuredStaff } from '../../../../core/writes/users/ensure-staff.ts'
import { formatTimestamp } from '../../../../core/base/clock.ts'
import type { Logger } from '../../../../core/base/log.ts'
import { listNonAsciiCodePoints } from '../../../../core/model/text.ts'
import type { Cli } from '../../../cli.ts'
import { formatTime } from '../../../terminal/format.ts'
import { hint } from '../../../terminal/output.ts'

/** Records a grant of the staff role in the security log. */
export async function logEnsuredStaff(log: Logger, ensured: EnsuredStaff): Promise<void> {
  const events = await import('../../../../core/auth/security-events.ts')
  if (ensured.state === 'staff') events.logStaffGranted(log, ensured.id)
  else events.logStaffInvited(log, ensured.username)
}

/** Returns the members of the result of a command. */
export function presentEnsuredStaff(ensured: EnsuredStaff) {
  return {
    ...ensured,
    ...(ensured.state === 'invited' && { expires_at: formatTimestamp(ensured.expires_at) }),
    code_points: listNonAsciiCodePoints(ensured.username),
  }
}

/** Tells until when an invitation is valid, and which characters of the name look like others. */
export function hintEnsuredStaff(cli: Cli, ensured: EnsuredStaff): void {
  const { username } = ensured
  const codePoints = listNonAsciiCodePoints(username)
  if (codePoints !== null) hint(cli, formatLookAlikeWarning(username, codePoints))
  if (ensured.state !== 'invited') return
  const until = formatTime(formatTimestamp(ensured.expires_at))
  hint(
    cli,
    `${username} has not signed in yet, and becomes staff at the first sign-in before ${until}.`,
  )
}

function formatLookAlikeWarning(username: string, codePoints: string): string {
  return `${username} contains characters outside ASCII (${codePoints}). Compare it with the account's page, or specify the account with --osm-id.`
}
