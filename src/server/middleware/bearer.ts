import { findCaller } from '../../core/auth/access-tokens.ts'
import { canImport, type Caller } from '../../core/auth/caller.ts'
import type { Catalog } from '../../core/catalog.ts'
import { CatalogError } from '../../core/errors.ts'
import type { Access } from '../route.ts'

/**
 * Who asks, by the Authorization header alone (RFC 6750, section 2.1), and whether they may.
 * @throws CatalogError kind `unauthenticated` or `forbidden`
 */
export async function authorize(
  catalog: Catalog,
  authorization: string | undefined,
  access: Access,
): Promise<Caller | null> {
  const token = /^Bearer +([\x21-\x7e]+)$/i.exec(authorization ?? '')?.[1]
  const caller = token ? await findCaller(catalog, token) : undefined
  if (access === 'public') return caller ?? null
  if (!caller) throw unauthenticated(/^Bearer\b/i.test(authorization ?? ''))
  if (access === 'importer') requireImporter(caller)
  return caller
}

function unauthenticated(presented: boolean): CatalogError {
  return presented
    ? new CatalogError('unauthenticated', 'The access token is expired, revoked or unknown.', {
        code: 'invalid_token',
      })
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
    throw new CatalogError('forbidden', 'Only staff may do this. An administrator can grant it.')
  }
}
