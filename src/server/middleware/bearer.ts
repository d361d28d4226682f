import { findCaller } from '../../core/auth/access-tokens.ts'
import { canImport, type Caller } from '../../core/auth/caller.ts'
import type { Services } from '../../core/services.ts'
import { CatalogError } from '../../core/errors.ts'
import type { Access } from '../route.ts'

/** Finds the caller by the bearer token (RFC 6750, section 2.1); undefined without a valid one. */
export async function findBearerCaller(
  catalog: Pick<Services, 'clock' | 'log' | 'reads' | 'write'>,
  authorization: string | undefined,
): Promise<Caller | undefined> {
  const token = /^Bearer +([\x21-\x7e]+)$/i.exec(authorization ?? '')?.[1]
  return token ? findCaller(catalog, token) : undefined
}

/** @throws CatalogError kind `unauthenticated` or `forbidden` */
export function requireAccess(
  caller: Caller | undefined,
  access: Access,
  authorization: string | undefined,
): void {
  if (access === 'public') return
  if (!caller) throw unauthenticatedError(/^Bearer\b/i.test(authorization ?? ''))
  if (access === 'importer') requireImporter(caller)
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

function requireImporter(caller: Caller): void {
  if (!caller.scopes.includes('import')) {
    throw new CatalogError('forbidden', 'The access token lacks the scope "import".', {
      missingScope: 'import',
      code: 'insufficient_scope',
    })
  }
  if (!canImport(caller)) {
    throw new CatalogError(
      'forbidden',
      'This requires staff status, which an administrator can grant.',
    )
  }
}
