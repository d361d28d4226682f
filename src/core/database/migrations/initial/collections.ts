import type { SchemaSql } from '../schema-sql.ts'

export const collections = (sql: SchemaSql): string => `
create table license (
  id integer primary key autoincrement,
  name text not null,
  name_folded text not null unique,
  display_name text not null,
  permalink text not null
) strict;

create table source (
  id integer primary key autoincrement,
  name text not null,
  name_folded text not null,
  slug text not null unique,
  url text not null,
  description text not null,
  public integer not null check (public in (0, 1))
) strict;
create index source_name on source (name_folded, id);

create table collection (
  id integer primary key autoincrement,
  source_id integer not null references source (id),
  name text not null,
  name_folded text not null,
  slug text not null,
  url text not null,
  description text not null,
  public integer not null check (public in (0, 1)),
  announced_at integer,
  announced_by integer references user (id),
  unique (source_id, slug)
) strict;
create index collection_source on collection (source_id, id);
create index collection_slug on collection (slug);
create index collection_name on collection (name_folded, id);

create table subject (
  id integer primary key autoincrement,
  title text not null,
  title_folded text not null,
  slug text not null unique,
  description text,
  kb_id text not null,
  kb_uri text not null,
  kb_title text not null,
  kb_description text not null
) strict;
create index subject_kb on subject (kb_id);
create index subject_title on subject (title_folded, id);

create table subject_geometry (
  id integer primary key autoincrement,
  subject_id integer not null references subject (id) on delete cascade,
  map_id text not null,
  geometry text not null,
  ${sql.geometryColumn('geometry')}
) strict;
create index subject_geometry_of on subject_geometry (subject_id, id);
`
