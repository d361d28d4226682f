/**
 * Searches in a large catalog, see `search/README.md`, beside PostgreSQL 15 with pg_trgm and PostGIS on the same machine:
 * time, memory, and whether the results are the same. `SEARCH_IMAGES` sets the numbers of images, separated by commas
 * (50000,100000,1000000 by default); generated catalogs are kept for the next run. `SEARCH_POSTGRES=0` leaves out
 * PostgreSQL, which takes most of the time.
 */

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { env, exit } from 'node:process'
import { openConnection } from '../../src/core/database/sqlite/connection.ts'
import { openScaleCatalog } from './scale/catalog.ts'
import { serveInChild } from './scale/serve-child.ts'
import { measureEdits, measurePages } from './search/changes.ts'
import { checkClasses, compareWithPostgres, measureClasses } from './search/compare-texts.ts'
import { openCompiledCatalog } from './search/compiled-catalog.ts'
import { describeTexts, readFields } from './search/corpus.ts'
import { readCpuMs } from './search/cpu-time.ts'
import { measureCurves } from './search/curves.ts'
import { measureInView } from './search/in-view.ts'
import { measureLoad } from './search/load.ts'
import { openPostgresTexts, type IndexKind } from './search/postgres-texts.ts'
import { connectClient } from './search/search-client.ts'
import { createTexts } from './search/texts.ts'
import { reportFigure } from './support/table.ts'

const SIZES = (env.SEARCH_IMAGES ?? '50000,100000,1000000').split(',').map(Number)
const HAS_POSTGRES = env.SEARCH_POSTGRES !== '0'
/** Building the GiST index of a million images takes too long. */
const MOST_IMAGES_OF_GIST = 100_000
const SERVER = { CATALOG_TRUST_PROXY: '1', CATALOG_SEARCH_SECONDS: '3600' }
const MAX_FIRST_SEARCH_MS = 3000
const MEMORY_LIMITS = [
  { images: 50_000, megabytes: 60 },
  { images: 1_000_000, megabytes: 700 },
]

const found: string[] = []
for (const images of SIZES) {
  const problems = await measureCatalog(images)
  found.push(...problems.map((problem) => `${images} images: ${problem}`))
}
for (const problem of found) console.log(`✗ ${problem}`)
if (found.length > 0) exit(1)

async function measureCatalog(images: number): Promise<string[]> {
  const data = await openScaleCatalog(images, 'search', createTexts)
  using database = disposable(openConnection({ file: join(data, 'catalog.sqlite') }))
  const { db } = database
  const texts = describeTexts(db)
  console.log(`\n${texts.text}; load ${loadavg()[0]?.toFixed(1)}`)
  // The first start saves the index.
  const [first, next] = [await timeFirstSearch(data), await timeFirstSearch(data)]
  console.log(
    `first search ${next.ms} ms (${next.cpuMs} CPU ms) after a start, or ${first.ms} ms (${first.cpuMs} CPU ms) if the index was not saved`,
  )
  reportFigure(
    `first search after a start, of ${images} images`,
    `${next.ms} ms`,
    `at most ${MAX_FIRST_SEARCH_MS} ms`,
  )
  const memory = await measureMemory(data, images)
  await using server = await serveInChild(data, SERVER)
  await using client = connectClient(server)
  const classes = await measureClasses(client, texts.images)
  const problems = [
    ...(next.ms > MAX_FIRST_SEARCH_MS ? [`first search ${next.ms} ms after a start`] : []),
    ...memory,
    ...checkClasses(classes, images),
    ...(await measurePages(client)),
    ...(await measureEdits(db, client, server.pid)),
    ...(await measureLoad(server)),
  ]
  await measureCurves(client)
  if (HAS_POSTGRES) problems.push(...(await compareInView()), ...(await compareTexts()))
  return problems

  async function compareInView(): Promise<string[]> {
    await using catalog = await openCompiledCatalog(data)
    return await measureInView(db, catalog, client)
  }

  async function compareTexts(): Promise<string[]> {
    await using postgres = await openPostgresTexts(readFields(db))
    const kinds: IndexKind[] = images > MOST_IMAGES_OF_GIST ? ['gin'] : ['gin', 'gist']
    const differences: string[] = []
    for (const kind of kinds)
      differences.push(...(await compareWithPostgres({ client, postgres, images }, kind, classes)))
    return differences
  }
}

/** Measures the time and the CPU time from the start of a server until it answers a search. */
async function timeFirstSearch(data: string): Promise<{ ms: number; cpuMs: number }> {
  const started = performance.now()
  await using server = await serveInChild(data, SERVER, { waitForLists: false })
  await using client = connectClient(server)
  await client.searchText({ q: 'church' })
  const [ms, cpuMs] = [performance.now() - started, readCpuMs(server.pid)]
  return { ms: Math.round(ms), cpuMs: Math.round(cpuMs) }
}

/** Measures the memory that the indexes of the searches add. Returns what is too much. */
async function measureMemory(data: string, images: number): Promise<string[]> {
  const child = fork(new URL('search/memory-child.ts', import.meta.url), [data])
  const [{ lists, text, inView }] = (await once(child, 'message')) as [Record<string, number>]
  const added = inView! - lists!
  console.log(
    `resident: ${lists!.toFixed(0)} MB with lists, ${text!.toFixed(0)} MB with the text search, ${inView!.toFixed(0)} MB with both`,
  )
  const limit = MEMORY_LIMITS.find((each) => images <= each.images)?.megabytes ?? Infinity
  const most = `at most ${limit} MB`
  reportFigure(`memory of the searches of ${images} images`, `${added.toFixed(0)} MB`, most)
  return added > limit ? [`${added.toFixed(0)} MB more with searches`] : []
}

function disposable(db: ReturnType<typeof openConnection>) {
  return { db, [Symbol.dispose]: () => void db.close() }
}
