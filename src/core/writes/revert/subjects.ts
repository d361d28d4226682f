import { setSubjectGeometries, type SubjectShape } from '../subjects/set-subject-geometries.ts'
import {
  restoreRemovedSubject,
  restoreSubject,
  type RemovedSubject,
} from '../subjects/restore-subject.ts'
import { readState } from '../../audit/audit-row.ts'
import type { AuditContext } from '../../audit/record-audit.ts'
import type { Tx } from '../../database/store.ts'
import { notFound } from '../../base/errors.ts'
import { parseShape } from '../../model/geometry/parse-shape.ts'
import type { AuditEntry } from '../../queries/audit/audit.ts'
import {
  changedSince,
  hasExactly,
  hasOnly,
  isDeletion,
  isEdit,
  notRevertible,
  pickMembers,
  requireCurrent,
  type Deletion,
  type Edit,
  type Reversal,
} from './reversal.ts'

const COLUMNS = ['title', 'slug', 'description', 'kb_id', 'kb_uri', 'kb_title', 'kb_description']

/** Recorded members of a removed subject. The taggers of its images follow from the history of tags. */
const REMOVED = ['id', ...COLUMNS, 'images', 'geometries']

/** Earlier versions did not record the positions of the tags. */
function isRemoval(entry: AuditEntry): boolean {
  return hasExactly(entry, REMOVED) || hasExactly(entry, [...REMOVED, 'positions'])
}

/** The record of a subject, or its geometries. */
export const subjectReversal: Reversal = {
  findObstacle(entry) {
    if (entry.before === null) return 'created'
    if (entry.after === null) return isRemoval(entry) ? null : 'incomplete'
    if (Object.hasOwn(entry.after, 'merged_into')) return 'merged'
    return hasOnly(entry, [...COLUMNS, 'geometries']) ? null : 'incomplete'
  },
  async revert(tx, entry, context) {
    if (isDeletion(entry)) {
      await revertRemoval(tx, entry, context)
      return false
    }
    if (!isEdit(entry)) throw notRevertible()
    const id = Number(entry.objectId)
    const row = await readState(tx, { table: 'subject', id })
    if (!row) throw notFound(`The subject ${id} does not exist any more.`)
    if (Object.hasOwn(entry.before, 'geometries')) {
      await revertGeometries(tx, entry, context)
      return false
    }
    requireCurrent(entry, row)
    await restoreSubject(tx, { id, columns: entry.before }, context)
    return false
  },
}

async function revertRemoval(
  tx: Tx,
  { at, objectId, before }: Deletion,
  context: AuditContext,
): Promise<void> {
  if (await readState(tx, { table: 'subject', id: Number(objectId) }))
    throw changedSince(['restored_before', 'subject', objectId])
  const known = pickMembers(before, [...REMOVED, 'positions'])
  const { images, positions = [], geometries, ...row } = known as Recorded
  const positionOf = new Map(images.map((image, index) => [image, positions[index]]))
  const removed = { row, geometries, positionOf, at } as unknown as RemovedSubject
  await restoreRemovedSubject(tx, removed, context)
}

interface Recorded extends Record<string, unknown> {
  images: readonly number[]
  positions?: readonly number[]
}

/** The texts of geometries by map id. */
type Geometries = Readonly<Record<string, string>>

async function revertGeometries(tx: Tx, entry: Edit, context: AuditContext): Promise<void> {
  const subjectId = Number(entry.objectId)
  const before = entry.before['geometries'] as Geometries
  const after = entry.after['geometries'] as Geometries
  const current = await readGeometries(tx, subjectId)
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  const changed = [...names].filter((mapId) => current.get(mapId) !== after[mapId])
  if (changed.length > 0) throw changedSince(['geometries_changed_since', subjectId, changed])
  const shapes = Object.entries(before).map(([map_id, geometry]): SubjectShape => ({
    map_id,
    shape: parseShape(JSON.parse(geometry)),
  }))
  const change = { subjectId, shapes, isReplaced: (mapId: string) => names.has(mapId) }
  await setSubjectGeometries(tx, change, context)
}

async function readGeometries(tx: Tx, subjectId: number): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .selectFrom('subject_geometry')
    .select(['map_id', 'geometry'])
    .where('subject_id', '=', subjectId)
    .execute()
  return new Map(rows.map(({ map_id, geometry }) => [map_id, geometry]))
}
