/**
 * The newest georeference of each image, with what the lists filter and sort by: where an image is on the
 * map today. Points of any image, areas of from-above images only; duplicates are left out. `id` is the
 * georeference's own. Confidence is 1, 2 or 3.
 */
export const current = `
create table point_current (
  id integer primary key,
  image_id integer not null unique,
  latitude real not null,
  longitude real not null,
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
 * Statements that keep these tables, whoever writes and however: what changed of an image has its row
 * taken away and made again from the tables that are written.
 */
export const keepCurrent: readonly string[] = [POINTS, AREAS].flatMap((kind) => [
  trigger(`${kind.current}_added`, `insert on ${kind.all}`, renewed(kind, 'new.image_id')),
  trigger(
    `${kind.current}_changed`,
    `update on ${kind.all}`,
    renewed(kind, 'old.image_id') + renewed(kind, 'new.image_id'),
  ),
  trigger(`${kind.current}_removed`, `delete on ${kind.all}`, renewed(kind, 'old.image_id')),
  trigger(`${kind.current}_judged`, 'insert on validation', judged(kind, 'new')),
  trigger(
    `${kind.current}_judged_otherwise`,
    `update of ${kind.all}_id on validation`,
    judged(kind, 'old') + judged(kind, 'new'),
  ),
  trigger(`${kind.current}_unjudged`, 'delete on validation', judged(kind, 'old')),
  trigger(
    `${kind.current}_image_changed`,
    'update of collection_id, from_above, duplicate_of, fuzzy_from, fuzzy_to on image',
    renewed(kind, 'new.id'),
  ),
])

function trigger(name: string, event: string, statements: string): string {
  return `create trigger ${name} after ${event} begin ${statements} end`
}

function renewed(kind: Kind, image: string): string {
  return `
    delete from ${kind.current} where image_id = ${image};
    insert into ${kind.current} ${newest(kind, image)};`
}

function newest(kind: Kind, image: string): string {
  const isPoint = kind === POINTS
  return `
    select placed.id, placed.image_id, ${isPoint ? 'placed.latitude, placed.longitude,' : ''}
      placed.created_at,
      case placed.confidence when 'low' then 1 when 'medium' then 2 else 3 end,
      (select count(*) from validation where ${kind.all}_id = placed.id),
      placed.user_id, image.collection_id, ${isPoint ? 'image.from_above,' : ''}
      image.fuzzy_from, image.fuzzy_to
    from ${kind.all} as placed join image on image.id = placed.image_id
    where placed.image_id = ${image} and image.duplicate_of is null
      ${isPoint ? '' : 'and image.from_above = 1'}
    order by placed.created_at desc, placed.id desc limit 1`
}

function judged({ current, all }: Kind, row: 'old' | 'new'): string {
  return `
    update ${current}
    set validation_count = (select count(*) from validation where ${all}_id = ${row}.${all}_id)
    where id = ${row}.${all}_id;`
}
