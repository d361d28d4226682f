import type { Micros } from '../clock.ts'
import type { Visibility } from '../model/visibility.ts'

/** What a token may do; `import` also needs staff status. */
export const SCOPES = ['read', 'import'] as const
export type Scope = (typeof SCOPES)[number]

/** Somebody with a valid access token. */
export interface Caller {
  userId: number
  username: string
  isStaff: boolean
  scopes: Scope[]
  /** When the presented token expires. */
  tokenExpiresAt: Micros
  /** Null for a token made by the administrator on the host. */
  clientId: string | null
}

/** Whether this caller may upload, and therefore also sees what is not public. */
export function canImport(caller: Caller | null): caller is Caller {
  return caller !== null && caller.isStaff && caller.scopes.includes('import')
}

/** What this caller sees of sources, collections and images. */
export function sightOf(caller: Caller | null): Visibility {
  return canImport(caller) ? 'everything' : 'public'
}
