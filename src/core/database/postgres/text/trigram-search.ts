import { sql, type Expression, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../tables.ts'
import type { TrigramPage, TrigramQuery, TrigramSearch } from '../../trigram-search.ts'
import { MAX_RUNNING_SEARCHES } from '../../../base/limits.ts'
import { runSearch, statementTimeout } from '../cancellable.ts'
import { connect } from '../connect.ts'
import { toStorageError } from '../errors.ts'
import { TEXTS } from './texts.ts'
import { createTrigramIndexes } from './trigram-indexes.ts'

/** Comparing the texts of so few images takes less time than the index, which knows nothing of images. */
const MAX_COMPARED = 5000

export interface TrigramConnections {
  /** Runs searches. */
  searching: Kysely<Tables>
  /** Cancels them, which may hold all connections of the other pool. */
  cancelling: Kysely<Tables>
}

/**
 * Connects to the database for text searches, and creates what they need there. The connections are not those of other
 * reads, because a search may take seconds.
 * @param maxCompared for at most this number of images, all their texts are compared, without the index
 * @throws CatalogError kind `unavailable` if the database lacks the extension pg_trgm
 */
export async function openTrigramSearch(
  url: string,
  maxCompared = MAX_COMPARED,
): Promise<TrigramSearch> {
  const searching = connect(url, MAX_RUNNING_SEARCHES)
  return await createTrigramSearch({ searching, cancelling: connect(url, 1) }, maxCompared)
}

/** Searches texts through these connections, and closes them. */
export async function createTrigramSearch(
  { searching, cancelling }: TrigramConnections,
  maxCompared: number,
): Promise<TrigramSearch> {
  const close = async (): Promise<void> => {
    await Promise.all([searching.destroy(), cancelling.destroy()])
  }
  try {
    await createTrigramIndexes(cancelling)
  } catch (error) {
    await close()
    throw toStorageError(error) ?? error
  }
  return {
    find(query, signal) {
      const options = { searching, cancelling, signal, settings: toSettings(query) }
      return runSearch((tx) => findPage(tx, query, maxCompared), options)
    },
    [Symbol.asyncDispose]: close,
  }
}

/** Settings of the transaction of a search. */
function toSettings({ lowerBound, timeoutMs }: TrigramQuery): Record<string, string> {
  return {
    statement_timeout: statementTimeout(timeoutMs),
    'pg_trgm.word_similarity_threshold': String(lowerBound),
    'pg_trgm.strict_word_similarity_threshold': '1',
  }
}

interface PageRow {
  /** Null, like the similarity, if the page has no hits. */
  imageId: number | null
  similarity: number | null
  count: number
  days: TrigramPage['days'] | null
}

async function findPage(
  tx: Kysely<Tables>,
  query: TrigramQuery,
  maxCompared: number,
): Promise<TrigramPage> {
  const counted = sql<{ isFew: boolean }>`
    select count(*) <= ${maxCompared} as "isFew"
    from (select from ${query.images} as selected limit ${maxCompared + 1}) as counted`
  const isFew = (await counted.execute(tx)).rows[0]?.isFew
  const scored = isFew ? compareAll(query) : findByIndex(query)
  return toPage((await selectPage(query, scored).execute(tx)).rows)
}

/** Selects the texts of few images. */
function compareAll(query: TrigramQuery): RawBuilder<unknown> {
  const scored = scoreTexts(
    query,
    ({ image, text }) =>
      sql`${sql.ref(image)} in (select id from selected) and ${sql.ref(text)} is not null`,
  )
  return sql`
    with selected as materialized ${query.images}
    select * from (${scored}) as compared`
}

/**
 * Selects texts by the operator of the index, whose bound is a setting. An image is also among those without the words
 * if only a text has them that is not similar.
 */
function findByIndex(query: TrigramQuery): RawBuilder<unknown> {
  const { whole } = query
  const found = scoreTexts(query, ({ text }) =>
    whole?.isFound ? hasWords(whole.words, text) : sql`${sql.ref(text)} %> ${query.text}`,
  )
  return sql`
    select * from (${found}) as found
    where image_id in ${query.images}`
}

/** Selects the texts that match, with their similarities and whether they have the words. */
function scoreTexts(
  { text, whole }: TrigramQuery,
  match: (column: (typeof TEXTS)[number]) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const scored = TEXTS.map(
    (column) => sql`
      select ${sql.ref(column.image)} as image_id,
        word_similarity(${text}, ${sql.ref(column.text)}) as similarity,
        ${whole ? hasWords(whole.words, column.text) : sql`true`} as has_words
      from ${sql.table(column.table)} where ${match(column)}`,
  )
  return sql.join(scored, sql` union all `)
}

type Words = readonly (readonly string[])[]

/**
 * Whether a text has all words, by the operator of the index: with the bound 1, it compares the trigrams of whole words.
 * `abab` also finds `ababab`, which has the same.
 */
function hasWords(words: Words, column: string): RawBuilder<boolean> {
  const each = words.map((spellings) => {
    const any = spellings.map((word) => sql`${sql.ref(column)} %>> ${word}`)
    return sql`(${sql.join(any, sql` or `)})`
  })
  return sql`(${sql.join(each, sql` and `)})`
}

/** Compares the similarities with the threshold as the embedded engine compares them. */
function selectPage(
  { threshold, whole, page, day }: TrigramQuery,
  scored: RawBuilder<unknown>,
): RawBuilder<PageRow> {
  return sql<PageRow>`
    with scored as (${scored}),
    found as materialized (
      select image_id, max(similarity) as similarity from scored
      group by image_id having 1::real - max(similarity) < ${threshold}::float8
        and bool_or(has_words) = ${whole?.isFound ?? true}
    ),
    page as (
      select * from found order by similarity desc, image_id
      limit ${page.size} offset ${(page.number - 1) * page.size}
    )
    select image_id as "imageId", similarity, count, days
    from (select count(*) as count, ${day ? countDays(day) : sql`null::json`} as days from found) as total
    left join page on true
    order by similarity desc, image_id`
}

function countDays(day: Expression<number | null>): RawBuilder<unknown> {
  return sql`(
    select json_agg(json_build_array(day, count)) from (
      select ${day} as day, count(*) as count
      from image where id in (select image_id from found) group by 1
    ) as counted
  )`
}

function toPage(rows: readonly PageRow[]): TrigramPage {
  const hits = rows.flatMap(({ imageId, similarity }) =>
    imageId === null || similarity === null
      ? []
      : [{ imageId, similarity: Math.fround(similarity) }],
  )
  return { hits, count: rows[0]?.count ?? 0, days: rows[0]?.days ?? [] }
}
