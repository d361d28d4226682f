import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { createExtension, type Extension } from '../../database/postgres/extension.ts'
import { lockWriters } from '../../database/postgres/writer-lock.ts'
import { halfvecTable, readIndexState, type HalfvecTable } from './halfvec-table.ts'
import { INDEX_OPTIONS, MAX_DIMENSION, TRIGGERS } from './triggers.ts'

/** Each batch locks its embeddings for about a tenth of a second. */
const BATCH = 100

/**
 * Creates the extension and what lets PostgreSQL follow the embeddings, unless it is there. Writes wait for that, which
 * takes milliseconds.
 * @throws CatalogError kind `unavailable` if the extension cannot be created or is too old
 */
export async function installVectors(db: Kysely<Tables>): Promise<void> {
  if (await hasTriggers(db)) return await createExtension(db, PGVECTOR)
  await db.transaction().execute(async (tx) => {
    await lockWriters(tx)
    await createExtension(tx, PGVECTOR)
    if (await hasTriggers(tx)) return
    for (const statement of TRIGGERS) await sql.raw(statement).execute(tx)
    await createTables(tx)
  })
}

async function hasTriggers(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql`select from pg_trigger where tgrelid = to_regclass('embedding')
    and tgname = 'embedding_halfvec_added'`.execute(db)
  return rows.length > 0
}

/** Creates the tables of the models that have embeddings. */
async function createTables(tx: Kysely<Tables>): Promise<void> {
  await sql`
    select create_halfvec_table(id, dimension) from (
      select id, (
        select length(vector) / 4 from embedding where model_id = model.id limit 1
      ) as dimension from embedding_model as model
    ) as models where dimension between 1 and ${sql.lit(MAX_DIMENSION)}`.execute(tx)
}

export interface IndexingOptions {
  /** Copies and indexes. */
  preparing: Kysely<Tables>
  /** Cancels that, on another connection. */
  cancelling: Kysely<Tables>
  signal: AbortSignal
}

/**
 * Indexes the embeddings that were stored before. Writes and searches go on while it runs; searches do without the
 * index.
 * @returns the number of models whose embeddings were indexed
 * @throws the error of PostgreSQL if the signal is aborted while it builds an index
 */
export async function indexVectors(options: IndexingOptions): Promise<number> {
  const { preparing, signal } = options
  let indexed = 0
  for (const table of await listTables(preparing)) {
    const state = await readIndexState(preparing, table)
    // Another node may be building it.
    if (state === 'valid' || state === 'building') continue
    if (state === 'invalid')
      await sql`drop index if exists ${sql.ref(table.index)}`.execute(preparing)
    await copyVectors(preparing, table, signal)
    if (signal.aborted) break
    await buildIndex(table, options)
    indexed += 1
  }
  return indexed
}

async function buildIndex(
  { table, index }: HalfvecTable,
  { preparing, cancelling, signal }: IndexingOptions,
): Promise<void> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(preparing)
  const cancel = (): void => {
    sql`select pg_cancel_backend(pid) from pg_stat_progress_create_index where pid = ${rows[0]?.pid}`
      .execute(cancelling)
      .catch(() => undefined)
  }
  signal.addEventListener('abort', cancel)
  try {
    await sql`create index concurrently if not exists ${sql.ref(index)} on ${table}
      using hnsw (vector halfvec_ip_ops) with (${sql.raw(INDEX_OPTIONS)})`.execute(preparing)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

async function listTables(db: Kysely<Tables>): Promise<HalfvecTable[]> {
  const { rows } = await sql<{ id: number }>`
    select id from embedding_model where to_regclass('embedding_halfvec_' || id) is not null`.execute(
    db,
  )
  return rows.map(({ id }) => halfvecTable(id))
}

/** Copies embeddings that are missing. Later ones are copied by the trigger. */
async function copyVectors(
  db: Kysely<Tables>,
  { modelId, table }: HalfvecTable,
  signal: AbortSignal,
): Promise<void> {
  let last: number | null = 0
  while (last !== null && !signal.aborted) {
    const { rows }: { rows: { last: number | null }[] } = await sql<{ last: number | null }>`
      with batch as materialized (
        select id, image_id, vector from embedding where model_id = ${modelId} and id > ${last}
        order by id limit ${BATCH} for key share
      ), copied as (
        insert into ${table} (image_id, vector)
        select image_id, embedding_to_halfvec(vector) from batch
        where length(vector) / 4 = (
          select atttypmod from pg_attribute
          where attrelid = to_regclass(${`embedding_halfvec_${modelId}`}) and attname = 'vector'
        )
        on conflict (image_id) do nothing
      )
      select max(id) as last from batch`.execute(db)
    last = rows[0]?.last ?? null
  }
}

/** The first version whose index goes on until enough vectors pass a filter. */
const ITERATIVE_SCANS = '0.8.0'

export const PGVECTOR: Extension = {
  name: 'vector',
  package: (version) => `postgresql-${version}-pgvector`,
  isTrusted: false,
  since: ITERATIVE_SCANS,
}
