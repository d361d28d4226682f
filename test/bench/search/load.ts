import { percentile, showMs } from '../support/table.ts'
import type { ServedCatalog } from '../scale/serve-child.ts'
import { connectClient } from './search-client.ts'
import { QUERY_CLASSES } from './queries.ts'

const SEARCHERS = 8
const ROUNDS = 4
const ROUND_MS = 5000
const LIST = '/api/v2/images/?ordering=title'
const PAGES = 300
const LIMITS = { slowdown: 2, delayMs: 20 }
const THRESHOLD = 0.65

const QUERIES = QUERY_CLASSES.flatMap((each) => each.queries)

interface Load {
  listMs: number[]
  delayMs: number[]
}

/** Measures list requests without and beside eight searches at once, in turns. Returns what is too slow. */
export async function measureLoad(server: ServedCatalog): Promise<string[]> {
  let [lists, searches] = [0, 0]
  const alone: Load = { listMs: [], delayMs: [] }
  const beside: Load = { listMs: [], delayMs: [] }
  await requestLists(alone)
  for (let round = 0; round < ROUNDS; round += 1) {
    await requestLists(alone)
    const searching = new AbortController()
    const searchers = Array.from({ length: SEARCHERS }, (_, n) =>
      keepSearching(n, searching.signal),
    )
    await requestLists(beside)
    searching.abort()
    await Promise.all(searchers)
  }
  const show = ({ listMs, delayMs }: Load): string =>
    `p50 ${showMs(percentile(listMs, 0.5))} ms, p95 ${showMs(percentile(listMs, 0.95))} ms; event loop delayed by ${showMs(percentile(delayMs, 0.5))} ms (p99)`
  console.log(`lists alone: ${show(alone)}`)
  console.log(
    `lists beside ${SEARCHERS} searches at once: ${show(beside)}; ${searches} searches answered`,
  )
  return check(alone, beside)

  async function requestLists({ listMs, delayMs }: Load): Promise<void> {
    await using client = connectClient(server)
    await server.health()
    const end = performance.now() + ROUND_MS
    while (performance.now() < end) {
      // Each is another request, because responses are cached.
      const [page, size] = [1 + (lists % PAGES), 50 - Math.floor(lists / PAGES)]
      listMs.push((await client.get(`${LIST}&page=${page}&page_size=${size}`)).ms)
      lists += 1
    }
    delayMs.push((await server.health()).p99DelayMs)
  }

  /** Searches one text after the other, none twice. */
  async function keepSearching(number: number, signal: AbortSignal): Promise<void> {
    await using client = connectClient(server, `192.0.2.${10 + number}`)
    while (!signal.aborted) {
      const q = QUERIES[(number * 7 + searches) % QUERIES.length]!
      searches += 1
      await client.searchText({ q, threshold: THRESHOLD + searches * 1e-7 })
    }
  }
}

function check(alone: Load, beside: Load): string[] {
  const slowdown = percentile(beside.listMs, 0.5) / percentile(alone.listMs, 0.5)
  const [expectedMs, delayMs] = [alone, beside].map((load) => percentile(load.delayMs, 0.5)) as [
    number,
    number,
  ]
  // Other programs on the machine delay the event loop, too.
  const isDelayed = delayMs > Math.max(LIMITS.delayMs, 2 * expectedMs)
  return [
    ...(slowdown > LIMITS.slowdown ? [`lists take ${slowdown.toFixed(1)} × beside searches`] : []),
    ...(isDelayed ? [`the event loop is delayed by ${showMs(delayMs)} ms`] : []),
  ]
}
