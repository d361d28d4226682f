import { findCaller } from '../../core/auth/access-tokens.ts'
import { hasAccess, type Caller, type Role, type Scope } from '../../core/auth/caller.ts'
import { notStaffError, suspendedError } from '../../core/auth/suspension.ts'
import type { Catalog } from '../../core/catalog/catalog.ts'
import { CatalogError } from '../../core/base/errors.ts'
import type { Route } from '../http/route.ts'

/** Finds the caller by the bearer token (RFC 6750, section 2.1); undefined without a valid one. */
export async function findBearerCaller(
  catalog: Pick<Catalog, 'clock' | 'log' | 'reads' | 'write'>,
  authorization: string | undefined,
): Promise<Caller | undefined> {
  const token = /^Bearer +([\x21-\x7e]+)$/i.exec(authorization ?? '')?.[1]
  return token ? findCaller(catalog, token) : undefined
}

/** @throws CatalogError kind `unauthenticated` or `forbidden` */
export function requireAccess(
  caller: Caller | undefined,
  access: Route['access'],
  authorization: string | undefined,
): void {
  if (access === 'public') return
  if (!caller) throw unauthenticatedError(/^Bearer\b/i.test(authorization ?? ''))
  if (access === 'token') return
  requireRole(caller, typeof access === 'string' ? [access] : access)
  if (caller.isSuspended) throw suspendedError()
}

function unauthenticatedError(hasToken: boolean): CatalogError {
  return hasToken
    ? new CatalogError(
        'unauthenticated',
        'The access token has expired, was revoked, or is unknown.',
        {
          code: 'invalid_token',
        },
      )
    : new CatalogError('unauthenticated', 'Authentication credentials were not provided.')
}

/** Requires one of several roles. */
function requireRole(caller: Caller, roles: readonly Role[]): void {
  const scopes = roles.map((role) => SCOPE_OF[role])
  const held = scopes.filter((scope) => caller.scopes.includes(scope))
  if (held.length === 0) {
    const names = scopes.map((scope) => `"${scope}"`).join(' or ')
    throw new CatalogError('forbidden', `The access token lacks the scope ${names}.`, {
      // The response tells which scope to ask for, and any of them would do.
      missingScope: scopes[0],
      code: 'insufficient_scope',
    })
  }
  if (held.some((scope) => hasAccess(caller, scope))) return
  throw caller.isSuspended ? suspendedError() : notStaffError()
}

/** The scope that each role requires. */
export const SCOPE_OF = {
  contributor: 'contribute',
  importer: 'import',
  moderator: 'moderate',
} as const satisfies Record<Role, Scope>
