/**
 * Vector tiles of a large catalog over HTTP: the fullest tile of each zoom level, with filters that no cache knows. Then
 * the map in Chromium without a GPU, from the request of the page to the last tile.
 * `TILE_IMAGES` sets the number of images (1,000,000 by default). The generated catalog is kept for the next run.
 */

import { loadavg } from 'node:os'
import { env, exit } from 'node:process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { Client } from 'undici'
import { openConnection } from '../../src/core/database/sqlite/connection.ts'
import { MAX_ZOOM } from '../../src/core/model/tiles/tile.ts'
import { toWorldX, toWorldY, WORLD_BITS } from '../../src/core/model/tiles/world.ts'
import { chromiumPath, shareChromium } from '../support/chromium.ts'
import { countOnTile, decodeTile } from '../support/decode-tile.ts'
import { openScaleCatalog } from './scale/catalog.ts'
import { serveInChild } from './scale/serve-child.ts'
import { percentile, showMs, startTable, reportFigure } from './support/table.ts'

const IMAGES = Number(env.TILE_IMAGES ?? 1_000_000)
const RUNS = 20
/** Limits of the median in milliseconds, and of the size in bytes. */
const LOW_ZOOM = { zooms: 3, ms: 50 }
const OTHER_MS = 10
const MAX_BYTES = 15 * 1024
const MAPS = 5
const MAP_MS = 1500

interface Place {
  longitude: number
  latitude: number
}

/** Finds the tile with the most points of each zoom level. */
function findFullest(data: string): { x: number; y: number }[] {
  const db = openConnection({ file: join(data, 'catalog.sqlite'), readonly: true })
  const places = db.prepare<[], Place>('select longitude, latitude from point_current').all()
  db.close()
  return Array.from({ length: MAX_ZOOM + 1 }, (_, z) => {
    const counts = new Map<number, number>()
    const shift = WORLD_BITS - z
    for (const { longitude, latitude } of places) {
      const tile = (toWorldY(latitude) >>> shift) * 2 ** z + (toWorldX(longitude) >>> shift)
      counts.set(tile, (counts.get(tile) ?? 0) + 1)
    }
    const [fullest] = [...counts].reduce((one, other) => (other[1] > one[1] ? other : one))
    return { x: fullest % 2 ** z, y: Math.floor(fullest / 2 ** z) }
  })
}

const data = await openScaleCatalog(IMAGES)
const fullest = findFullest(data)
await using server = await serveInChild(data)
const client = new Client(server.url)

async function ask(path: string): Promise<{ ms: number; bytes: Buffer }> {
  const started = performance.now()
  const { statusCode, body } = await client.request({ path, method: 'GET' })
  const bytes = Buffer.from(await body.arrayBuffer())
  if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${bytes.toString()}`)
  return { ms: performance.now() - started, bytes }
}

/** The years before 1000 are not those of any image, so that each run has a filter of its own with the same points. */
let year = 0
async function measure(path: string): Promise<{ times: number[]; bytes: Buffer }> {
  const times: number[] = []
  let bytes: Buffer = Buffer.alloc(0)
  for (let run = 0; run < RUNS; run++) {
    const answer = await ask(`${path}?year_min=${year++}`)
    times.push(answer.ms)
    bytes = answer.bytes
  }
  return { times, bytes }
}

console.log(`${IMAGES} images; lists ready after ${Math.round(server.readyMs)} ms`)
const row = startTable(
  'zoom',
  'georeferences',
  'features',
  'p50 ms',
  'p95 ms',
  'same filter again p50 ms',
  'gzip bytes',
)
let hasFailed = false
for (const [z, { x, y }] of fullest.entries()) {
  const path = `/api/v2/tiles/${z}/${x}/${y}.mvt`
  const { times, bytes } = await measure(path)
  const again: number[] = []
  // Neighboring tiles have the same filter as the last one, which a map asks for at once.
  for (let run = 0; run < RUNS; run++) {
    const neighbor = `/api/v2/tiles/${z}/${(x + run) % 2 ** z}/${y}.mvt?year_min=${year}`
    again.push((await ask(neighbor)).ms)
  }
  const features = decodeTile(bytes)
  const size = (await promisify(gzip)(bytes)).byteLength
  const limit = z < LOW_ZOOM.zooms ? LOW_ZOOM.ms : OTHER_MS
  const isOver = percentile(times, 0.5) > limit || size > MAX_BYTES
  hasFailed ||= isOver
  reportFigure(
    `fullest map tile of zoom ${z}, of ${IMAGES} images, median`,
    `${showMs(percentile(times, 0.5))} ms, ${size} bytes`,
    `at most ${limit} ms and ${MAX_BYTES} bytes`,
  )
  row(
    z,
    countOnTile(features, ['points', 'clusters']),
    features.length,
    showMs(percentile(times, 0.5)) + (isOver ? ' (!)' : ''),
    showMs(percentile(times, 0.95)),
    showMs(percentile(again, 0.5)),
    size,
  )
}
for (const path of ['/api/v2/images/years/']) {
  const { times } = await measure(path)
  row(path, '', '', showMs(percentile(times, 0.5)), showMs(percentile(times, 0.95)), '', '')
}
const { maxDelayMs, residentMb } = await server.health()
console.log(
  `event loop held ${showMs(maxDelayMs)} ms, resident ${Math.round(residentMb)} MB, load ${loadavg()[0]?.toFixed(1)}`,
)
await client.close()
if (chromiumPath !== undefined) await measureMaps()
if (hasFailed) exit(1)

async function measureMaps(): Promise<void> {
  const print = startTable('map of zoom', 'shown after p50 ms', 'p95 ms')
  await using chromium = await shareChromium()
  for (const zoom of [0, 4, 8, 12, 14]) {
    const times: number[] = []
    for (let run = 0; run < MAPS; run++) times.push(await showMap(chromium, zoom))
    const isOver = percentile(times, 0.5) > MAP_MS
    hasFailed ||= isOver
    reportFigure(
      `map of zoom ${zoom}, of ${IMAGES} images, until all is shown, median`,
      `${showMs(percentile(times, 0.5))} ms`,
      `at most ${MAP_MS} ms`,
    )
    print(
      zoom,
      showMs(percentile(times, 0.5)) + (isOver ? ' (!)' : ''),
      showMs(percentile(times, 0.95)),
    )
  }
}

/** Opens a map whose middle is that of the fullest tile. @returns milliseconds until all of it is shown */
async function showMap(chromium: Browser, zoom: number): Promise<number> {
  const { x, y } = fullest[zoom]!
  const [longitude, latitude] = toDegrees((x + 0.5) / 2 ** zoom, (y + 0.5) / 2 ** zoom)
  const page = await chromium.newPage({ viewport: { width: 1280, height: 720 } })
  const started = performance.now()
  await page.goto(`${server.url}/map/?map=${zoom}/${latitude}/${longitude}&year_min=${year++}`)
  await page.locator('.map-container.enhanced .map[data-shown]').waitFor()
  const taken = performance.now() - started
  await page.close()
  return taken
}

/** Converts a position on the square world of Mercator, from 0 to 1, to degrees. */
function toDegrees(x: number, y: number): [longitude: number, latitude: number] {
  return [x * 360 - 180, (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI]
}
