import { formatTimestamp } from '../../../../core/base/clock.ts'
import type { NamedSuspension } from '../../../../core/queries/people/suspensions.ts'

/** Returns the members of a user that tell of a suspension. They are null if the user is not suspended. */
export function presentSuspension(suspension: NamedSuspension | undefined) {
  return {
    suspended_since: suspension ? formatTimestamp(suspension.suspended_at) : null,
    suspended_by: suspension?.moderator ?? null,
    suspension_reason: suspension?.reason ?? null,
  }
}
