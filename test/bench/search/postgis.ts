import type { Database } from 'better-sqlite3'
import type { City } from '../../support/generated-catalog/rows.ts'
import { startPostgres, type Postgres } from '../../support/postgres.ts'
import { readCpuMs } from './cpu-time.ts'
import type { InViewCase } from './in-view-cases.ts'

/** More than are needed, because the index orders by distances on the sphere. */
const EXTRA = 32
/** Enough even where many points are almost equally far away. */
const EXTRA_OF_EXACT = 5000

const NEWEST_POINTS = `
  select current.image_id as "imageId", latitude, longitude, direction, source_id as "sourceId",
    current.fuzzy_from as "fuzzyFrom", current.fuzzy_to as "fuzzyTo"
  from point_current as current join image on image.id = current.image_id
  join collection on collection.id = image.collection_id
  join source on source.id = source_id
  where collection.public = 1 and source.public = 1 and duplicate_of is null
    and image.from_above = 0`

const TABLES = `
  create table point (image_id integer primary key, place geography, direction float8,
    source_id integer, fuzzy_from float8, fuzzy_to float8);
  create table tagged (image_id integer primary key)`

const INSERT_POINTS = `
  insert into point
  select "imageId", st_makepoint(longitude, latitude)::geography, direction, "sourceId",
    "fuzzyFrom", "fuzzyTo"
  from json_to_recordset($1) as row ("imageId" integer, latitude float8, longitude float8,
    direction float8, "sourceId" integer, "fuzzyFrom" float8, "fuzzyTo" float8)`

/** The azimuth is null at the position of the camera. */
const SEES = `(direction is null
  or coalesce(cos(st_azimuth(place, searched) - radians(direction)), 1) >= cos(radians(20)))`
const SEARCHED = '(select st_makepoint($1, $2)::geography as searched) as search'

export interface PostgisPoints extends AsyncDisposable {
  find(position: City, search: InViewCase): Promise<{ ids: number[]; cpuMs: number }>
  /** Does the same without missing a nearer point that the index puts behind farther ones. */
  findExactly(position: City, search: InViewCase): Promise<number[]>
}

/** The newest points of the images that a search may find in PostGIS, with an index for the nearest neighbors. */
export async function openPostgisPoints(db: Database): Promise<PostgisPoints> {
  const postgres = await startPostgres('postgis', { shared_buffers: '1GB' })
  await postgres.query(TABLES)
  await postgres.query(INSERT_POINTS, [JSON.stringify(db.prepare(NEWEST_POINTS).all())])
  const tagged = db.prepare('select image_id from image_subject where subject_id = 1').pluck().all()
  await postgres.query('insert into tagged select unnest($1::integer[])', [tagged])
  await postgres.query('create index point_place on point using gist (place)')
  await postgres.query('create index point_source on point (source_id)')
  await postgres.query('vacuum analyze')
  return {
    async find(position, search) {
      const before = readCpuMs(postgres.pid)
      const ids = await (search.radius === null ? findNearest : findWithin)(
        postgres,
        position,
        search,
      )
      return { ids, cpuMs: readCpuMs(postgres.pid) - before }
    },
    findExactly: (position, search) =>
      search.radius === null
        ? findNearest(postgres, position, search, EXTRA_OF_EXACT)
        : findWithin(postgres, position, search),
    [Symbol.asyncDispose]: () => postgres[Symbol.asyncDispose](),
  }
}

function findNearest(
  postgres: Postgres,
  { latitude, longitude }: City,
  { where, page }: InViewCase,
  extra = EXTRA,
): Promise<number[]> {
  const end = page.number * page.size
  return selectIds(
    postgres,
    `select image_id from (
       select image_id, st_distance(place, searched) as distance from point, ${SEARCHED}
       where ${where} and ${SEES} order by place <-> searched limit $3
     ) as near order by distance, image_id offset $4 limit $5`,
    [longitude, latitude, end + extra, end - page.size, page.size],
  )
}

function findWithin(
  postgres: Postgres,
  { latitude, longitude }: City,
  { where, radius, page }: InViewCase,
): Promise<number[]> {
  return selectIds(
    postgres,
    `select image_id, count(*) over () from (
       select image_id, st_distance(place, searched) as distance from point, ${SEARCHED}
       where st_dwithin(place, searched, $3) and ${where} and ${SEES}
     ) as near order by distance, image_id limit $4`,
    [longitude, latitude, radius, page.size],
  )
}

async function selectIds(
  postgres: Postgres,
  text: string,
  parameters: readonly unknown[],
): Promise<number[]> {
  const rows = await postgres.query<{ image_id: number }>(text, parameters)
  return rows.map(({ image_id }) => image_id)
}
