import { getVisibility, type Caller } from '../core/auth/caller.ts'
import type { Session } from '../core/auth/sessions.ts'
import type { Contributor } from '../core/contributions/contribute.ts'
import { getVisitorVisibility } from './pages/visit.ts'

/** The caller of the API as a contributor. */
export function toContributor(caller: Caller): Contributor {
  return { userId: caller.userId, isStaff: caller.isStaff, visibility: getVisibility(caller) }
}

/** The user of a session as a contributor. */
export function sessionContributor(session: Session): Contributor {
  const { userId, isStaff } = session
  return { userId, isStaff, visibility: getVisitorVisibility({ session }) }
}
