/**
 * How many images each collection has, in how many images each subject is, and how many georeferences each contributor made: altogether, and
 * of what is public. Counting them anew for every list would take longer with every image.
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
  /** Who or what is counted. */
  whose: string
  column: string
  /** One row of this counts one. */
  rows: string
}

const COUNTED: readonly Counted[] = [
  { table: 'subject_count', whose: 'subject_id', column: 'images', rows: 'image_subject' },
  { table: 'user_count', whose: 'user_id', column: 'points', rows: 'georeference' },
  { table: 'user_count', whose: 'user_id', column: 'areas', rows: 'from_above_georeference' },
]

/** Statements that keep the counts, whoever writes and however. */
export const keepCounts: readonly string[] = [
  ...COUNTED.flatMap((counted) => keptWithRows(counted)),
  `create trigger image_counted_in after insert on image begin ${imagesIn('new', 1)} end`,
  `create trigger image_counted_out after delete on image begin ${imagesIn('old', -1)} end`,
  `create trigger image_counted_by_collection after update of collection_id on image
    begin ${imagesIn('old', -1)} ${imagesIn('new', 1)} end`,
  // What goes with an image goes while it can still be asked for its collection.
  trigger('image_uncounted', 'before delete on image', ({ rows }) => {
    return `delete from ${rows} where image_id = old.id;`
  }),
  trigger('image_counted_elsewhere', 'after update of collection_id on image', (counted) => {
    const by = `${isPublic('new.collection_id')} - ${isPublic('old.collection_id')}`
    return shown(counted, { images: 'select new.id', by })
  }),
  trigger('collection_shown', 'after update of public, source_id on collection', (counted) => {
    const images = 'select id from image where collection_id = new.id'
    const was = '(old.public and (select public from source where id = old.source_id))'
    return shown(counted, { images, by: `${isPublic('new.id')} - ${was}` })
  }),
  trigger('source_shown', 'after update of public on source', (counted) => {
    const images = `
      select image.id from image join collection on collection.id = collection_id
      where source_id = new.id and collection.public = 1`
    return shown(counted, { images, by: 'new.public - old.public' })
  }),
]

function trigger(name: string, event: string, statement: (counted: Counted) => string): string {
  return `create trigger ${name} ${event} begin ${COUNTED.map(statement).join('')} end`
}

function keptWithRows(counted: Counted): string[] {
  const { rows, whose } = counted
  const added = counting(counted, 'new', 1)
  const taken = counting(counted, 'old', -1)
  return [
    `create trigger ${rows}_count_added after insert on ${rows} begin ${added} end`,
    `create trigger ${rows}_count_taken after delete on ${rows} begin ${taken} end`,
    `create trigger ${rows}_count_moved after update of image_id, ${whose} on ${rows}
      begin ${taken} ${added} end`,
  ]
}

function imagesIn(row: 'old' | 'new', by: 1 | -1): string {
  return `
    insert into collection_count values (${row}.collection_id, ${by})
    on conflict do update set images = images + excluded.images;`
}

/** Counts one row more or less. */
function counting(counted: Counted, row: 'old' | 'new', by: 1 | -1): string {
  const { table, whose, column } = counted
  return `
    insert into ${table} (${whose}, ${column}, public_${column})
    select ${row}.${whose}, ${by}, ${by} * ${isPublic('collection_id')}
    from image where id = ${row}.image_id
    on conflict do update set
      ${column} = ${column} + excluded.${column},
      public_${column} = public_${column} + excluded.public_${column};`
}

/** Counts what there is of these images as public, or no longer. */
function shown(counted: Counted, { images, by }: { images: string; by: string }): string {
  const { table, whose, column, rows } = counted
  return `
    insert into ${table} (${whose}, public_${column})
    select ${whose}, (${by}) * count(*) from ${rows} where image_id in (${images}) group by ${whose}
    on conflict do update set public_${column} = public_${column} + excluded.public_${column};`
}

/** 1 or 0: a collection is public when it and its source are. */
export function isPublic(collection: string): string {
  return `(
    select seen.public and source.public
    from collection as seen join source on source.id = seen.source_id
    where seen.id = ${collection})`
}
