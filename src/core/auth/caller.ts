import type { Micros } from '../clock.ts'
import type { Visibility } from '../model/visibility.ts'

/** Scopes of access tokens. `import` also requires staff status. */
export const SCOPES = ['read', 'import'] as const
export type Scope = (typeof SCOPES)[number]

/** The user of a valid access token. */
export interface Caller {
  userId: number
  username: string
  isStaff: boolean
  scopes: Scope[]
  /** When the access token expires. */
  tokenExpiresAt: Micros
  /** Null for a token that an administrator created on the host. */
  clientId: string | null
}

/** Whether this caller may import images, and therefore also sees non-public records. */
export function canImport(caller: Caller | null): caller is Caller {
  return caller !== null && caller.isStaff && caller.scopes.includes('import')
}

/** Returns which sources, collections and images this caller sees. */
export function getVisibility(caller: Caller | null): Visibility {
  return canImport(caller) ? 'everything' : 'public'
}
