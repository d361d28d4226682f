import Database from 'better-sqlite3'
import { EMBEDDING_PRIORITIES } from '../../jobs/queue/enqueue.ts'

/** How many images the wanted embedding model has embedded, of how many with a display version, and why no more. */
export interface Coverage {
  embedded: number
  total: number
  /** Why embedding failed lately, while jobs wait because of it; null if none does. */
  failure: string | null
}

/** The jobs that are looked at, because there may be a job for each image. Jobs that wait are due last. */
const MAX_JOBS = 1000

const SELECT_FAILURES = EMBEDDING_PRIORITIES.map(
  (priority) =>
    `select * from (select last_error, waiting_since from job where state = 'queued' and priority = ${priority}
      order by run_at desc limit ${MAX_JOBS})`,
)

/** Counts without opening the catalog. Returns undefined if no model is wanted, or without such tables. */
export function readEmbeddingCoverage(file: string): Coverage | undefined {
  const db = new Database(file, { readonly: true })
  try {
    const select = db.prepare<[], Coverage>(
      `select (select count(*) from embedding where model_id = embedding_model.id) as embedded,
        (select count(*) from image where generation is not null) as total,
        (select last_error from (${SELECT_FAILURES.join(' union all ')})
          where waiting_since is not null limit 1) as failure
       from embedding_model where wanted = 1`,
    )
    return select.get()
  } catch {
    return undefined
  } finally {
    db.close()
  }
}
