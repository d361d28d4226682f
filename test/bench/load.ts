/**
 * Loading a dump into an empty catalog on both engines: time per image, which is the same for each number of images
 * (5000,20000,80000 or those of `IMAGES`), in processor time of the program and of PostgreSQL. The images have no files.
 */

import { readFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process, { env } from 'node:process'
import type { Catalog } from '../../src/core/catalog/catalog.ts'
import { loadDump } from '../../src/core/dump/load.ts'
import { openTestCatalog } from '../support/open-catalog.ts'
import { openPostgresCatalog } from '../support/postgres-catalog.ts'
import { startPostgres } from '../support/postgres.ts'
import { linesOf, SAMPLE, writeSampleDump } from '../support/sample-dump.ts'
import { readCpuMs } from './search/cpu-time.ts'
import { reportFigure, startTable } from './support/table.ts'

const SIZES = (env.IMAGES ?? '5000,20000,80000').split(',').map(Number)
const OWN = { rotation: 0, mirror: 'none', from_above: false, will_not_georef: false }

const print = startTable('engine', 'images', 's', 'processor s', 'of PostgreSQL', 'ms an image')

await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-load-'))
await using postgres = await startPostgres('postgis', { autovacuum: 'on' })
/** Milliseconds for each image, of the smallest size. */
const least: Record<string, string> = {}
for (const images of SIZES) {
  const lines = linesOf([...listLines(images)])
  const dump = await writeSampleDump(join(folder.path, `dump-${images}`), { lines })
  {
    await using onSqlite = await openTestCatalog()
    await measure('SQLite', images, onSqlite.catalog, dump)
  }
  await using onPostgres = await openPostgresCatalog(await postgres.createCatalog())
  await measure('PostgreSQL', images, onPostgres.catalog, dump)
}

async function measure(
  engine: string,
  images: number,
  catalog: Catalog,
  dump: string,
): Promise<void> {
  const [begun, before, database] = [performance.now(), process.cpuUsage(), readDatabaseMs()]
  await loadDump(catalog, dump, { acceptStaff: true })
  const { user, system } = process.cpuUsage(before)
  const ofDatabase = readDatabaseMs() - database
  const busy = (user + system) / 1000
  const seconds = [performance.now() - begun, busy, ofDatabase].map((ms) => (ms / 1000).toFixed(1))
  const each = ((busy + ofDatabase) / images).toFixed(2)
  print(engine, images, ...seconds, each)
  least[engine] ??= each
  if (images === SIZES[0]) return
  reportFigure(
    `load of a dump of ${images} images on ${engine}, processor time for each`,
    `${each} ms`,
    `of ${SIZES[0]}: ${least[engine]} ms`,
  )
}

/** Processor time of all connections that are open. */
function readDatabaseMs(): number {
  const { serverPid } = postgres
  const children = readFileSync(`/proc/${serverPid}/task/${serverPid}/children`, 'utf8')
  return children
    .split(' ')
    .filter(Boolean)
    .reduce((sum, pid) => sum + readCpuMs(Number(pid)), 0)
}

/** All images have a point and two subjects. */
function* listLines(images: number): Iterable<Record<string, unknown>> {
  const ids = Array.from({ length: images }, (_, index) => index + 1)
  const isKept = ({ type }: Record<string, unknown>): boolean =>
    ['catalog', 'user', 'license', 'source', 'collection', 'subject'].includes(String(type))
  yield* SAMPLE.filter(isKept)
  const timeOf = (id: number): string => new Date(id * 60_000).toISOString().replace('Z', '000Z')
  for (const id of ids)
    yield {
      type: 'image',
      id,
      collection: 4,
      title: `Street ${id}`,
      ...OWN,
      created_at: timeOf(id),
    }
  for (const image of ids) {
    const tag = { type: 'subject_tag', image, tagged_by: 1, tagged_at: timeOf(image) }
    yield { ...tag, subject: 6, position: 1 }
    yield { ...tag, subject: 8, position: 2 }
  }
  for (const id of ids) {
    const place = { latitude: (id % 160) - 80, longitude: (id % 350) - 175, confidence: 'high' }
    const made = { georeferenced_by: 7, georeferenced_at: timeOf(id) }
    yield { type: 'georeference', id, image: id, ...place, ...made }
  }
}
