/**
 * The public pages of a large catalog: time of the HTML, made anew for each request and from the cache, and the largest
 * contentful paint in Chromium on a slow phone. `SCALE_IMAGES` sets the numbers of images, separated by commas (100000
 * by default); generated catalogs are kept for the next run. Their images have no files: `PAGES_DATA` names a data
 * directory with pictures instead, such as that of `catalog demo`. `SCALE_ONLY` selects pages by a part of their names.
 */

import { env } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'undici'
import { chromiumPath, shareChromium } from '../support/chromium.ts'
import { RICH } from '../support/generated-catalog/rows.ts'
import { openScaleCatalog } from './scale/catalog.ts'
import { serveInChild } from './scale/serve-child.ts'
import { percentile, reportFigure, showMs, startTable } from './support/table.ts'

const SIZES = (env.SCALE_IMAGES ?? '100000').split(',').map(Number)
const ONLY = env.SCALE_ONLY ?? ''
const DATA = env.PAGES_DATA
/** Of a generated catalog, and of the demonstration. */
const { image: IMAGE, contributor: CONTRIBUTOR } =
  DATA === undefined ? { image: RICH.image, contributor: 1 } : { image: 1, contributor: 133_742 }
const RUNS = 100
/** Half of the sitemaps that a client may request in a minute. */
const SITEMAP_RUNS = 30
const MAX_MS = 10_000
const PAINTS = 3

/** Limits in milliseconds. */
const P50_MS = 20
const P95_MS = 60
const LCP_MS = 1000

const PAGES = {
  home: '/?',
  images: '/images/?',
  'images of a source': '/images/?source=1',
  'images of some years': '/images/?year_min=1900&year_max=1910',
  image: `/${IMAGE}/?`,
  'embedded image': `/${IMAGE}/embed/?`,
  sources: '/sources/?',
  source: '/sources/1/?',
  collections: '/collections/?',
  collection: '/collections/1/?',
  subjects: '/subjects/?',
  'subjects by images': '/subjects/?ordering=-image_count',
  contributors: '/contributors/?',
  contributor: `/contributors/${CONTRIBUTOR}/?`,
  activity: '/activity/?',
  map: '/map/?',
  search: '/search/?q=ba',
  feed: '/feed.atom?',
  'index of sitemaps': '/sitemap.xml?',
  sitemap: '/sitemap-1.xml?',
} as const

/** Milliseconds of one response after the other, until its last byte. */
async function request(client: Client, path: (run: number) => string): Promise<number[]> {
  const taken: number[] = []
  const runs = path(0).startsWith('/sitemap-') ? SITEMAP_RUNS : RUNS
  const end = performance.now() + MAX_MS
  for (let run = 0; run < runs && performance.now() < end; run += 1) {
    const started = performance.now()
    const { statusCode, body } = await client.request({ method: 'GET', path: path(run) })
    await body.arrayBuffer()
    taken.push(performance.now() - started)
    if (statusCode !== 200) throw new Error(`${path(run)} responds with ${statusCode}.`)
  }
  return taken
}

/** Returns the median of the largest contentful paint: 1.6 Mbit/s, 150 ms, a quarter of the processor. */
async function paint(url: string): Promise<number> {
  const chromium = await shareChromium()
  const times: number[] = []
  for (let run = 0; run < PAINTS; run += 1) {
    const context = await chromium.newContext({ viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    const throughput = 1_600_000 / 8
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.goto(url, { waitUntil: 'load' })
    while (await page.evaluate(hasPendingPicture)) await sleep(50)
    times.push(await page.evaluate(readLargestPaint))
    await context.close()
  }
  return percentile(times, 0.5)
}

/** Runs in the page. Whether a picture in the window, which may be lazy, has not been loaded. Hidden ones never are. */
function hasPendingPicture(): boolean {
  return [...document.querySelectorAll('img')].some(
    (picture) =>
      !picture.complete &&
      picture.checkVisibility() &&
      picture.getBoundingClientRect().top < innerHeight,
  )
}

/** Runs in the page. */
function readLargestPaint(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    })
  })
}

interface Measured {
  name: string
  p50: number
  p95: number
  /** Largest contentful paint; 0 if it was not measured. */
  lcp: number
}

/** Reports the slowest page of each kind of time. */
function reportSlowest(title: string, pages: readonly Measured[]): void {
  const kinds = { p50: P50_MS, p95: P95_MS, ...(chromiumPath !== undefined && { lcp: LCP_MS }) }
  for (const [kind, limit] of Object.entries(kinds) as ['p50' | 'p95' | 'lcp', number][]) {
    const [slowest] = pages.toSorted((one, other) => other[kind] - one[kind])
    if (slowest === undefined) continue
    const time = `${showMs(slowest[kind])} ms, ${slowest.name}`
    reportFigure(`slowest page of ${title}, ${kind}`, time, `target ${limit} ms`)
  }
}

const mark = (ms: number, limit: number): string => showMs(ms) + (ms > limit ? ' (!)' : '')

async function measureCatalog(title: string, data: string): Promise<void> {
  await using server = await serveInChild(data)
  const client = new Client(server.url)
  console.log(`\n${title}`)
  const print = startTable('page', 'first', 'p50', 'p95', 'cached p50', 'loop held', 'LCP')
  const pages: Measured[] = []
  for (const [name, path] of Object.entries(PAGES).filter(([name]) => name.includes(ONLY))) {
    await server.health()
    // An unknown parameter, so that the response is not in the cache.
    const made = await request(client, (run) => `${path}&run=${run}`)
    const { maxDelayMs } = await server.health()
    const cached = await request(client, () => path)
    const isHtml = !/xml|atom/v.test(path)
    const [p50, p95] = [percentile(made, 0.5), percentile(made, 0.95)]
    const lcp = isHtml && chromiumPath !== undefined ? await paint(server.url + path) : 0
    pages.push({ name, p50, p95, lcp })
    print(
      name,
      showMs(made[0]!),
      mark(p50, P50_MS),
      mark(p95, P95_MS),
      showMs(percentile(cached, 0.5)),
      showMs(maxDelayMs),
      lcp > 0 ? mark(lcp, LCP_MS) : '',
    )
  }
  reportSlowest(title, pages)
  await client.close()
}

if (DATA !== undefined) await measureCatalog(DATA, DATA)
else for (const size of SIZES) await measureCatalog(`${size} images`, await openScaleCatalog(size))
if (chromiumPath !== undefined) await (await shareChromium()).close()
