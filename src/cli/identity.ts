import type { z } from 'zod'
import { me } from '../core/contract/me.ts'
import { CatalogError } from '../core/errors.ts'
import type { Api } from './api.ts'
import type { Session } from './login/session.ts'
import { quoteForShell } from './quote-for-shell.ts'

/** Other services of this interface tell the account's number under one name only. */
const identity = me.omit({ osm_id: true }).partial({ expires_at: true }).strip()

export type Identity = z.infer<typeof identity>

/** Whom the instance takes the caller for. */
export function fetchIdentity(api: Api): Promise<Identity> {
  return api.get('/api/v2/auth/me/', identity)
}

/**
 * Why the caller may not import, and what to do; undefined when they may.
 * @param source where the token comes from: a sign-in goes behind one that the environment gives
 */
export function findImportObstacle(who: Identity, source: Session['source']): string | undefined {
  if (who.can_import) return undefined
  if (!who.scopes.includes('import')) {
    return `You may not import: ${withoutScope(source)}`
  }
  if (!who.is_staff) {
    return `You may not import: ${who.username} is not staff here. An administrator can change that with: catalog admin user ensure-staff ${quoteForShell(who.username)}`
  }
  return 'You may not import here. An administrator can tell why.'
}

function withoutScope(source: Session['source']): string {
  return source === 'login'
    ? 'the token lacks the scope "import". Type: catalog login --force'
    : `the token in ${source} lacks the scope "import". Set it to a token with that scope.`
}

/** @throws CatalogError kind `forbidden` when the caller may not import */
export function requireImporter(who: Identity, { source }: Pick<Session, 'source'>): void {
  const obstacle = findImportObstacle(who, source)
  if (obstacle !== undefined) {
    throw new CatalogError('forbidden', obstacle, { code: 'may_not_import' })
  }
}
