import { join } from 'node:path'
import { openConnection } from '../../../src/core/database/sqlite/connection.ts'
import { openScaleCatalog } from '../scale/catalog.ts'
import { createTexts } from '../search/texts.ts'

const IMAGES = 1_000_000

/**
 * Returns the data directory of a catalog of a million images, of which at least `georeferences` public ones are listed with a
 * point. Generates it once, and keeps it.
 */
export async function openPlacedCatalog(georeferences: number): Promise<string> {
  const data = await openScaleCatalog(IMAGES, 'export', createTexts)
  const db = openConnection({ file: join(data, 'catalog.sqlite') })
  db.pragma('synchronous = OFF')
  const missing =
    georeferences - (db.prepare<[], number>(`select count(*) ${LISTED}`).pluck().get() ?? 0)
  if (missing > 0) {
    console.log(`Adding ${missing} georeferences`)
    db.prepare(ADD).run(missing)
    db.exec('delete from change where seq < (select max(seq) from change)')
    db.pragma('wal_checkpoint(TRUNCATE)')
  }
  db.close()
  return data
}

const PUBLIC = `select collection.id from collection join source on source.id = collection.source_id
  where collection.public = 1 and source.public = 1`

const LISTED = `from point_current where collection_id in (${PUBLIC})`

/** Places public images that have no point yet, at positions all over the inhabited latitudes. */
const ADD = `
  insert into georeference (image_id, latitude, longitude, confidence, user_id, created_at, geom)
  select id, latitude, longitude, 'medium', maker, 1717000000000000 + id * 1000000,
    MakePoint(longitude, latitude, 4326)
  from (
    select image.id, (image.id * 7919 % 1200000) / 10000.0 - 50 as latitude,
      (image.id * 104729 % 3600000) / 10000.0 - 180 as longitude,
      (select min(id) from user) as maker
    from image
    where duplicate_of is null and collection_id in (${PUBLIC})
      and id not in (select image_id from georeference)
    order by id limit ?
  )`
