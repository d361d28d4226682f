import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { createExtension, type Extension } from '../extension.ts'
import { initialTables, initialTriggers } from '../../migrations/initial/index.ts'
import { advanceIds } from './advance-ids.ts'
import { requestTimes } from './request-times.ts'
import { postgresSchema } from './schema-sql.ts'
import { toPostgres } from './tables.ts'
import { toTriggerStatements } from './triggers.ts'

/** Tables with a spatial index. */
const PLACED = ['georeference', 'from_above_georeference', 'subject_geometry']

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

export const initial: Migration = {
  async up(db) {
    await createExtension(db, POSTGIS)
    const spatial = PLACED.map(
      (table) => `create index ${table}_place on ${table} using gist (geom)`,
    )
    const triggers = initialTriggers(postgresSchema).filter((text) => !DELETES_ROWS.test(text))
    const statements = [
      ...initialTables(postgresSchema).flatMap(toPostgres),
      ...spatial,
      ...[...triggers, DELETE_IMAGE].flatMap(toTriggerStatements),
      ...advanceIds,
      ...requestTimes,
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
