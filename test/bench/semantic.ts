/**
 * Vector searches in a large catalog, see `semantic/README.md`: time after the text is embedded, memory, and how many of the most
 * similar images are found. `SEMANTIC_IMAGES` sets the number of images (1000000 by default), `SEMANTIC_DIMENSIONS` the
 * lengths of the vectors (512,768 by default). Generated catalogs are kept for the next run: 5 GB each.
 */

import { execFileSync } from 'node:child_process'
import { loadavg } from 'node:os'
import { env, execPath, exit, memoryUsage } from 'node:process'
import { fileURLToPath } from 'node:url'
import type { Database } from 'better-sqlite3'
import { databasePath } from '../../src/core/storage/disk/data-folder.ts'
import { openConnection } from '../../src/core/database/sqlite/connection.ts'
import {
  openDirectSearch,
  type DirectSearch,
  type Query,
  type TimedPage,
} from './semantic/direct-search.ts'
import { findExactly } from './semantic/exact.ts'
import { openSemanticCatalog } from './semantic/catalog.ts'
import { measureServed } from './semantic/served.ts'
import { createVectors, type Vectors } from './semantic/vectors.ts'
import { percentile, showMs, startTable, reportFigure } from './support/table.ts'

const IMAGES = Number(env.SEMANTIC_IMAGES ?? 1_000_000)
const DIMENSIONS = (env.SEMANTIC_DIMENSIONS ?? '512,768').split(',').map(Number)
const TEXTS = 40
const SIMILAR = 10
/** Texts that are searched for when a search takes long. */
const DEEP = 10
const WANTED = 2000
const QUERY_SEED = 2
const LIMITS = { pageMs: 30, filteredMs: 10, recall: 0.999 }
const LIMITED_DIMENSION = 512

const SAVE_CHILD = fileURLToPath(new URL('semantic/save-child.ts', import.meta.url))

const found: string[] = []
for (const dimension of DIMENSIONS) found.push(...(await measure(dimension)))
for (const problem of found) console.log(`✗ ${problem}`)
if (found.length > 0) exit(1)
exit()

async function measure(dimension: number): Promise<string[]> {
  const data = await openSemanticCatalog(IMAGES, dimension)
  const file = databasePath(data)
  const db = openConnection({ file, readonly: true })
  execFileSync(execPath, [SAVE_CHILD, data], { stdio: 'inherit' })
  const before = memoryUsage().rss
  const search = await openDirectSearch(data)
  const bytes = (memoryUsage().rss - before) / IMAGES
  console.log(
    `\n${IMAGES} vectors of ${dimension}: loaded in ${showMs(search.loadMs)} ms (${showMs(search.loadCpuMs)} CPU ms), ${bytes.toFixed(0)} bytes a vector; load ${loadavg()[0]?.toFixed(1)}`,
  )
  const vectors = createVectors(dimension, QUERY_SEED)
  const recall = await measureRecall(db, search, [
    ...Array.from({ length: TEXTS }, () => vectors.nextText()),
    ...Array.from({ length: SIMILAR }, () => vectors.nextImage()),
  ])
  const times = await measureTimes(db, { search, file, vectors })
  await search.close()
  db.close()
  await measureServed(data, IMAGES)
  console.log(`load ${loadavg()[0]?.toFixed(1)}`)
  const factor = dimension / LIMITED_DIMENSION
  const name = `semantic search of ${IMAGES} vectors of ${dimension}`
  reportFigure(`${name}, recall`, String(recall), `at least ${LIMITS.recall}`)
  const [page, most] = [showMs(times.pageMs), LIMITS.pageMs * factor]
  reportFigure(`${name}, a page`, `${page} ms`, `at most ${most} ms`)
  return [
    ...(recall < LIMITS.recall ? [`${dimension}: recall ${recall}`] : []),
    ...(times.pageMs > LIMITS.pageMs * factor
      ? [`${dimension}: a page in ${showMs(times.pageMs)} ms`]
      : []),
    ...(times.filteredMs > LIMITS.filteredMs * factor
      ? [`${dimension}: a filtered page in ${showMs(times.filteredMs)} ms`]
      : []),
  ]
}

/** Compares with exact rankings. Returns the share of the 20 best images that are among the 20 results. */
async function measureRecall(
  db: Database,
  search: DirectSearch,
  queries: readonly Float32Array[],
): Promise<number> {
  const exact = findExactly(db, queries, WANTED)
  const shares: { at20: number; at2000: number }[] = []
  for (const [n, vector] of queries.entries()) {
    const page = { number: 1, size: WANTED }
    const ids = (await search.find({ target: { vector }, page })).hits.map(({ imageId }) => imageId)
    const share = (size: number): number => {
      const first = new Set(ids.slice(0, size))
      return exact[n]!.slice(0, size).filter((id) => first.has(id)).length / size
    }
    shares.push({ at20: share(20), at2000: share(WANTED) })
  }
  const mean = (values: number[]): number => values.reduce((a, b) => a + b, 0) / values.length
  const at20 = mean(shares.map((each) => each.at20))
  console.log(
    `recall@20 ${at20}, recall@${WANTED} ${mean(shares.map((each) => each.at2000)).toFixed(4)} (least ${Math.min(...shares.map((each) => each.at2000))}) of ${TEXTS} texts and ${SIMILAR} images`,
  )
  return at20
}

interface Measured {
  search: DirectSearch
  /** Path of the database. */
  file: string
  /** Generates embeddings of texts, so that each search is another one. */
  vectors: Vectors
}

async function measureTimes(db: Database, { search, file, vectors }: Measured) {
  const collections = [findCollection(db)]
  const row = startTable('search', 'p50 ms', 'p95 ms', 'p50 CPU ms', 'images')
  const createTexts = (count = TEXTS) => Array.from({ length: count }, () => vectors.nextText())
  const time = async (
    name: string,
    query: Omit<Query, 'target'>,
    { texts = createTexts(), prepare = () => {} } = {},
  ): Promise<number> => {
    const pages: TimedPage[] = []
    for (const vector of texts) {
      prepare()
      pages.push(await search.find({ target: { vector }, ...query }))
    }
    const p50 = percentile(listOf(pages, 'ms'), 0.5)
    const p95 = percentile(listOf(pages, 'ms'), 0.95)
    row(name, ...[p50, p95, percentile(listOf(pages, 'cpuMs'), 0.5)].map(showMs), pages[0]!.count)
    return p50
  }
  const page = (number: number, size = 20) => ({ page: { number, size } })
  const cold = { prepare: () => dropFromCache(file) }
  const texts = createTexts()
  const pageMs = await time('first 20', page(1), { texts })
  await time('second 20 of the same searches', page(2), { texts })
  await time('first 20, vectors on the disk', page(1), cold)
  const filteredMs = await time('first 20 of 1%', { filter: { collections } })
  await time('first 20 of 1%, vectors on the disk', { filter: { collections } }, cold)
  await time('first 20 of ten years', { filter: { yearMin: 1900, yearMax: 1909 } })
  await time('page 5 of 100', page(5, 100))
  const deep = createTexts(DEEP)
  await time('page 20 of 100, before the seam', page(20, 100), { texts: deep })
  await time('page 21 of 100, after the seam', page(21, 100), { texts: deep })
  await time('page 5,000 of 100', page(5000, 100), { texts: createTexts(DEEP) })
  return { pageMs, filteredMs }
}

function listOf(pages: readonly TimedPage[], name: 'ms' | 'cpuMs'): number[] {
  return pages.map((page) => page[name])
}

/** Returns the collection that has about 1% of the images. */
function findCollection(db: Database): number {
  return db
    .prepare<[number], number>(
      `select collection_id from image join collection on collection.id = collection_id
       join source on source.id = source_id where collection.public = 1 and source.public = 1
       group by collection_id order by abs(count(*) - ?) limit 1`,
    )
    .pluck()
    .get(IMAGES / 100)!
}

/** Drops a file from the page cache of the system (Linux). */
function dropFromCache(file: string): void {
  execFileSync('dd', [`if=${file}`, 'iflag=nocache', 'count=0', 'status=none'])
}
