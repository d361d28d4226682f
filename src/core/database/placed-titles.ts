import { sql, type RawBuilder } from 'kysely'
import { perEngine } from './per-engine.ts'

/** Spellings of one word. A title has the word if it has any of them. */
type Spellings = readonly string[]

/** Words that are in more titles than this are not counted further. */
const MAX_COUNTED = 2000
/** Titles with one word that are examined for another. */
const MAX_EXAMINED = 5000

/** A table: in how many titles of images with a position words are. */
export function countInPlacedTitles(
  words: readonly string[],
): RawBuilder<{ word: string; count: number }> {
  return perEngine({
    sqlite: () => sql`(
      select value as word, (
        select count(*) from (
          select 1 from placed_title where placed_title match '"' || value || '"' limit ${MAX_COUNTED}
        )
      ) as count
      from json_each(${JSON.stringify(words)}))`,
    postgres: () => sql`(
      select word, count::int as count
      from unnest(${words}::text[]) as asked(word), lateral (
        select count(*) as count from (
          select 1 from placed_title_word as titles where titles.word = asked.word limit ${MAX_COUNTED}
        ) as found
      ) as counted)`,
  })
}

/** A table of the ids of images with a position whose titles have a word, the newest ones if there are many. */
export function selectTitled(word: Spellings, limit: number): RawBuilder<{ image_id: number }> {
  return perEngine({
    sqlite: () => sql`(
      select rowid as image_id from placed_title where placed_title match ${anyOf(word)}
      order by rowid desc limit ${limit})`,
    postgres: () => sql`(
      select distinct image_id from placed_title_word where word = any(${word}::text[])
      order by image_id desc limit ${limit})`,
  })
}

/** A table of the ids of images with a position whose titles have both words; if the first is in many, some of them. */
export function selectTitledBoth(
  first: Spellings,
  second: Spellings,
  limit: number,
): RawBuilder<{ image_id: number }> {
  return perEngine({
    sqlite: () => sql`(
      select rowid as image_id from placed_title
      where placed_title match ${`(${anyOf(first)}) AND (${anyOf(second)})`} limit ${limit})`,
    postgres: () => sql`(
      select distinct image_id from (
        select image_id from placed_title_word where word = any(${first}::text[]) limit ${MAX_EXAMINED}
      ) as examined
      where exists (
        select 1 from placed_title_word as other
        where other.word = any(${second}::text[]) and other.image_id = examined.image_id
      )
      limit ${limit})`,
  })
}

/** An expression of FTS5. The words have only letters and digits. */
function anyOf(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(' OR ')
}
