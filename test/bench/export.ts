/**
 * Exports 500,000 georeferences of a large catalog as lines of GeoJSON to a file, beside `ogr2ogr` (GDAL) with as many rows of
 * the same table, and beside paging through the list. Runs alternate, since a shared machine is not always equally fast.
 * `EXPORT_RUNS` sets their number (3 by default), and `EXPORT_PAGES` the number of pages that are read (all by default).
 */

import { createWriteStream } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import process, { env } from 'node:process'
import { pipeline } from 'node:stream/promises'
import { Client } from 'undici'
import { openPlacedCatalog } from './export/catalog.ts'
import { convertTable } from './export/ogr2ogr.ts'
import { watchResident } from './export/resident.ts'
import { serveInChild } from './scale/serve-child.ts'
import { readCpuMs } from './search/cpu-time.ts'
import { percentile, startTable, reportFigure } from './support/table.ts'

const GEOREFERENCES = 500_000
const PAGE_SIZE = 100
const RUNS = Number(env.EXPORT_RUNS ?? 3)
const PAGES = Number(env.EXPORT_PAGES ?? GEOREFERENCES / PAGE_SIZE)
const LIST = '/api/v2/georeferences/'

/** The most times of `ogr2ogr` that an export may take. */
const MAX_RATIO = 1.5
/** How much the memory of the server may grow during an export. */
const MAX_GROWTH_MB = 100

interface Run {
  ms: number
  cpuMs: number
  bytes: number
}

const data = await openPlacedCatalog(GEOREFERENCES)
await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-bench-'))
await using server = await serveInChild(data)
const row = startTable('what', 's', 'CPU s', 'MB', 'loop held ms', 'grown by MB', 'load')
const runs: { converted: Run; exported: Run }[] = []
const growth: number[] = []

await compare('first')
for (let run = 1; run <= RUNS; run++) runs.push(await compare(String(run)))
for (const encoding of ['gzip', 'br', 'zstd']) await measure(encoding, () => runExport(encoding))
await measure('with images', () => runExport('identity', '?with=image'))
await measure(`${PAGES} pages`, pageThroughList)

const wall = ratio(({ ms }) => ms)
const cpu = ratio(({ cpuMs }) => cpuMs)
const grown = Math.max(...growth)
const most = `at most ${MAX_RATIO} times the time or the CPU time`
reportFigure(
  'export of georeferences',
  `${wall.toFixed(2)} times the time of ogr2ogr, ${cpu.toFixed(2)} times its CPU time`,
  most,
)
reportFigure('growth of memory by exports', `${grown.toFixed()} MB`, `at most ${MAX_GROWTH_MB} MB`)
// Other work on the machine delays a server of several threads more than one process.
const isSlow = Math.min(wall, cpu) > MAX_RATIO
if (isSlow) console.log(`✗ An export takes more than ${MAX_RATIO} times as long as ogr2ogr.`)
if (grown > MAX_GROWTH_MB) console.log(`✗ The memory of the server grew by ${grown.toFixed()} MB.`)
// Not `exit`, so that the server ends, too.
if (isSlow || grown > MAX_GROWTH_MB) process.exitCode = 1

async function compare(run: string): Promise<{ converted: Run; exported: Run }> {
  const file = join(folder.path, 'converted.geojson')
  const converted = await measure(`ogr2ogr, ${run}`, () =>
    convertTable(join(data, 'catalog.sqlite'), GEOREFERENCES, file),
  )
  return { converted, exported: await measure(`export, ${run}`, () => runExport('identity')) }
}

/** Runs one of them, and prints what it cost. */
async function measure(what: string, work: () => Promise<Run>): Promise<Run> {
  await server.health()
  await using resident = await watchResident(server.pid)
  const { ms, cpuMs, bytes } = await work()
  const { maxDelayMs } = await server.health()
  const grown = resident.peakMb - resident.startMb
  // The first export starts the thread.
  if (what.startsWith('export') && !what.endsWith('first')) growth.push(grown)
  const load = (loadavg()[0] ?? 0).toFixed(1)
  const [seconds, cpuSeconds] = [ms, cpuMs].map((time) => (time / 1000).toFixed(1))
  row(
    what,
    seconds!,
    cpuSeconds!,
    (bytes / 1e6).toFixed(),
    maxDelayMs.toFixed(),
    grown.toFixed(),
    load,
  )
  return { ms, cpuMs, bytes }
}

/** The median, over the runs, of what an export costs divided by what `ogr2ogr` does. */
function ratio(cost: (run: Run) => number): number {
  return percentile(
    runs.map(({ converted, exported }) => cost(exported) / cost(converted)),
    0.5,
  )
}

async function runExport(encoding: string, query = ''): Promise<Run> {
  const cpuBefore = readCpuMs(server.pid)
  const started = performance.now()
  const url = `${server.url}${LIST}export/${query}`
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    get(url, { headers: { 'Accept-Encoding': encoding } }, resolve).on('error', reject),
  )
  let bytes = 0
  let end = ''
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    end = chunk.subarray(-100).toString('latin1')
  })
  await pipeline(response, createWriteStream(join(folder.path, 'exported')))
  const ms = performance.now() - started
  const isWhole = end.endsWith(`{"type":"ExportEnd","count":${GEOREFERENCES}}\n`)
  if (encoding === 'identity' && !isWhole) throw new Error(`The export ended with ${end}`)
  return { ms, cpuMs: readCpuMs(server.pid) - cpuBefore, bytes }
}

/** Reads the list in the order in which georeferences are added. */
async function pageThroughList(): Promise<Run> {
  const client = new Client(server.url)
  const cpuBefore = readCpuMs(server.pid)
  const started = performance.now()
  let bytes = 0
  for (let page = 1; page <= PAGES; page++) {
    const path = `${LIST}?ordering=georeferenced_at&page_size=${PAGE_SIZE}&page=${page}`
    const { body, statusCode } = await client.request({ method: 'GET', path })
    if (statusCode !== 200) throw new Error(`${path} returned ${statusCode}`)
    bytes += (await body.bytes()).length
  }
  await client.close()
  const ms = performance.now() - started
  return { ms, cpuMs: readCpuMs(server.pid) - cpuBefore, bytes }
}
