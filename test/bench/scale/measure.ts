import type { Database } from 'better-sqlite3'
import type { Client } from 'undici'
import type { Case } from './cases.ts'

const MOST_RUNS = 60
/** The sixty page sizes from here on have a mean of 50. */
const SMALLEST_PAGE = 20
const MOST_MS = 1200

export interface Answer {
  status: number
  count: number | undefined
  /** Time of the first request. */
  firstMs: number
  /** Median of pages with different sizes around 50, which are not cached. */
  freshMs: number
  /** Median of the same request, which is cached. */
  againMs: number
}

/** Sends requests on one connection, one after the other. */
export async function askOften(client: Client, path: string): Promise<Answer> {
  const ask = async (path: string) => {
    const started = performance.now()
    const { statusCode: status, body } = await client.request({ path, method: 'GET' })
    const bytes = await body.arrayBuffer()
    const ms = performance.now() - started
    const { count } = JSON.parse(Buffer.from(bytes).toString()) as { count?: number }
    return { ms, status, count }
  }
  const { ms: firstMs, status, count } = await ask(path)
  const isPaged = path.includes('?')
  let size = SMALLEST_PAGE
  const fresh = await repeat(
    async () => (await ask(isPaged ? `${path}&page_size=${size++}` : path)).ms,
  )
  const again = await repeat(async () => (await ask(path)).ms)
  return { status, count, firstMs, freshMs: median(fresh), againMs: median(again) }
}

const IMAGE_ROWS = `select image.*, collection.name, collection.slug, source.name from image
  join collection on collection.id = collection_id join source on source.id = source_id
  where image.id in`
const POINT_ROWS = `select placed.*, image.title, image.generation, user.username, validation_count
  from point_current as current join georeference as placed on placed.id = current.id
  join image on image.id = current.image_id join user on user.id = current.user_id
  where current.id in`

/** Measures the bare prepared statements for the same page, with the rows of the list, and for its count. */
export async function bareStatement(db: Database, { list, ids, offset = 0 }: Case) {
  if (list === undefined || ids === undefined) return undefined
  const rows = list === 'image' ? IMAGE_ROWS : POINT_ROWS
  const page = db.prepare(`${rows} (select id from ${list} ${ids} limit 50 offset ${offset})`)
  const count = db.prepare(`select count(*) from ${list} ${ids.replace(/ order by .*$/s, '')}`)
  const time = (work: () => unknown) => async () => {
    const started = performance.now()
    work()
    return performance.now() - started
  }
  const pageMs = median(await repeat(time(() => page.all())))
  const countMs = median(await repeat(time(() => count.get())))
  return { pageMs, countMs, count: Number(count.pluck().get()) }
}

async function repeat(measure: () => Promise<number>): Promise<number[]> {
  const taken: number[] = []
  const started = performance.now()
  while (taken.length < MOST_RUNS && performance.now() - started < MOST_MS) {
    taken.push(await measure())
  }
  return taken
}

export function median(taken: readonly number[]): number {
  return taken.toSorted((a, b) => a - b)[Math.floor(taken.length / 2)]!
}
