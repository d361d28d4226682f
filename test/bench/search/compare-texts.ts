import type { RankedSearchResults } from '../../../src/core/contract/search.ts'
import { percentile, reportFigure, showMs, startTable } from '../support/table.ts'
import { QUERY_CLASSES } from './queries.ts'
import type { IndexKind, PostgresTexts, Ranked } from './postgres-texts.ts'
import type { SearchClient, Timed } from './search-client.ts'

const THRESHOLD = 0.7
/** Too small to change the result, but another one for the cache. */
const OTHER_THRESHOLD = 1e-9
const ROUNDS = 3
const PAGE_SIZE = 100
const LIMIT_MS = 10_000
const MIN_RATIO = 8

/** The best of several rounds, because other programs on the machine only make them worse. */
interface Measured {
  query: string
  ms: number
  cpuMs: number
  count: number
}

export type MeasuredClass = { name: string; limitMs: number; measured: Measured[] }

/** Measures all queries, each without its cached result. */
export async function measureClasses(
  client: SearchClient,
  images: number,
): Promise<MeasuredClass[]> {
  const row = startTable('query', 'matches', 'share', 'ms', 'CPU ms')
  const classes: MeasuredClass[] = []
  for (const { name, limitMs, queries } of QUERY_CLASSES) {
    const measured: Measured[] = []
    for (const query of queries) {
      const one = await measureQuery(client, query)
      row(
        abbreviate(query),
        one.count,
        showShare(one.count / images),
        showMs(one.ms),
        showMs(one.cpuMs),
      )
      measured.push(one)
    }
    classes.push({ name, limitMs, measured })
  }
  return classes
}

async function measureQuery(client: SearchClient, query: string): Promise<Measured> {
  const rounds: Timed<RankedSearchResults>[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const threshold = THRESHOLD + round * OTHER_THRESHOLD
    rounds.push(await client.searchText({ q: query, threshold }))
  }
  const least = (figure: 'ms' | 'cpuMs') => Math.min(...rounds.map((round) => round[figure]))
  return { query, ms: least('ms'), cpuMs: least('cpuMs'), count: rounds[0]!.body.count }
}

/** Prints each class. Returns which are slower than their limits. */
export function checkClasses(classes: readonly MeasuredClass[], images: number): string[] {
  const row = startTable('class', 'p50 ms', 'p95 ms', 'max ms')
  return classes.flatMap(({ name, limitMs, measured }) => {
    const all = measured.map(({ ms }) => ms)
    const [middle, most] = [percentile(all, 0.5), Math.max(...all)]
    row(name, showMs(middle), showMs(percentile(all, 0.95)), showMs(most))
    const limits = `at most ${limitMs} and ${LIMIT_MS} ms`
    const times = `median ${showMs(middle)} ms, longest ${showMs(most)} ms`
    reportFigure(`text search of ${images} images, ${name}`, times, limits)
    return [
      ...(middle > limitMs ? [`${name}: p50 over ${limitMs} ms`] : []),
      ...(most > LIMIT_MS ? [`${name}: a query over ${LIMIT_MS} ms`] : []),
    ]
  })
}

/** Searches in the same images. */
interface Compared {
  client: SearchClient
  postgres: PostgresTexts
  images: number
}

/** Compares results and CPU time with those of PostgreSQL. Returns what differs, or is not fast enough. */
export async function compareWithPostgres(
  { client, postgres, images }: Compared,
  kind: IndexKind,
  classes: readonly MeasuredClass[],
): Promise<string[]> {
  console.log(`${kind}: index built in ${(await postgres.buildIndex(kind)).toFixed(0)} s`)
  const problems: string[] = []
  const rows: (readonly string[])[] = []
  const row = startTable('query', 'matches', `${kind} ms`, 'CPU ms', '÷ ours')
  for (const { name, measured } of classes) {
    const theirs: number[] = []
    for (const { query, cpuMs } of measured) {
      const found = await postgres.find(query, THRESHOLD)
      row(
        abbreviate(query),
        found.count,
        showMs(found.ms),
        showMs(found.cpuMs),
        (found.cpuMs / cpuMs).toFixed(1),
      )
      theirs.push(found.cpuMs)
      problems.push(...(await compareResults(client, query, found)))
    }
    const ours = measured.map(({ cpuMs }) => cpuMs)
    const ratios = [0.5, 0.95].map((share) => percentile(theirs, share) / percentile(ours, share))
    if (Math.min(...ratios) < MIN_RATIO) problems.push(`${name}: less than ${MIN_RATIO} × ${kind}`)
    rows.push([name, ...ratios.map((ratio) => ratio.toFixed(1))])
  }
  const rowOfClass = startTable('class', `${kind} ÷ ours at p50`, 'at p95')
  for (const cells of rows) rowOfClass(...cells)
  const [[name = '', ...least] = []] = rows.toSorted((one, other) => leastOf(one) - leastOf(other))
  reportFigure(
    `text search of ${images} images, CPU time of PostgreSQL with ${kind} ÷ ours, least of all classes`,
    `${Math.min(...least.map(Number))}, ${name}`,
    `at least ${MIN_RATIO}`,
  )
  return problems
}

function leastOf([, ...ratios]: readonly string[]): number {
  return Math.min(...ratios.map(Number))
}

/** Compares the count, the first page and one in the middle. */
async function compareResults(
  client: SearchClient,
  query: string,
  expected: { count: number; read(from: number, count: number): Promise<Ranked[]> },
): Promise<string[]> {
  const middle = Math.floor(expected.count / PAGE_SIZE / 2) + 1
  const problems: string[] = []
  for (const page of new Set([1, middle])) {
    const asked = { q: query, threshold: THRESHOLD, page, page_size: PAGE_SIZE }
    const { count, results } = (await client.searchText(asked)).body
    const ours = results.map(({ id, similarity }) => ({ id, similarity }))
    const theirs = (await expected.read((page - 1) * PAGE_SIZE, PAGE_SIZE)).map(
      ({ id, similarity }) => ({ id, similarity: Number(Math.fround(similarity).toFixed(4)) }),
    )
    if (count !== expected.count || JSON.stringify(ours) !== JSON.stringify(theirs)) {
      problems.push(`${abbreviate(query)}: page ${page} differs from PostgreSQL's`)
    }
  }
  return problems
}

export function abbreviate(query: string): string {
  return query.length > 40 ? `${query.slice(0, 39)}…` : query
}

function showShare(share: number): string {
  return `${(100 * share).toFixed(share < 0.01 ? 2 : 0)} %`
}
