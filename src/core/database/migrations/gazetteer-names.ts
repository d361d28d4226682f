/**
 * A range of the key for the names of each gazetteer, so that searches skip those of an unfinished one.
 *
 * `adding_until` is the end of the lease of the command that adds the gazetteer, and null if there is none.
 */
export const gazetteerNames: readonly string[] = [
  `
alter table gazetteer add column adding_until integer;
create table new_gazetteer_name (
  gazetteer_id integer not null,
  words text not null,
  latitude real not null,
  entry_id integer not null references gazetteer_entry (id) on delete cascade,
  is_whole integer not null,
  primary key (gazetteer_id, words, latitude, entry_id)
) strict, without rowid;
insert into new_gazetteer_name (gazetteer_id, words, latitude, entry_id, is_whole)
  select entry.gazetteer_id, name.words, name.latitude, name.entry_id, name.is_whole
  from gazetteer_name as name join gazetteer_entry as entry on entry.id = name.entry_id;
drop table gazetteer_name;
alter table new_gazetteer_name rename to gazetteer_name;
create index gazetteer_name_of_entry on gazetteer_name (entry_id);
`,
]
