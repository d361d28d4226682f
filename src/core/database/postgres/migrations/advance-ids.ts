/** Tables into which a dump is loaded with its ids. */
const LOADED = [
  'license',
  'source',
  'collection',
  'subject',
  'subject_geometry',
  'image_id',
  'georeference',
  'from_above_georeference',
  'validation',
  'comment',
  'subject_change',
]

const ADVANCE_IDS = `create function advance_ids() returns trigger language plpgsql as $$
  declare
    ids regclass := tg_table_name || '_id_seq';
    newest bigint;
  begin
    execute format('select max(id) from %I', tg_table_name) into newest;
    if newest > coalesce(pg_sequence_last_value(ids), 0) then perform setval(ids, newest); end if;
    return null;
  end $$`

/** Statements that keep new ids above those of inserted rows, as SQLite does. */
export const advanceIds: readonly string[] = [
  ADVANCE_IDS,
  ...LOADED.map(
    (table) =>
      `create trigger ${table}_ids_advanced after insert on ${table} execute function advance_ids()`,
  ),
]
