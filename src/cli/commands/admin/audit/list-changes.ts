import type { Actor } from '../../../../core/audit/actor.ts'
import { formatTimestamp } from '../../../../core/base/clock.ts'
import type { AuditEntry, AuditFilter } from '../../../../core/queries/audit/audit.ts'
import type { Catalog } from '../../../../core/catalog/catalog.ts'

/** Lists entries of the audit log as the host knows them, with the users of the host. */
export async function listChangesOnHost(
  { reads }: Pick<Catalog, 'reads'>,
  filter: AuditFilter,
  limit: number,
) {
  const { listAuditEntries } = await import('../../../../core/queries/audit/audit.ts')
  const { findRevertObstacle } = await import('../../../../core/writes/revert/revert-change.ts')
  const entries = await listAuditEntries(reads, filter, limit)
  return entries.map((entry) => ({ ...presentEntry(entry), obstacle: findRevertObstacle(entry) }))
}

function presentEntry({ objectType, objectId, actor, username, at, ...entry }: AuditEntry) {
  const { id, action, batch, before, after } = entry
  const by = username ?? describeActor(actor)
  return {
    id,
    at: formatTimestamp(at),
    by,
    action,
    object: `${objectType}/${objectId}`,
    batch,
    before,
    after,
  }
}

/** Names the user of the host. A user who called `sudo` comes before the one whose rights were used. */
function describeActor(actor: Actor): string {
  if ('userId' in actor) return `user ${actor.userId}`
  const { system_user: user, sudo_user: sudoUser } = actor.hostUser
  return sudoUser === undefined ? `${user} (host)` : `${sudoUser} as ${user} (host)`
}
