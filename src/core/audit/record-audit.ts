import type { Micros } from '../base/clock.ts'
import type { Tx } from '../database/store.ts'
import type { AuditAction, AuditedType } from './audit-vocabulary.ts'
import { getUserId, type Actor } from './actor.ts'

/** Actor and time of a change. */
export interface AuditContext {
  actor: Actor
  now: Micros
  /** The batch that the change belongs to: a UUID. Undefined for a change of its own. */
  batch?: string | undefined
  /**
   * Whether the change is a contribution of the actor's own. The audit log leaves those out, because their rows say who
   * made them and when.
   */
  isContribution?: true
}

/** Runs a change of staff in a transaction, with the context that the audit log records. */
export type RunChange = <Result>(
  change: (tx: Tx, context: AuditContext) => Promise<Result>,
) => Promise<Result>

/** Content of an entry in the audit log. */
export interface AuditedChange {
  action: AuditAction
  objectType: AuditedType
  /** Id of the object, or its name if it has no id. */
  objectId: number | string
  /** The members that change, as they were and as they are. Null before a creation and after a deletion. */
  before: AuditedState | null
  after: AuditedState | null
}

export type AuditedState = Readonly<Record<string, unknown>>

/** Records a change in the audit log, in the transaction that makes it. */
export async function recordAudit(
  tx: Tx,
  { actor, now, batch, isContribution }: AuditContext,
  change: AuditedChange,
): Promise<void> {
  if (isContribution) return
  await tx
    .insertInto('audit_entry')
    .values({
      at: now,
      user_id: getUserId(actor),
      host_user: 'hostUser' in actor ? JSON.stringify(actor.hostUser) : null,
      batch: batch ?? null,
      action: change.action,
      object_type: change.objectType,
      object_id: String(change.objectId),
      before: change.before && JSON.stringify(change.before),
      after: change.after && JSON.stringify(change.after),
    })
    .execute()
}
