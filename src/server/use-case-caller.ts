import { getVisibility, hasAccess, type Caller } from '../core/auth/caller.ts'
import type { Session } from '../core/auth/sessions.ts'
import type { UseCaseCaller } from '../core/writes/run/use-case.ts'
import { getVisitorVisibility } from './pages/visit.ts'

/** The caller of the API. */
export function fromCaller(caller: Caller): UseCaseCaller {
  const { userId, hostUser } = caller
  return {
    actor: hostUser ? { hostUser } : { userId },
    visibility: getVisibility(caller),
    isModerator: hasAccess(caller, 'moderate'),
  }
}

/** The user who is signed in on the pages. */
export function fromSession(session: Session): UseCaseCaller {
  const { userId, isStaff } = session
  return { actor: { userId }, visibility: getVisitorVisibility({ session }), isModerator: isStaff }
}
