import { recordAudit, type AuditContext } from '../../audit/record-audit.ts'
import { areaGeometry } from '../../database/sql.ts'
import type { Tx } from '../../database/store.ts'
import { notFound } from '../../base/errors.ts'
import { serializeGeometry, type Shape } from '../../model/geometry/geometry.ts'

export interface SubjectShape {
  map_id: string
  shape: Shape
}

export interface ChangedGeometries {
  added: number
  changed: number
  removed: number
  unchanged: number
}

interface StoredGeometry {
  id: number
  map_id: string
  geometry: string
}

/**
 * Sets geometries of a subject. The shapes must be valid.
 * @param isReplaced selects the other geometries of the subject to delete, by their map id
 * @throws CatalogError kind `not_found` if there is no such subject
 */
export async function setSubjectGeometries(
  tx: Tx,
  {
    subjectId,
    shapes,
    isReplaced,
  }: {
    subjectId: number
    shapes: readonly SubjectShape[]
    isReplaced: (mapId: string) => boolean
  },
  context: AuditContext,
): Promise<ChangedGeometries> {
  await requireSubject(tx, subjectId)
  const stored = await readGeometries(tx, subjectId)
  const wanted = new Map(shapes.map(({ map_id, shape }) => [map_id, serializeGeometry(shape)]))
  const removed = stored.filter(({ map_id }) => !wanted.has(map_id) && isReplaced(map_id))
  const kept = new Map(stored.map((row) => [row.map_id, row]))
  const added = [...wanted].filter(([mapId]) => !kept.has(mapId))
  const changed = [...wanted].filter(
    ([mapId, text]) => (kept.get(mapId)?.geometry ?? text) !== text,
  )
  for (const { id } of removed)
    await tx.deleteFrom('subject_geometry').where('id', '=', id).execute()
  for (const [map_id, geometry] of added) {
    const row = { subject_id: subjectId, map_id, geometry, geom: areaGeometry(geometry) }
    await tx.insertInto('subject_geometry').values(row).execute()
  }
  for (const [mapId, geometry] of changed) {
    await tx
      .updateTable('subject_geometry')
      .set({ geometry, geom: areaGeometry(geometry) })
      .where('subject_id', '=', subjectId)
      .where('map_id', '=', mapId)
      .execute()
  }
  const names = new Set([...added, ...changed].map(([mapId]) => mapId))
  for (const { map_id } of removed) names.add(map_id)
  if (names.size > 0) {
    const before = describe(stored, names)
    const after = describe(await readGeometries(tx, subjectId), names)
    const change = {
      action: 'subject.set_geometry',
      objectType: 'subject',
      objectId: subjectId,
    } as const
    await recordAudit(tx, context, { ...change, before, after })
  }
  const counts = { added: added.length, changed: changed.length, removed: removed.length }
  return { ...counts, unchanged: wanted.size - added.length - changed.length }
}

async function requireSubject(tx: Tx, id: number): Promise<void> {
  const known = await tx.selectFrom('subject').select('id').where('id', '=', id).executeTakeFirst()
  if (!known) throw notFound(`There is no subject ${id}.`)
}

function readGeometries(tx: Tx, subjectId: number): Promise<StoredGeometry[]> {
  return tx
    .selectFrom('subject_geometry')
    .select(['id', 'map_id', 'geometry'])
    .where('subject_id', '=', subjectId)
    .orderBy('id')
    .execute()
}

/** The changed geometries by map id, for the audit log. */
function describe(rows: readonly StoredGeometry[], names: ReadonlySet<string>) {
  const chosen = rows.filter(({ map_id }) => names.has(map_id))
  return { geometries: Object.fromEntries(chosen.map((row) => [row.map_id, row.geometry])) }
}
