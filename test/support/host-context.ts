import type { AuditContext } from '../../src/core/audit/record-audit.ts'
import type { Clock } from '../../src/core/base/clock.ts'

/** The context of a change that a test makes as a user of the host. */
export function hostContext(clock: Clock): AuditContext {
  return { actor: { hostUser: { system_user: 'tester' } }, now: clock.now() }
}
