import { startPostgres, type Postgres } from '../../support/postgres.ts'
import type { Field } from './corpus.ts'
import { readCpuMs } from './cpu-time.ts'

const SETTINGS = {
  shared_buffers: '2GB',
  work_mem: '1GB',
  maintenance_work_mem: '2GB',
  effective_cache_size: '8GB',
  max_wal_size: '16GB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_parallel_maintenance_workers: '0',
  enable_seqscan: 'off',
}

export type IndexKind = 'gin' | 'gist'

const INDEXES = {
  gin: 'using gin (text gin_trgm_ops)',
  gist: 'using gist (text gist_trgm_ops(siglen=64))',
}

const FIELDS_PER_STATEMENT = 20_000

export interface Ranked {
  id: number
  similarity: number
}

export interface PostgresResult {
  ms: number
  cpuMs: number
  count: number
  /** Returns images from a position on, the most similar first. */
  read(from: number, count: number): Promise<Ranked[]>
}

export interface PostgresTexts extends AsyncDisposable {
  /** Replaces the index. @returns seconds */
  buildIndex(kind: IndexKind): Promise<number>
  /** Searches with the index. The result is valid until the next search. */
  find(text: string, threshold: number): Promise<PostgresResult>
}

/** The same texts in PostgreSQL, on one core and with generous memory, already in its cache. */
export async function openPostgresTexts(fields: Iterable<Field>): Promise<PostgresTexts> {
  const postgres = await startPostgres('pg_trgm', SETTINGS)
  await postgres.query('create extension pg_prewarm')
  await postgres.query('create table field (image_id integer, text text)')
  await postgres.query('create temporary table match (id integer, similarity real)')
  await insertFields(postgres, fields)
  await postgres.query('analyze field')
  return {
    async buildIndex(kind) {
      const started = performance.now()
      await postgres.query('drop index if exists field_text')
      await postgres.query(`create index field_text on field ${INDEXES[kind]}`)
      await postgres.query(`select pg_prewarm('field'), pg_prewarm('field_text')`)
      return (performance.now() - started) / 1000
    },
    async find(text, threshold) {
      await postgres.query(`set pg_trgm.word_similarity_threshold = ${1 - threshold}`)
      await postgres.query('truncate match')
      const before = { ms: performance.now(), cpuMs: readCpuMs(postgres.pid) }
      await postgres.query(
        `insert into match select image_id, max(word_similarity($1, text))
         from field where $1 <% text group by image_id`,
        [text],
      )
      const read = (from: number, count: number) =>
        postgres.query<Ranked>(
          'select id, similarity from match order by similarity desc, id offset $1 limit $2',
          [from, count],
        )
      await read(0, 20)
      const [{ count } = { count: 0 }] = await postgres.query<{ count: number }>(
        'select count(*)::integer as count from match',
      )
      const [ms, cpuMs] = [performance.now() - before.ms, readCpuMs(postgres.pid) - before.cpuMs]
      return { ms, cpuMs, count, read }
    },
    [Symbol.asyncDispose]: () => postgres[Symbol.asyncDispose](),
  }
}

async function insertFields(postgres: Postgres, fields: Iterable<Field>): Promise<void> {
  let [ids, texts]: [number[], string[]] = [[], []]
  const insert = async (): Promise<void> => {
    await postgres.query('insert into field select * from unnest($1::integer[], $2::text[])', [
      ids,
      texts,
    ])
    ;[ids, texts] = [[], []]
  }
  for (const { imageId, text } of fields) {
    ids.push(imageId)
    texts.push(text)
    if (ids.length === FIELDS_PER_STATEMENT) await insert()
  }
  await insert()
}
