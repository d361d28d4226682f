/**
 * Names of places from files of other projects, which help people to find the place of an image.
 *
 * - `entries` is null until the file has been read to its end.
 * - A row of `gazetteer_name` is the end of a name from one of its words on, so that a range of the key finds a name by
 *   any word: `east vine street`, `vine street`, `street`. `is_whole` tells the first of them.
 */
export const gazetteerTables: readonly string[] = [
  `
create table gazetteer (
  id integer primary key,
  name text not null unique,
  credit text not null,
  entries integer,
  added_at integer not null
) strict;
create table gazetteer_entry (
  id integer primary key,
  gazetteer_id integer not null references gazetteer (id) on delete cascade,
  name text not null,
  kind text not null,
  latitude real not null,
  longitude real not null,
  west real not null,
  south real not null,
  east real not null,
  north real not null,
  inhabitants integer not null
) strict;
create index gazetteer_entry_in_gazetteer on gazetteer_entry (gazetteer_id, id);
create table gazetteer_name (
  words text not null,
  latitude real not null,
  entry_id integer not null references gazetteer_entry (id) on delete cascade,
  is_whole integer not null,
  primary key (words, latitude, entry_id)
) strict, without rowid;
create index gazetteer_name_of_entry on gazetteer_name (entry_id);
`,
]
