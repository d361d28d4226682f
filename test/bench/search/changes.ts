import type { Database } from 'better-sqlite3'
import { percentile, showMs } from '../support/table.ts'
import { readCpuMs } from './cpu-time.ts'
import type { SearchClient } from './search-client.ts'

const PAGES = 200
const EDITS = 2000
const LIMITS = { pageMs: 10, editMs: 2 }
const FREQUENT = 'street'

/** Measures further pages of a search, whose result is cached. Returns what is too slow. */
export async function measurePages(client: SearchClient): Promise<string[]> {
  const { count } = (await client.searchText({ q: FREQUENT })).body
  const times: number[] = []
  for (let n = 0; n < PAGES; n += 1) {
    const page = 1 + Math.floor((n * count) / PAGES / 20)
    times.push((await client.searchText({ q: FREQUENT, page })).ms)
  }
  const [middle, most] = [percentile(times, 0.5), percentile(times, 0.95)]
  console.log(`further pages: p50 ${showMs(middle)} ms, p95 ${showMs(most)} ms`)
  return middle > LIMITS.pageMs ? [`further pages over ${LIMITS.pageMs} ms`] : []
}

/** Measures the CPU time of the server until a search includes changed images. Returns what is too slow. */
export async function measureEdits(
  db: Database,
  client: SearchClient,
  pid: number,
): Promise<string[]> {
  const word = `zyxw${Date.now()}`
  const ids = db
    .prepare<[number], number>(
      `select image.id from image join collection on collection.id = collection_id
       join source on source.id = source_id where collection.public = 1 and source.public = 1
       and duplicate_of is null order by image.id desc limit ?`,
    )
    .pluck()
    .all(EDITS)
  const edit = db.prepare('update image set title = title || ? where id = ?')
  const revert = db.prepare("update image set title = replace(title, ?, '') where id = ?")
  await client.searchText({ q: FREQUENT })
  const before = readCpuMs(pid)
  const started = performance.now()
  db.transaction(() => ids.forEach((id) => edit.run(` ${word}`, id)))()
  const writtenMs = performance.now() - started
  const { body, cpuMs: searchMs } = await client.searchText({ q: word, threshold: 0.05 })
  const perImage = (readCpuMs(pid) - before) / EDITS
  db.transaction(() => ids.forEach((id) => revert.run(` ${word}`, id)))()
  console.log(
    `${EDITS} edits written in ${showMs(writtenMs)} ms, found by the next search; ${showMs(perImage)} CPU ms each, of which the search ${showMs(searchMs / EDITS)}`,
  )
  return [
    ...(body.count === EDITS ? [] : [`the search found ${body.count} of ${EDITS} edited images`]),
    ...(perImage > LIMITS.editMs ? [`an edit over ${LIMITS.editMs} ms`] : []),
  ]
}
