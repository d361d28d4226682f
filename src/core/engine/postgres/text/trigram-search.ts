import { sql, type RawBuilder } from 'kysely'
import type { TrigramPage, TrigramQuery, TrigramSearch } from '../../../db/trigram-search.ts'
import { MAX_RUNNING_SEARCHES } from '../../../limits.ts'
import { runCancellable } from '../cancellable.ts'
import { connect } from '../connect.ts'
import { isCancelled, toStorageError } from '../errors.ts'
import { TEXTS } from './texts.ts'
import { createTrigramIndexes } from './trigram-indexes.ts'

/**
 * Connects to the database for text searches, and creates what they need there. The connections are not those of other
 * reads, because a search may take seconds.
 * @throws CatalogError kind `unavailable` if the database lacks the extension pg_trgm
 */
export async function openTrigramSearch(url: string): Promise<TrigramSearch> {
  const searching = connect(url, MAX_RUNNING_SEARCHES)
  // Searches may hold all the others.
  const cancelling = connect(url, 1)
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
    async find(query, signal) {
      signal.throwIfAborted()
      try {
        const options = { searching, cancelling, signal, settings: toSettings(query) }
        const rows = await runCancellable(selectPage(query), options)
        return toPage(rows)
      } catch (error) {
        signal.throwIfAborted()
        if (isCancelled(error)) return undefined
        throw toStorageError(error) ?? error
      }
    },
    [Symbol.asyncDispose]: close,
  }
}

/** Settings of the transaction of a search. */
function toSettings({ lowerBound, timeoutMs }: TrigramQuery): Record<string, string> {
  return {
    // PostgreSQL takes 0 as no limit.
    statement_timeout: String(Math.max(1, Math.ceil(timeoutMs))),
    'pg_trgm.word_similarity_threshold': String(lowerBound),
  }
}

interface PageRow {
  /** Null, like the similarity, if the page has no hits. */
  imageId: number | null
  similarity: number | null
  count: number
}

/** The operator finds texts by the index. Then their similarities are compared as the embedded engine compares them. */
function selectPage({ text, images, threshold, page }: TrigramQuery): RawBuilder<PageRow> {
  const scored = TEXTS.map(
    ({ table, image, text: column }) => sql`
      select ${sql.ref(image)} as image_id, word_similarity(${text}, ${sql.ref(column)}) as similarity
      from ${sql.table(table)} where ${sql.ref(column)} %> ${text}`,
  )
  return sql<PageRow>`
    with scored as (${sql.join(scored, sql` union all `)}),
    found as materialized (
      select image_id, max(similarity) as similarity from scored
      where image_id in ${images}
      group by image_id having 1::real - max(similarity) < ${threshold}::float8
    ),
    page as (
      select * from found order by similarity desc, image_id
      limit ${page.size} offset ${(page.number - 1) * page.size}
    )
    select image_id as "imageId", similarity, count
    from (select count(*) as count from found) as total left join page on true
    order by similarity desc, image_id`
}

function toPage(rows: readonly PageRow[]): TrigramPage {
  const hits = rows.flatMap(({ imageId, similarity }) =>
    imageId === null || similarity === null
      ? []
      : [{ imageId, similarity: Math.fround(similarity) }],
  )
  return { hits, count: rows[0]?.count ?? 0 }
}
