import { sql, type Kysely } from 'kysely'
import type { EngineSteps } from '../../migrations/schema-change.ts'

const SRID_WGS84 = 4326

export const sqliteInitial: EngineSteps = {
  // The 0 keeps SpatiaLite from committing the transaction of the migration. Restricting the reference
  // systems to WGS 84 saves nine tenths of the rows; geodesic distances need no other.
  before: (db) => callSpatialite(db, `InitSpatialMetaData(0, 'WGS84')`),
  async after(db) {
    await registerGeometry(db, 'georeference', 'POINT')
    await registerGeometry(db, 'from_above_georeference', 'POLYGON')
    await registerGeometry(db, 'subject_geometry', 'GEOMETRY')
  },
}

/** Registers the `geom blob` column of a STRICT table. AddGeometryColumn would silently do nothing. */
async function registerGeometry(db: Kysely<unknown>, table: string, type: string): Promise<void> {
  await callSpatialite(
    db,
    `RecoverGeometryColumn('${table}', 'geom', ${SRID_WGS84}, '${type}', 'XY')`,
  )
  await callSpatialite(db, `CreateSpatialIndex('${table}', 'geom')`)
}

/** Calls a function of SpatiaLite, which reports failure as 0 instead of an error. */
async function callSpatialite(db: Kysely<unknown>, call: string): Promise<void> {
  const { rows } = await sql<{ ok: number }>`select ${sql.raw(call)} as ok`.execute(db)
  if (rows[0]?.ok !== 1) throw new Error(`SpatiaLite failed: ${call}`)
}
