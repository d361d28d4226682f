import { sql } from 'kysely'
import { createExtension, type Extension } from '../extension.ts'
import type { SchemaChange } from '../../migrations/schema-change.ts'
import { advanceIds } from './advance-ids.ts'
import { requestTimes } from './request-times.ts'
import { toTriggerStatements } from './triggers.ts'

/** Tables with a spatial index. */
const PLACED = ['georeference', 'from_above_georeference', 'subject_geometry']

/** Columns by which lists sort, with nulls last. An ascending index that is read backward begins with them. */
const NULLABLE = ['original_date', 'last_georeferenced_at']

/** Tables whose rows have to be deleted before those of their image, while its collection is still known. */
const COUNTED = [
  'image_subject',
  'georeference',
  'from_above_georeference',
  'subject_change',
] as const

/**
 * Deletes the rows of an image first. Their triggers update the image, which PostgreSQL then refuses to delete in the
 * same command, so that another one deletes it.
 */
const DELETE_IMAGE = `create trigger image_deleted before delete on image begin
  if exists (${COUNTED.map((table) => `select from ${table} where image_id = old.id`).join(' union all ')}) then
    ${COUNTED.map((table) => `delete from ${table} where image_id = old.id;`).join(' ')}
    delete from image where id = old.id;
    return null;
  end if;
end`

/** The triggers that this one replaces. */
const DELETES_ROWS = /before delete on image\b/u

const POSTGIS: Extension = {
  name: 'postgis',
  package: (version) => `postgresql-${version}-postgis-3`,
  isTrusted: false,
}

export const postgresInitial: SchemaChange['postgres'] = {
  before: (db) => createExtension(db, POSTGIS),
  replacesTrigger: (trigger) => DELETES_ROWS.test(trigger),
  async after(db) {
    const spatial = PLACED.map(
      (table) => `create index ${table}_place on ${table} using gist (geom)`,
    )
    const descending = NULLABLE.map(
      (column) =>
        `create index image_${column}_descending on image (${column} desc nulls last, id)`,
    )
    const statements = [
      ...spatial,
      ...descending,
      ...toTriggerStatements(DELETE_IMAGE),
      ...advanceIds,
      ...requestTimes,
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
