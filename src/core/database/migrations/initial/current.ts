/**
 * The newest georeference of each image, with the columns that lists filter and sort by. Points of all images,
 * areas of from-above images only; duplicates are excluded. `id` is the georeference's. Confidence is 1, 2 or 3.
 */
export const current = `
create table point_current (
  id integer primary key,
  image_id integer not null unique,
  latitude real not null,
  longitude real not null,
  direction real,
  created_at integer not null,
  confidence integer not null,
  validation_count integer not null,
  user_id integer not null,
  collection_id integer not null,
  from_above integer not null,
  fuzzy_from integer,
  fuzzy_to integer
) strict;
create index point_current_time on point_current (created_at desc);
create index point_current_collection on point_current (collection_id, created_at desc);
create index point_current_user on point_current (user_id, created_at desc);

create table area_current (
  id integer primary key,
  image_id integer not null unique,
  created_at integer not null,
  confidence integer not null,
  validation_count integer not null,
  user_id integer not null,
  collection_id integer not null,
  fuzzy_from integer,
  fuzzy_to integer
) strict;
create index area_current_time on area_current (created_at desc);
create index area_current_collection on area_current (collection_id, created_at desc);
create index area_current_user on area_current (user_id, created_at desc);
`

const POINTS = { current: 'point_current', all: 'georeference' }
const AREAS = { current: 'area_current', all: 'from_above_georeference' }
type Kind = typeof POINTS

/**
 * Triggers that maintain these tables. After any change of an image or its georeferences, its row is deleted and
 * inserted again.
 */
export const currentTriggers: readonly string[] = [POINTS, AREAS].flatMap((kind) => [
  createTrigger(
    `${kind.current}_added`,
    `insert on ${kind.all}`,
    replaceCurrent(kind, 'new.image_id'),
  ),
  createTrigger(
    `${kind.current}_changed`,
    `update on ${kind.all}`,
    replaceCurrent(kind, 'old.image_id') + replaceCurrent(kind, 'new.image_id'),
  ),
  createTrigger(
    `${kind.current}_removed`,
    `delete on ${kind.all}`,
    replaceCurrent(kind, 'old.image_id'),
  ),
  createTrigger(`${kind.current}_validated`, 'insert on validation', countValidations(kind, 'new')),
  createTrigger(
    `${kind.current}_validation_moved`,
    `update of ${kind.all}_id on validation`,
    countValidations(kind, 'old') + countValidations(kind, 'new'),
  ),
  createTrigger(
    `${kind.current}_validation_removed`,
    'delete on validation',
    countValidations(kind, 'old'),
  ),
  createTrigger(
    `${kind.current}_image_changed`,
    'update of collection_id, from_above, duplicate_of, fuzzy_from, fuzzy_to on image',
    replaceCurrent(kind, 'new.id'),
  ),
])

function createTrigger(name: string, event: string, statements: string): string {
  return `create trigger ${name} after ${event} begin ${statements} end`
}

function replaceCurrent(kind: Kind, image: string): string {
  return `
    delete from ${kind.current} where image_id = ${image};
    insert into ${kind.current} ${selectNewest(kind, image)};`
}

function selectNewest(kind: Kind, image: string): string {
  const isPoint = kind === POINTS
  return `
    select made.id, made.image_id, ${isPoint ? 'made.latitude, made.longitude, made.direction,' : ''}
      made.created_at,
      case made.confidence when 'low' then 1 when 'medium' then 2 else 3 end,
      (select count(*) from validation where ${kind.all}_id = made.id),
      made.user_id, image.collection_id, ${isPoint ? 'image.from_above,' : ''}
      image.fuzzy_from, image.fuzzy_to
    from ${kind.all} as made join image on image.id = made.image_id
    where made.image_id = ${image} and image.duplicate_of is null
      ${isPoint ? '' : 'and image.from_above = 1'}
    order by made.created_at desc, made.id desc limit 1`
}

function countValidations({ current, all }: Kind, row: 'old' | 'new'): string {
  return `
    update ${current}
    set validation_count = (select count(*) from validation where ${all}_id = ${row}.${all}_id)
    where id = ${row}.${all}_id;`
}
