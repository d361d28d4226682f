import type { SchemaSql } from '../schema-sql.ts'

/**
 * Counts of images by collection and by subject, and of georeferences by user: in total, and of public images.
 * Triggers maintain them, because counting for every list would take longer with every image.
 */
export const counts = `
create table collection_count (
  collection_id integer primary key,
  images integer not null
) strict;

create table subject_count (
  subject_id integer primary key,
  images integer not null default 0,
  public_images integer not null default 0
) strict;

create table user_count (
  user_id integer primary key,
  points integer not null default 0,
  public_points integer not null default 0,
  areas integer not null default 0,
  public_areas integer not null default 0
) strict;
`

interface Counted {
  table: string
  /** Column that identifies the counting row. */
  key: string
  column: string
  /** Table whose rows are counted. */
  rows: string
}

const COUNTED: readonly Counted[] = [
  { table: 'subject_count', key: 'subject_id', column: 'images', rows: 'image_subject' },
  { table: 'user_count', key: 'user_id', column: 'points', rows: 'georeference' },
  { table: 'user_count', key: 'user_id', column: 'areas', rows: 'from_above_georeference' },
]

/** Triggers that maintain the counts. */
export const countTriggers = (sql: SchemaSql): readonly string[] => [
  ...COUNTED.flatMap((counted) => createRowTriggers(sql, counted)),
  `create trigger image_counted_in after insert on image begin ${addToCollection(sql, 'new', 1)} end`,
  `create trigger image_counted_out after delete on image begin ${addToCollection(sql, 'old', -1)} end`,
  `create trigger image_counted_by_collection after update of collection_id on image
    begin ${addToCollection(sql, 'old', -1)} ${addToCollection(sql, 'new', 1)} end`,
  // The rows of an image are deleted first, while its collection is still known.
  createTrigger('image_uncounted', 'before delete on image', ({ rows }) => {
    return `delete from ${rows} where image_id = old.id;`
  }),
  createTrigger('image_counted_elsewhere', 'after update of collection_id on image', (counted) => {
    const by = `${selectIsPublic(sql, 'new.collection_id')} - ${selectIsPublic(sql, 'old.collection_id')}`
    return addPublicRows(sql, counted, { images: 'select new.id', by })
  }),
  createTrigger(
    'collection_shown',
    'after update of public, source_id on collection',
    (counted) => {
      const images = 'select id from image where collection_id = new.id'
      const wasPublic = 'select public from source where id = old.source_id'
      const was = `(${sql.both('old.public', `(${wasPublic})`)})`
      return addPublicRows(sql, counted, {
        images,
        by: `${selectIsPublic(sql, 'new.id')} - ${was}`,
      })
    },
  ),
  createTrigger('source_shown', 'after update of public on source', (counted) => {
    const images = `
      select image.id from image join collection on collection.id = collection_id
      where source_id = new.id and collection.public = 1`
    return addPublicRows(sql, counted, { images, by: 'new.public - old.public' })
  }),
]

function createTrigger(
  name: string,
  event: string,
  statement: (counted: Counted) => string,
): string {
  return `create trigger ${name} ${event} begin ${COUNTED.map(statement).join('')} end`
}

function createRowTriggers(sql: SchemaSql, counted: Counted): string[] {
  const { rows, key } = counted
  const added = addRow(sql, counted, 'new', 1)
  const taken = addRow(sql, counted, 'old', -1)
  return [
    `create trigger ${rows}_count_added after insert on ${rows} begin ${added} end`,
    `create trigger ${rows}_count_taken after delete on ${rows} begin ${taken} end`,
    `create trigger ${rows}_count_moved after update of image_id, ${key} on ${rows}
      begin ${taken} ${added} end`,
  ]
}

function addToCollection(sql: SchemaSql, row: 'old' | 'new', by: 1 | -1): string {
  return `
    insert into collection_count values (${row}.collection_id, ${by})
    ${sql.orUpdate('collection_id')} set images = ${sql.existing('collection_count', 'images')} + excluded.images;`
}

/** Adds one row to its counts, or subtracts it. */
function addRow(sql: SchemaSql, counted: Counted, row: 'old' | 'new', by: 1 | -1): string {
  const { table, key, column } = counted
  return `
    insert into ${table} (${key}, ${column}, public_${column})
    select ${row}.${key}, ${by}, ${by} * ${selectIsPublic(sql, 'collection_id')}
    from image where id = ${row}.image_id
    ${sql.orUpdate(key)} set
      ${column} = ${sql.existing(table, column)} + excluded.${column},
      public_${column} = ${sql.existing(table, `public_${column}`)} + excluded.public_${column};`
}

/** Adds the rows of these images to the public counts, or subtracts them. */
function addPublicRows(
  sql: SchemaSql,
  counted: Counted,
  { images, by }: { images: string; by: string },
): string {
  const { table, key, column, rows } = counted
  return `
    insert into ${table} (${key}, public_${column})
    select ${key}, (${by}) * count(*) from ${rows} where image_id in (${images}) group by ${key}
    ${sql.orUpdate(key)} set public_${column} = ${sql.existing(table, `public_${column}`)} + excluded.public_${column};`
}

/** SQL for 1 or 0: a collection is public if it and its source are. */
export function selectIsPublic(sql: SchemaSql, collection: string): string {
  return `(
    select ${sql.both('seen.public', 'source.public')}
    from collection as seen join source on source.id = seen.source_id
    where seen.id = ${collection})`
}
