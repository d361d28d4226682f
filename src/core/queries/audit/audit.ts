import type { Actor, HostUser } from '../../audit/actor.ts'
import type { AuditedState } from '../../audit/record-audit.ts'
import type { Micros } from '../../base/clock.ts'
import type { ExpressionBuilder } from 'kysely'
import { inList, jsonField } from '../../database/sql.ts'
import { column, expressions } from '../../database/expressions.ts'
import type { Reads, Selects } from '../../database/store.ts'
import type { Row, Tables } from '../../database/tables.ts'
import { notFound } from '../../base/errors.ts'

/** Selects entries of the audit log; absent members select all. */
export interface AuditFilter {
  /** Such as `collection`. */
  objectType?: string | undefined
  objectId?: string | undefined
  /** Such as `collection.edit`. */
  action?: string | undefined
  /** Only changes to this state. */
  after?: AuditedState | undefined
  /** Only entries from this time on. */
  since?: Micros | undefined
  /** Only changes by this user. */
  userId?: number | undefined
  /** Only changes of what belongs to this image, such as its comments. */
  partOfImage?: number | undefined
  /** Only changes of this batch. */
  batch?: string | undefined
  /** Of each batch only the last change. */
  isGrouped?: boolean | undefined
  /** Only entries before this one. */
  beforeId?: number | undefined
}

export interface AuditEntry {
  id: number
  at: Micros
  actor: Actor
  /** Name of the signed-in user; null for a user of the host. */
  username: string | null
  /** The changes that were made together with this one; null if it was made alone. */
  batch: string | null
  action: string
  objectType: string
  objectId: string
  before: AuditedState | null
  after: AuditedState | null
}

/** Lists entries of the audit log, newest first. */
export async function listAuditEntries(
  reads: Selects,
  {
    objectType,
    objectId,
    action,
    after,
    since,
    userId,
    partOfImage,
    batch,
    isGrouped,
    beforeId,
  }: AuditFilter,
  limit: number,
): Promise<AuditEntry[]> {
  const rows = await selectEntries(reads)
    .$if(objectType !== undefined, (entry) => entry.where('object_type', '=', objectType ?? ''))
    .$if(objectId !== undefined, (entry) => entry.where('object_id', '=', objectId ?? ''))
    .$if(action !== undefined, (entry) => entry.where('action', '=', action ?? ''))
    .$if(after !== undefined, (entry) => entry.where('after', '=', JSON.stringify(after)))
    .$if(since !== undefined, (entry) => entry.where('at', '>=', since ?? 0))
    .$if(userId !== undefined, (entry) => entry.where('user_id', '=', userId ?? 0))
    .$if(partOfImage !== undefined, (entry) =>
      entry.where(recordedImageId(), '=', String(partOfImage)),
    )
    .$if(batch !== undefined, (entry) => entry.where('batch', '=', batch ?? ''))
    .$if(isGrouped === true, (entry) => entry.where(isLastOfBatch(userId)))
    .$if(beforeId !== undefined, (entry) => entry.where('audit_entry.id', '<', beforeId ?? 0))
    .orderBy('audit_entry.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toEntry)
}

/** The id of the image in a recorded row, as text. Written like the index `audit_entry_of_image`. */
function recordedImageId() {
  const row = expressions.fn.coalesce(column('audit_entry.before'), column('audit_entry.after'))
  return expressions.cast<string>(jsonField(row, 'image_id'), 'text')
}

/** Several users can add to an import, so that the last change of a batch may be by another one than this user. */
function isLastOfBatch(userId: number | undefined) {
  return (is: ExpressionBuilder<Tables, 'audit_entry'>) => {
    const last = is
      .selectFrom('audit_entry as other')
      .select(({ fn }) => fn.max('other.id').as('id'))
      .whereRef('other.batch', '=', 'audit_entry.batch')
      .$if(userId !== undefined, (other) => other.where('other.user_id', '=', userId ?? 0))
    return is.or([is('batch', 'is', null), is('audit_entry.id', '=', last)])
  }
}

/** Actions of entries that are about the other changes of their batch. */
export const SUMMARIES: readonly string[] = ['batch.create', 'batch.revert', 'user.revert']

/** Counts the changes of batches. */
export async function countBatches(
  reads: Selects,
  batches: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const counts = await reads
    .selectFrom('audit_entry')
    .select((is) => [
      is.ref('batch').$notNull().as('batch'),
      is.fn.countAll<number>().as('changes'),
    ])
    .where('batch', 'in', inList(batches))
    .where('action', 'not in', inList(SUMMARIES))
    .groupBy('batch')
    .execute()
  return new Map(counts.map(({ batch, changes }) => [batch, changes]))
}

/** Finds the first entry of each of these batches. */
export async function findFirstEntries(
  reads: Selects,
  batches: readonly string[],
): Promise<ReadonlyMap<string | null, AuditEntry>> {
  const rows = await selectEntries(reads)
    .where('audit_entry.id', 'in', (is) =>
      is
        .selectFrom('audit_entry as first')
        .select(({ fn }) => fn.min('first.id').as('id'))
        .where('first.batch', 'in', inList(batches))
        .groupBy('first.batch'),
    )
    .execute()
  return new Map(rows.map((row) => [row.batch, toEntry(row)]))
}

/** Reads an entry of the audit log. @throws CatalogError kind `not_found` */
export async function getAuditEntry(reads: Selects, id: number): Promise<AuditEntry> {
  const row = await selectEntries(reads).where('audit_entry.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(`The audit log has no entry ${id}.`)
  return toEntry(row)
}

function selectEntries(reads: Selects) {
  return reads
    .selectFrom('audit_entry')
    .leftJoin('user', 'user.id', 'audit_entry.user_id')
    .selectAll('audit_entry')
    .select('username')
}

function toEntry(row: Row<'audit_entry'> & { username: string | null }): AuditEntry {
  return {
    id: row.id,
    at: row.at,
    actor:
      row.user_id === null
        ? { hostUser: JSON.parse(row.host_user ?? '{}') as HostUser }
        : { userId: row.user_id },
    username: row.username,
    batch: row.batch,
    action: row.action,
    objectType: row.object_type,
    objectId: row.object_id,
    before: parseState(row.before),
    after: parseState(row.after),
  }
}

function parseState(json: string | null): AuditedState | null {
  return json === null ? null : (JSON.parse(json) as AuditedState)
}

/** Counts the entries before this time. */
export async function countAuditEntries(reads: Reads, before: Micros): Promise<number> {
  const { entries } = await reads
    .selectFrom('audit_entry')
    .select(({ fn }) => fn.countAll<number>().as('entries'))
    .where('at', '<', before)
    .executeTakeFirstOrThrow()
  return entries
}
