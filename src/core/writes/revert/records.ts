import { readState } from '../../audit/audit-row.ts'
import type { AuditedTable } from '../../audit/audit-vocabulary.ts'
import type { AuditContext } from '../../audit/record-audit.ts'
import { collectionEdit, sourceEdit } from '../../contract/edit-source.ts'
import { licenseEdit, newLicense } from '../../contract/new-license.ts'
import { storedSource } from '../../contract/new-source.ts'
import { parseFields } from '../../contract/parse-fields.ts'
import type { Tx } from '../../database/store.ts'
import { conflict, notFound } from '../../base/errors.ts'
import type { AuditEntry } from '../../queries/audit/audit.ts'
import { moveToSource } from '../collections/move-collection.ts'
import { editRecord } from '../edit-record.ts'
import { insertLicense, updateLicense } from '../licenses.ts'
import { insertSource } from '../sources.ts'
import {
  changedSince,
  hasExactly,
  hasOnly,
  isEdit,
  notRevertible,
  requireCurrent,
  type Edit,
  type Reversal,
} from './reversal.ts'

const EDITED = ['name', 'slug', 'url', 'description', 'public']

const LICENSE = ['name', 'display_name', 'permalink']

export const sourceReversal: Reversal = {
  findObstacle(entry) {
    if (entry.before === null) return 'created'
    if (entry.after === null) return hasExactly(entry, ['id', ...EDITED]) ? null : 'incomplete'
    return hasOnly(entry, EDITED) ? null : 'incomplete'
  },
  async revert(tx, entry, context) {
    if (!isEdit(entry)) return restoreSource(tx, entry, context)
    const id = await requireUnchanged(tx, entry, 'source')
    const { public: shown, ...columns } = entry.before
    const edit = { ...parseFields(sourceEdit, columns), public: toBoolean(shown) }
    await editRecord(tx, { table: 'source', id, edit }, context)
    return false
  },
}

async function restoreSource(tx: Tx, entry: AuditEntry, context: AuditContext): Promise<boolean> {
  const { before } = entry
  if (!before) throw notRevertible()
  await requireAbsent(tx, entry, 'source')
  const source = parseFields(storedSource, { ...before, public: before['public'] === 1 })
  await insertSource(tx, { ...source, id: Number(entry.objectId) }, context)
  return false
}

export const collectionReversal: Reversal = {
  findObstacle(entry) {
    if (entry.before === null) return 'created'
    if (entry.after === null) return 'deleted'
    if (Object.hasOwn(entry.before, 'announced_at')) return 'announced'
    return hasOnly(entry, [...EDITED, 'source_id']) ? null : 'incomplete'
  },
  async revert(tx, entry, context) {
    if (!isEdit(entry)) throw notRevertible()
    const id = await requireUnchanged(tx, entry, 'collection')
    const { public: shown, source_id: source, ...columns } = entry.before
    const edit = { ...parseFields(collectionEdit, columns), public: toBoolean(shown) }
    await editRecord(tx, { table: 'collection', id, edit }, context)
    if (source !== undefined) await moveBack(tx, { id, sourceId: Number(source) }, context)
    return false
  },
}

/** @param shown the column `public`, if it changed */
function toBoolean(shown: unknown): boolean | undefined {
  return shown === undefined ? undefined : shown === 1
}

async function moveBack(
  tx: Tx,
  move: { id: number; sourceId: number },
  context: AuditContext,
): Promise<void> {
  const source = await readState(tx, { table: 'source', id: move.sourceId })
  if (!source) throw conflict(['source_gone', move.sourceId])
  await moveToSource(tx, move, context)
}

export const licenseReversal: Reversal = {
  findObstacle(entry) {
    if (entry.before === null) return 'created'
    if (entry.after === null) return hasExactly(entry, ['id', ...LICENSE]) ? null : 'incomplete'
    return hasOnly(entry, LICENSE) ? null : 'incomplete'
  },
  async revert(tx, entry, context) {
    if (isEdit(entry)) {
      const id = await requireUnchanged(tx, entry, 'license')
      const edit = parseFields(licenseEdit, entry.before)
      await updateLicense(tx, { id, edit }, context)
      return false
    }
    await requireAbsent(tx, entry, 'license')
    const license = parseFields(newLicense, entry.before)
    await insertLicense(tx, { ...license, id: Number(entry.objectId) }, context)
    return false
  },
}

async function requireUnchanged(tx: Tx, entry: Edit, table: AuditedTable): Promise<number> {
  const id = Number(entry.objectId)
  const row = await readState(tx, { table, id })
  if (!row) throw notFound(`The ${table} ${id} does not exist any more.`)
  requireCurrent(entry, row)
  return id
}

/** Ids are never used twice, so a row with the id was restored before. */
async function requireAbsent(tx: Tx, entry: AuditEntry, table: AuditedTable): Promise<void> {
  const row = await readState(tx, { table, id: Number(entry.objectId) })
  if (row) throw changedSince(['restored_before', table, entry.objectId])
}
