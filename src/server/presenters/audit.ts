import type { AuditedState } from '../../core/audit/record-audit.ts'
import { formatTimestamp } from '../../core/base/clock.ts'
import type { AuditEntry } from '../../core/contract/audit.ts'
import { findRevertObstacle } from '../../core/writes/revert/revert-change.ts'
import type { AuditEntry as AuditRow } from '../../core/queries/audit/audit.ts'

/** An entry of the audit log, without the user of the host. */
export function presentAuditEntry(entry: AuditRow): AuditEntry {
  const { id, at, actor, username, batch, action, objectType, objectId, before, after } = entry
  return {
    id,
    at: formatTimestamp(at),
    user: 'userId' in actor ? { id: actor.userId, username: username ?? '' } : null,
    action,
    object_type: objectType,
    object_id: objectId,
    batch,
    before: presentState(before),
    after: presentState(after),
    obstacle: findRevertObstacle(entry),
  }
}

function presentState(state: AuditedState | null): Record<string, unknown> | null {
  return state && Object.fromEntries(Object.entries(state).map(presentMember))
}

/** Writes times as the API does everywhere, also those in rows that were deleted with the object. */
function presentMember([name, value]: [string, unknown]): [string, unknown] {
  if (typeof value === 'number' && name.endsWith('_at')) return [name, formatTimestamp(value)]
  if (Array.isArray(value)) return [name, value.map((one: unknown) => presentMember(['', one])[1])]
  if (typeof value !== 'object' || value === null) return [name, value]
  return [name, Object.fromEntries(Object.entries(value).map(presentMember))]
}
