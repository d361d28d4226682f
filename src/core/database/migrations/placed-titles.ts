import { sql, type Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'
import type { SchemaChange } from './schema-change.ts'

/**
 * An index of the words in the titles of images that have a position, by which places are suggested for others. It has
 * the rows of `point_current`, and triggers maintain it. SQLite splits titles into words by FTS5, PostgreSQL by `\W`;
 * both fold case as `foldText` does.
 */
export const placedTitles: SchemaChange = {
  sqlite: { after: (db) => runStatements(db, SQLITE) },
  postgres: { after: async (db) => runStatements(db, onPostgres(await chooseCollation(db))) },
}

const SQLITE = [
  `create virtual table placed_title using fts5 (
     title, detail = none, tokenize = 'unicode61 remove_diacritics 0'
   )`,
  `create trigger placed_title_added after insert on point_current begin
     insert into placed_title (rowid, title)
     select id, title from image where id = new.image_id;
   end`,
  `create trigger placed_title_removed after delete on point_current begin
     delete from placed_title where rowid = old.image_id;
   end`,
  `create trigger placed_title_changed after update of title on image
   when new.title <> old.title and exists (select 1 from point_current where image_id = new.id) begin
     update placed_title set title = new.title where rowid = new.id;
   end`,
  `insert into placed_title (rowid, title)
   select image.id, image.title from point_current join image on image.id = point_current.image_id`,
]

/** The collation that knows letters and their case; titles are compared by bytes. A build without ICU has only the default. */
export async function chooseCollation(db: Kysely<unknown>): Promise<string> {
  const icu = sql<{
    name: string
  }>`select collname as name from pg_collation where collname = 'und-x-icu'`
  const { rows } = await icu.execute(db)
  return rows.length > 0 ? '"und-x-icu"' : '"default"'
}

/** Selects the words of a title. */
export function splitTitle(collation: string, title = 'title'): string {
  return `select distinct replace(lower(word collate ${collation}), 'ς', 'σ') as word
    from regexp_split_to_table(${title} collate ${collation}, '\\W+') as word where word <> ''`
}

/** Creates the function that indexes the words of the title of an image. */
export function refreshPlacedTitle(split: string): string {
  return `create or replace function refresh_placed_title(changed bigint) returns void language sql as $$
     delete from placed_title_word where image_id = changed;
     insert into placed_title_word (word, image_id)
     select words.word, image.id from image, lateral (${split}) as words
     where image.id = changed and exists (select 1 from point_current where image_id = changed);
   $$`
}

function onPostgres(collation: string): string[] {
  const split = splitTitle(collation)
  return [
    `create table placed_title_word (
     word text collate "C" not null,
     image_id bigint not null,
     primary key (word, image_id)
   )`,
    'create index placed_title_word_image on placed_title_word (image_id)',
    refreshPlacedTitle(split),
    `create function placed_title_changed() returns trigger language plpgsql as $$
   begin
     if tg_table_name = 'image' then
       perform refresh_placed_title(new.id);
     elsif tg_op = 'DELETE' then
       delete from placed_title_word where image_id = old.image_id;
     else
       perform refresh_placed_title(new.image_id);
     end if;
     return null;
   end $$`,
    `create trigger placed_title_moved after insert or delete on point_current
   for each row execute function placed_title_changed()`,
    `create trigger placed_title_edited after update of title on image
   for each row when (new.title is distinct from old.title)
   execute function placed_title_changed()`,
    `insert into placed_title_word (word, image_id)
   select words.word, image.id
   from point_current join image on image.id = point_current.image_id, lateral (${split}) as words`,
  ]
}
