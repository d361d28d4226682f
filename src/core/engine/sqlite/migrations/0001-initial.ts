import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { activity, keepTotal } from './initial/activity.ts'
import { authorization } from './initial/authorization.ts'
import { changes } from './initial/changes.ts'
import { contributions } from './initial/contributions.ts'
import { counts, keepCounts } from './initial/counts.ts'
import { current, keepCurrent } from './initial/current.ts'
import { holdings } from './initial/holdings.ts'
import { images } from './initial/images.ts'
import { lastGeoreferenced } from './initial/last-georeferenced.ts'
import { people } from './initial/people.ts'
import { processing } from './initial/processing.ts'
import { keepPublicEvents } from './initial/public-events.ts'
import { keepRevisions } from './initial/revisions.ts'
import { work } from './initial/work.ts'

const SRID_WGS84 = 4326

const CONTENTS = [people, holdings, images, contributions]
const PARTS = [...CONTENTS, current, counts, activity, work, authorization]
const KEPT = [
  ...lastGeoreferenced,
  ...keepCurrent,
  ...keepCounts,
  ...keepTotal,
  ...keepPublicEvents,
  ...keepRevisions,
  ...processing,
]

export const initial: Migration = {
  async up(db) {
    // Transaction 0: SpatiaLite begins none of its own inside ours. WGS84 only: a tenth of the rows,
    // and all that geodesic distances need.
    await done(db, `InitSpatialMetaData(0, 'WGS84')`)
    for (const part of PARTS) {
      for (const statement of part.split(';\n').filter((text) => text.trim() !== '')) {
        await sql.raw(statement).execute(db)
      }
    }
    for (const statement of [...KEPT, ...changes]) await sql.raw(statement).execute(db)
    await geometry(db, 'georeference', 'POINT')
    await geometry(db, 'from_above_georeference', 'POLYGON')
    await geometry(db, 'subject_geometry', 'GEOMETRY')
  },
}

/** STRICT tables declare `geom blob` themselves: AddGeometryColumn does nothing to them, silently. */
async function geometry(db: Kysely<unknown>, table: string, type: string): Promise<void> {
  await done(db, `RecoverGeometryColumn('${table}', 'geom', ${SRID_WGS84}, '${type}', 'XY')`)
  await done(db, `CreateSpatialIndex('${table}', 'geom')`)
}

/** SpatiaLite reports a failure as 0, not as an error. */
async function done(db: Kysely<unknown>, call: string): Promise<void> {
  const { rows } = await sql<{ ok: number }>`select ${sql.raw(call)} as ok`.execute(db)
  if (rows[0]?.ok !== 1) throw new Error(`SpatiaLite refused ${call}`)
}
