import type { Database } from 'better-sqlite3'
import type { SearchFilter } from '../../src/core/queries/searches/search-filter.ts'
import type { Postgres } from './postgres.ts'

const TABLES = {
  source: 'id integer, public integer',
  collection: 'id integer, source_id integer, public integer',
  image: `id integer, collection_id integer, title text, description text, from_above integer,
    duplicate_of integer, fuzzy_from float8, fuzzy_to float8`,
  subject: 'id integer, kb_id text',
  image_subject: 'image_id integer, subject_id integer',
  comment: 'image_id integer, text text',
  georeference: `id integer, image_id integer, latitude float8, longitude float8, direction float8,
    confidence_notes text, created_at bigint`,
  from_above_georeference: 'image_id integer, confidence_notes text',
}

/** The images that a search may find, and their texts. */
const DERIVED = `
  create table searchable as
    select image.id, collection_id, source_id, from_above, fuzzy_from, fuzzy_to,
      image.id in (select image_id from georeference) and from_above = 0
      or image.id in (select image_id from from_above_georeference) and from_above = 1
        as georeferenced
    from image join collection on collection.id = collection_id
    join source on source.id = source_id
    where collection.public = 1 and source.public = 1 and duplicate_of is null;
  create table field as
    select image_id, text from (
      select id as image_id, title as text from image
      union all select id, description from image
      union all select image_id, text from comment
      union all select image_id, confidence_notes from georeference
      union all select image_id, confidence_notes from from_above_georeference
    ) as every where text is not null and image_id in (select id from searchable);
  analyze`

const ROWS_PER_STATEMENT = 10_000

/** Copies what searches read from a catalog's database to PostgreSQL. */
export async function copyToPostgres(db: Database, postgres: Postgres): Promise<void> {
  for (const [table, columns] of Object.entries(TABLES)) {
    await postgres.query(`create table ${table} (${columns})`)
    const names = columns.split(',').map((column) => column.trim().split(' ')[0])
    const rows = db.prepare(`select ${names.join(', ')} from ${table}`).iterate()
    for (const some of inGroups(rows, ROWS_PER_STATEMENT)) {
      const records = `json_populate_recordset(null::${table}, $1)`
      await postgres.query(`insert into ${table} select * from ${records}`, [JSON.stringify(some)])
    }
  }
  await postgres.query(DERIVED)
}

/** Conditions on the rows of `searchable`, with the parameters of `listFilterParameters`. */
const MATCHES_FILTER = `
  ($1::boolean is null or georeferenced = $1)
  and ($2::integer is null or fuzzy_to >= make_date($2, 1, 1) - date '1970-01-01')
  and ($3::integer is null or fuzzy_from <= make_date($3, 12, 31) - date '1970-01-01')
  and ($4::integer[] is null or source_id = any ($4))
  and ($5::integer[] is null or collection_id = any ($5))
  and ($6::integer[] is null or searchable.id in (
    select image_id from image_subject join subject on subject.id = subject_id
    where subject.id = any ($6) or kb_id = any ($7)))`

function listFilterParameters(filter: SearchFilter): unknown[] {
  const { georeferenced, yearMin, yearMax, sources, collections, subjects } = filter
  const { ids, kbIds } = subjects ?? {}
  return [georeferenced, yearMin, yearMax, sources, collections, ids, kbIds]
}

export interface FoundText {
  imageId: number
  /** In single precision. */
  similarity: number
}

/** Finds all images by their texts, the most similar first. */
export async function findTexts(
  postgres: Postgres,
  search: { text: string; threshold: number; filter: SearchFilter },
): Promise<FoundText[]> {
  const found = await postgres.query<FoundText>(
    `with scored as materialized (
       select image_id, word_similarity($8, text) as similarity
       from field join searchable on searchable.id = image_id
       where ${MATCHES_FILTER}
     )
     select image_id as "imageId", max(similarity) as similarity
     from scored where 1::real - similarity < $9::float8
     group by image_id order by max(similarity) desc, image_id`,
    [...listFilterParameters(search.filter), search.text, search.threshold],
  )
  return found.map(({ imageId, similarity }) => ({ imageId, similarity: Math.fround(similarity) }))
}

export interface FoundPoint {
  imageId: number
  georeferenceId: number
  /** In meters. */
  distance: number
}

/**
 * Finds all images that depict a position, the nearest first. Needs the extension postgis.
 * @param cone width of the viewing cone in degrees
 */
export function findInView(
  postgres: Postgres,
  search: { latitude: number; longitude: number; radius: number | null; filter: SearchFilter },
  cone = 40,
): Promise<FoundPoint[]> {
  return postgres.query<FoundPoint>(
    `with newest as (
       select distinct on (image_id) * from georeference
       order by image_id, created_at desc, id desc
     ), seen as (
       select image_id, newest.id, direction, degrees(st_azimuth(place, searched)) as azimuth,
         st_distance(place, searched) as distance, st_dwithin(place, searched, $10) as is_near
       from newest join searchable on searchable.id = image_id
       cross join lateral (
         select st_makepoint(longitude, latitude)::geography as place,
           st_makepoint($8, $9)::geography as searched
       ) as places
       where ${MATCHES_FILTER} and from_above = 0
     )
     select image_id as "imageId", id as "georeferenceId", distance from seen
     where ($10::float8 is null or is_near)
       and (direction is null or distance = 0
         or least(abs(azimuth - direction), 360 - abs(azimuth - direction)) <= $11::float8 / 2)
     order by distance, image_id`,
    [
      ...listFilterParameters(search.filter),
      search.longitude,
      search.latitude,
      search.radius,
      cone,
    ],
  )
}

function* inGroups<Value>(values: Iterable<Value>, size: number): Generator<Value[]> {
  let group: Value[] = []
  for (const value of values) {
    group.push(value)
    if (group.length < size) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}
