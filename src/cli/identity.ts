import type { z } from 'zod'
import { me } from '../core/contract/me.ts'
import { CatalogError } from '../core/errors.ts'
import type { Api } from './api.ts'

/** Other services of this interface tell the account's number under one name only. */
const identity = me.omit({ osm_id: true }).strip()

export type Identity = z.infer<typeof identity>

/** Whom the instance takes the caller for. */
export function fetchIdentity(api: Api): Promise<Identity> {
  return api.get('/api/v2/auth/me/', identity)
}

/** Why the caller may not import, and what to do; undefined when they may. */
export function importObstacle(who: Identity): string | undefined {
  if (who.can_import) return undefined
  if (!who.scopes.includes('import')) {
    return 'You may not import: the token lacks the scope "import". Type: catalog login --force'
  }
  if (!who.is_staff) {
    return `You may not import: ${who.username} is not staff here. An administrator can change that.`
  }
  return 'You may not import here. An administrator can tell why.'
}

/** @throws CatalogError kind `forbidden` when the caller may not import */
export function requireImporter(who: Identity): void {
  const obstacle = importObstacle(who)
  if (obstacle !== undefined) {
    throw new CatalogError('forbidden', obstacle, { code: 'may_not_import' })
  }
}
