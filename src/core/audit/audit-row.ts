import type { Tx } from '../database/store.ts'
import type { AuditAction, AuditedTable } from './audit-vocabulary.ts'
import {
  recordAudit,
  type AuditContext,
  type AuditedChange,
  type AuditedState,
} from './record-audit.ts'

/** A row whose change is recorded. */
export interface AuditedRow {
  table: AuditedTable
  id: number
  action: AuditAction
}

/**
 * Columns that repeat others: for matching regardless of case, for geometry functions, or to detect changes. And those
 * that jobs write.
 */
const DERIVED =
  /_folded$|^geom$|^revision$|^strict_|^fuzzy_|^last_|^picture$|^processing|^generation|^failure_|^tiles_/v

/**
 * Runs a change of a row that exists, and records the columns that it changes; nothing if it changes none. A row that
 * is deleted is recorded whole.
 * @returns what the change returns
 */
export async function auditChange<T>(
  tx: Tx,
  context: AuditContext,
  row: AuditedRow,
  change: () => Promise<T>,
): Promise<T> {
  if (context.isContribution) return change()
  const before = await readState(tx, row)
  const result = await change()
  await auditDifference(tx, context, row, { before, after: await readState(tx, row) })
  return result
}

/** Records the columns of a row that differ, if any, for a caller that knows both states. Null if there is no row. */
export async function auditDifference(
  tx: Tx,
  context: AuditContext,
  row: AuditedRow,
  { before, after }: Pick<AuditedChange, 'before' | 'after'>,
): Promise<void> {
  const names = listDifferences(before, after)
  if (names.length === 0) return
  await recordAudit(tx, context, {
    ...describe(row),
    before: before && pick(before, names),
    after: after && pick(after, names),
  })
}

/** Records a row that was just inserted. */
export async function auditCreation(tx: Tx, context: AuditContext, row: AuditedRow): Promise<void> {
  if (context.isContribution) return
  const after = await readState(tx, row)
  await recordAudit(tx, context, { ...describe(row), before: null, after })
}

function describe({ table, id, action }: AuditedRow) {
  return { action, objectType: table, objectId: id }
}

/** Reads the columns of a row that the audit log records. Null if there is none. */
export async function readState(
  tx: Tx,
  { table, id }: Pick<AuditedRow, 'table' | 'id'>,
): Promise<AuditedState | null> {
  const row = await tx.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return null
  return Object.fromEntries(Object.entries(row).filter(([name]) => !DERIVED.test(name)))
}

function listDifferences(before: AuditedState | null, after: AuditedState | null): string[] {
  const names = Object.keys(after ?? before ?? {})
  return names.filter((name) => before?.[name] !== after?.[name] && !DERIVED.test(name))
}

function pick(state: AuditedState, names: readonly string[]): AuditedState {
  return Object.fromEntries(names.map((name) => [name, state[name]]))
}
