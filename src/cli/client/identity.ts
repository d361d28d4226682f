import type { z } from 'zod'
import { me } from '../../core/contract/me.ts'
import { CatalogError } from '../../core/base/errors.ts'
import type { Api } from './api.ts'
import type { Session } from '../login/session.ts'
import { quoteForShell } from '../terminal/quote-for-shell.ts'

/** Other implementations of this API may omit `expires_at`, and name the account's id differently. */
const identity = me.omit({ osm_id: true }).partial({ expires_at: true }).strip()

export type Identity = z.infer<typeof identity>

/** Requests the account and permissions of the caller. */
export function fetchIdentity(api: Api): Promise<Identity> {
  return api.get('/api/v2/auth/me/', identity)
}

/**
 * Explains why the caller cannot import and what to do; undefined if the caller can import.
 * @param source where the token comes from
 */
export function findImportObstacle(who: Identity, source: Session['source']): string | undefined {
  if (who.can_import) return undefined
  if (!who.scopes.includes('import')) {
    return `You cannot import: ${describeMissingScope('import', source)}`
  }
  if (!who.is_staff) {
    return `You cannot import: ${who.username} is not staff on this instance. An administrator can change this with: catalog admin user ensure-staff ${quoteForShell(who.username)}`
  }
  return 'You cannot import here. Ask an administrator of the instance for the reason.'
}

function describeMissingScope(scope: 'import' | 'contribute', source: Session['source']): string {
  const scopes = scope === 'import' ? '' : ' --scope "read contribute import"'
  return source === 'login'
    ? `the token lacks the scope "${scope}". Sign in again with: catalog login --force${scopes}`
    : `the token in ${source} lacks the scope "${scope}". Set it to a token with that scope.`
}

/** @throws CatalogError kind `forbidden` if the caller cannot place images */
export function requireContributor(who: Identity, { source }: Pick<Session, 'source'>): void {
  if (who.scopes.includes('contribute')) return
  const message = `The table has places, but you cannot place images: ${describeMissingScope('contribute', source)} Nothing was sent.`
  throw new CatalogError('forbidden', message, { code: 'may_not_contribute' })
}

/** @throws CatalogError kind `forbidden` if the caller cannot import */
export function requireImporter(who: Identity, { source }: Pick<Session, 'source'>): void {
  const obstacle = findImportObstacle(who, source)
  if (obstacle !== undefined) {
    throw new CatalogError('forbidden', obstacle, { code: 'may_not_import' })
  }
}
