import { getVisibility, hasAccess, type Caller } from '../../core/auth/caller.ts'
import type { Contributor } from '../../core/auth/contributor.ts'

/** The caller of the API as a contributor. */
export function toContributor(caller: Caller): Contributor {
  const { userId, isStaff } = caller
  const isModerator = hasAccess(caller, 'moderate')
  return { userId, isStaff, isModerator, visibility: getVisibility(caller) }
}
