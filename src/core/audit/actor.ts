import { CatalogError } from '../base/errors.ts'

/** The user who runs a command on the host. */
export interface HostUser {
  system_user: string
  /** The user who called sudo. */
  sudo_user?: string
}

/** Author of a change: a signed-in user, or a user of the host. */
export type Actor = { userId: number } | { hostUser: HostUser }

/** Returns the id of the user; null for a user of the host. */
export function getUserId(actor: Actor): number | null {
  return 'userId' in actor ? actor.userId : null
}

/** Returns the id of the user. @throws CatalogError kind `forbidden` for a user of the host */
export function requireUserId(actor: Actor): number {
  if ('userId' in actor) return actor.userId
  throw new CatalogError('forbidden', 'Only users can do this.')
}
