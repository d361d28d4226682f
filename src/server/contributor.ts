import { getVisibility, type Caller } from '../core/auth/caller.ts'
import type { Session } from '../core/auth/sessions.ts'
import type { Contributor } from '../core/contributions/contribute.ts'

/** The caller of the API as a contributor. */
export function toContributor(caller: Caller): Contributor {
  return { userId: caller.userId, isStaff: caller.isStaff, visibility: getVisibility(caller) }
}

/** The user of a session as a contributor. Pages show public images only. */
export function sessionContributor({ userId, isStaff }: Session): Contributor {
  return { userId, isStaff, visibility: 'public' }
}
