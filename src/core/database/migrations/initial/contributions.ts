import type { SchemaSql } from '../schema-sql.ts'

export const contributions = (sql: SchemaSql): string => `
create table georeference (
  id integer primary key autoincrement,
  image_id integer not null references image (id) on delete cascade,
  latitude real not null check (latitude between -90 and 90),
  longitude real not null check (longitude between -180 and 180),
  direction real check (direction >= 0 and direction < 360),
  confidence text not null check (confidence in ('low', 'medium', 'high')),
  confidence_notes text,
  user_id integer not null references user (id),
  created_at integer not null,
  ${sql.geometryColumn('point')}
) strict;
create index georeference_of on georeference (image_id, created_at, id);
create index georeference_by on georeference (user_id, created_at, id);
create index georeference_time on georeference (created_at);

create table from_above_georeference (
  id integer primary key autoincrement,
  image_id integer not null references image (id) on delete cascade,
  polygon text not null,
  confidence text not null check (confidence in ('low', 'medium', 'high')),
  confidence_notes text,
  user_id integer not null references user (id),
  created_at integer not null,
  ${sql.geometryColumn('polygon')}
) strict;
create index from_above_georeference_of on from_above_georeference (image_id, created_at, id);
create index from_above_georeference_by on from_above_georeference (user_id, created_at, id);
create index from_above_georeference_time on from_above_georeference (created_at);

create table validation (
  id integer primary key autoincrement,
  image_id integer not null references image (id) on delete cascade,
  georeference_id integer references georeference (id) on delete cascade,
  from_above_georeference_id integer references from_above_georeference (id) on delete cascade,
  validation text not null check (validation in ('correct', 'uncertain', 'incorrect')),
  notes text,
  validated_by integer not null references user (id),
  validated_at integer not null,
  check ((georeference_id is null) <> (from_above_georeference_id is null))
) strict;
create index validation_of on validation (image_id);
create index validation_by on validation (validated_by);
create index validation_of_point on validation (georeference_id) where georeference_id is not null;
create index validation_of_area on validation (from_above_georeference_id)
  where from_above_georeference_id is not null;

create table comment (
  id integer primary key autoincrement,
  image_id integer not null references image (id) on delete cascade,
  text text not null,
  commented_by integer not null references user (id),
  created_at integer not null
) strict;
create index comment_of on comment (image_id, created_at, id);
create index comment_by on comment (commented_by);
`
