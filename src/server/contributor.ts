import { getVisibility, hasAccess, type Caller } from '../core/auth/caller.ts'
import type { Contributor } from '../core/auth/contributor.ts'
import type { Session } from '../core/auth/sessions.ts'
import { getVisitorVisibility } from './pages/visit.ts'

/** The caller of the API as a contributor. */
export function toContributor(caller: Caller): Contributor {
  const { userId, isStaff } = caller
  const isModerator = hasAccess(caller, 'moderate')
  return { userId, isStaff, isModerator, visibility: getVisibility(caller) }
}

/** The user of a session as a contributor. */
export function sessionContributor(session: Session): Contributor {
  const { userId, isStaff } = session
  const visibility = getVisitorVisibility({ session })
  return { userId, isStaff, isModerator: isStaff, visibility }
}
