import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../tables.ts'
import { CatalogError } from '../../../base/errors.ts'
import { createExtension, type Extension } from '../extension.ts'
import { TEXTS } from './texts.ts'

const PG_TRGM: Extension = {
  name: 'pg_trgm',
  package: (version) => `postgresql-${version}`,
  isTrusted: true,
}

/** Number of the advisory lock of a node that creates the indexes: 'trigrams' in ASCII. */
const LOCK = '8390045743450876275'

/**
 * Creates the extension and the indexes that text search needs, unless they are there. Other nodes wait for the one that
 * creates them, and so do writes.
 * @throws CatalogError kind `unavailable` if the extension cannot be created, or cannot tell letters of this database
 */
export async function createTrigramIndexes(db: Kysely<Tables>): Promise<void> {
  if (await hasIndexes(db)) return
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx)
    await createExtension(tx, PG_TRGM)
    await requireLetters(tx)
    // Even if an index exists, creating it waits for all writes.
    if (await hasIndexes(tx)) return
    for (const { table, text } of TEXTS) {
      const name = sql.ref(indexOf({ table, text }))
      const column = sql.ref(text)
      await sql`create index if not exists ${name} on ${sql.table(table)}
        using gin (${column} gin_trgm_ops)`.execute(tx)
    }
  })
}

function indexOf({ table, text }: Pick<(typeof TEXTS)[number], 'table' | 'text'>): string {
  return `${table}_${text}_trigrams`
}

async function hasIndexes(db: Kysely<Tables>): Promise<boolean> {
  const names = TEXTS.map(indexOf)
  const { rows } = await sql<{ count: number }>`
    select count(to_regclass(name)) as count from unnest(${names}::text[]) as name`.execute(db)
  return rows[0]?.count === names.length
}

/** In a database of the locale C, pg_trgm ignores all letters that are not ASCII. */
async function requireLetters(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{
    found: boolean
  }>`select word_similarity('é', 'É') = 1 as found`.execute(db)
  if (rows[0]?.found) return
  throw new CatalogError(
    'unavailable',
    'pg_trgm finds only ASCII letters in this database, because of its LC_CTYPE.',
    { hint: 'Set CATALOG_TEXT to index, or create the database with the locale C.UTF-8.' },
  )
}
