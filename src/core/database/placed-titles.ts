import { sql, type Expression, type RawBuilder } from 'kysely'
import { perEngine } from './per-engine.ts'

/** Spellings of one word. A title has the word if it has any of them. */
type Spellings = readonly string[]

/*
 * Limits are literals: SQLite prepares a statement again whenever a value is bound to its limit.
 */

/** Words that are in more titles than this are not counted further. */
const MAX_COUNTED = 2000
/** Titles with one word that are examined for another. */
const MAX_EXAMINED = 5000

/** A table: in how many titles of images with a position words are. @param words a JSON array */
export function countInPlacedTitles(
  words: Expression<string>,
): RawBuilder<{ word: string; count: number }> {
  return perEngine({
    sqlite: () => sql`(
      select value as word, (
        select count(*) from (
          select 1 from placed_title where placed_title match '"' || value || '"' limit ${sql.lit(MAX_COUNTED)}
        )
      ) as count
      from json_each(${words}))`,
    postgres: () => sql`(
      select word, count::int as count
      from jsonb_array_elements_text(${words}::jsonb) as asked(word), lateral (
        select count(*) as count from (
          select 1 from placed_title_word as titles where titles.word = asked.word limit ${sql.lit(MAX_COUNTED)}
        ) as found
      ) as counted)`,
  })
}

/** A table: the titles of images with a position. In SQLite, their index has them on fewer pages than the table of images. */
export function selectPlacedTitles(): RawBuilder<{ id: number; title: string }> {
  return perEngine({
    sqlite: () => sql`(select rowid as id, title from placed_title)`,
    postgres: () => sql`(select id, title from image)`,
  })
}

/** A word that titles have, or two that they have both. */
export type TitleQuery = readonly Spellings[]

/**
 * A table of the ids of images with a position that queries find, and the keys of the queries: at most `limit` for each, the
 * newest ones if there are many; of two words that are both in many titles, some of them.
 */
export function selectTitled(
  queries: ReadonlyMap<string, TitleQuery>,
  limit: number,
): RawBuilder<{ query: string; image_id: number }> {
  return perEngine({
    sqlite: () => sql`(
      select asked.key as query, found.value as image_id
      from json_each(${toMatches(queries)}) as asked, json_each((
        select json_group_array(image_id) from (
          select rowid as image_id from placed_title where placed_title match asked.value
          order by rowid desc limit ${sql.lit(limit)}))) as found)`,
    postgres: () => sql`(
      select asked.key as query, found.image_id
      from jsonb_each(${JSON.stringify(Object.fromEntries(queries))}::jsonb) as asked, lateral (
        select distinct image_id from (
          select image_id from placed_title_word where ${isIn(0)} limit ${sql.lit(MAX_EXAMINED)}
        ) as examined
        where jsonb_array_length(asked.value) = 1 or exists (
          select 1 from placed_title_word
          where ${isIn(1)} and placed_title_word.image_id = examined.image_id
        )
        order by image_id desc limit ${sql.lit(limit)}
      ) as found)`,
  })
}

/** Whether the word of a row is one of the spellings of a word of a query, in PostgreSQL. */
function isIn(word: 0 | 1): RawBuilder<boolean> {
  return sql`placed_title_word.word = any(array(
    select jsonb_array_elements_text(asked.value -> ${sql.lit(word)})))`
}

/** The queries as JSON, with expressions of FTS5. */
function toMatches(queries: ReadonlyMap<string, TitleQuery>): string {
  const matches = [...queries].map(([key, words]) => [key, words.map(anyOf).join(' AND ')])
  return JSON.stringify(Object.fromEntries(matches))
}

/** An expression of FTS5. The words have only letters and digits. */
function anyOf(words: readonly string[]): string {
  return `(${words.map((word) => `"${word}"`).join(' OR ')})`
}
