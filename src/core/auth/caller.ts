import type { HostUser } from '../audit/actor.ts'
import type { Micros } from '../base/clock.ts'
import type { Visibility } from '../model/visibility.ts'

/** Scopes of access tokens. `import` and `moderate` also require staff status. */
export const SCOPES = ['read', 'contribute', 'import', 'moderate'] as const
export type Scope = (typeof SCOPES)[number]

/** Rights of a token, besides reading what is public. */
export type Role = 'contributor' | 'importer' | 'moderator'

/** The user of a valid access token. */
export interface Caller {
  userId: number
  username: string
  isStaff: boolean
  /** Whether staff suspended the user, who may then read but not write. */
  isSuspended: boolean
  scopes: Scope[]
  /** When the access token expires. */
  tokenExpiresAt: Micros
  /** Null for a token that an administrator created on the host. */
  clientId: string | null
  /** The administrator on the host, who needs no token. Then there is no user. */
  hostUser?: HostUser
}

/** Whether a scope takes effect only while the user is staff. */
export function isForStaff(scope: Scope): boolean {
  return scope === 'import' || scope === 'moderate'
}

/** Whether the token of the caller has a scope that takes effect. Suspended staff do nothing and see nothing as staff. */
export function hasAccess(caller: Caller | null, scope: Scope): caller is Caller {
  if (caller?.scopes.includes(scope) !== true) return false
  return (caller.isStaff && !caller.isSuspended) || !isForStaff(scope)
}

export function canImport(caller: Caller | null): caller is Caller {
  return hasAccess(caller, 'import')
}

/** Whether this caller sees what is not public, as importers and moderators do, who change it. */
export function seesEverything(caller: Caller | null): caller is Caller {
  return canImport(caller) || hasAccess(caller, 'moderate')
}

/** Returns which sources, collections and images this caller sees. */
export function getVisibility(caller: Caller | null): Visibility {
  return seesEverything(caller) ? 'everything' : 'public'
}
