/**
 * A visitor who does not know the site looks for pictures of a city: all pictures of a corner by time, what shows a
 * building, old pictures on a street named in words, and the neighbors of a picture. Counts clicks, keys and seconds, and
 * fails if a way ends elsewhere. `WALK_RECORDS` names a file of JSON lines of an archive of New York, with `id`, `title`,
 * `date`, `text`, `lat`, `lon` and `topics`. `WALK_SHOTS` names a folder for screenshots of each page at
 * three widths, light and dark, and without scripts. `WALK_DATA` names a data directory to keep for the next run.
 */

import { existsSync } from 'node:fs'
import { mkdir, mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { openCatalog } from '../../src/core/catalog/open-catalog.ts'
import { loadConfig } from '../../src/core/config/config.ts'
import { loadDump } from '../../src/core/dump/load.ts'
import { drainQueue } from '../../src/core/jobs/drain-queue.ts'
import { serveInChild } from '../bench/scale/serve-child.ts'
import { startTable } from '../bench/support/table.ts'
import { shareChromium } from '../support/chromium.ts'
import { readCityRecords, writeCityDump, type Landmark } from '../support/city-dump.ts'
import { endCampaign } from '../support/soak.ts'

const IMAGES = 1500
const FLATIRON: Landmark = {
  title: 'Flatiron Building',
  pattern: /flatiron/i,
  ring: [
    [-73.9897, 40.74139],
    [-73.98993, 40.74081],
    [-73.98932, 40.74082],
    [-73.98959, 40.74139],
    [-73.9897, 40.74139],
  ],
}
/** Records that are always among the images: of the landmark, and the rare old ones. */
const WANTED = /flatiron|\b1[5-8]\d\d\b/i
/** Fifth Avenue at 42nd Street: longitude and latitude. */
const CORNER = [-73.980879, 40.753481] as const
const CORNER_ZOOM = 16
const MAX_TILE_ZOOM = 14

const STRIP = '.map-card.corner li[aria-current="true"] a'
const LIST = '[data-in-view]:not([aria-busy]) h2'
const MAP = '.map-container.enhanced .map[data-shown]'

interface Visitor {
  page: Page
  click: (selector: string) => Promise<void>
  /** Searches for a text in the box of the page. */
  search: (text: string) => Promise<void>
  /** Turns the wheel over a position until the map is that close. */
  zoomTo: (zoom: number, position: Position) => Promise<void>
  clickAt: (position: Position) => Promise<void>
}

type Position = readonly [longitude: number, latitude: number]

/** A way through the site, and what is shown at its end. */
interface Way {
  from: string
  go: (visitor: Visitor) => Promise<void>
  end: string
}

const WAYS: Record<string, Way> = {
  'all pictures of a corner by time, on the map': {
    from: '/',
    async go({ click, zoomTo, clickAt }) {
      await click('header nav a:has-text("Map")')
      await zoomTo(CORNER_ZOOM, CORNER)
      await clickAt(CORNER)
    },
    end: STRIP,
  },
  'all pictures of a corner by time, in words': {
    from: '/',
    async go({ search, click }) {
      await search('5th Ave 42nd St')
      await click('.pictures a')
      await click('.place .buttons a')
    },
    end: STRIP,
  },
  'what shows the Flatiron': {
    from: '/',
    async go({ search, click }) {
      await search('flatiron')
      await click('a:has-text("Flatiron Building")')
      await click('main a[href*="mode=in-view"]')
    },
    end: '.pictures[aria-labelledby="results"]',
  },
  'pictures before 1900 on a street': {
    from: '/',
    go: ({ search }) => search('Broadway before 1900'),
    end: '.pictures[aria-labelledby="results"]',
  },
  'from a picture to its neighbors on the map': {
    from: '/1/',
    go: ({ click }) => click('.place .buttons a'),
    end: STRIP,
  },
}

/** A page to photograph when a part of it is shown. */
interface Shot {
  path: string
  part?: string
}

const SHOTS: Record<string, Shot> = {
  home: { path: '/', part: MAP },
  search: { path: '/search/?q=flatiron' },
  'search-before-1900': { path: '/search/?q=Broadway+before+1900' },
  'search-nothing': { path: '/search/?q=zzyzx' },
  'in-view': {
    path: '/search/?mode=in-view&q=40.74110,-73.98964',
    part: '.map-container.enhanced',
  },
  subject: { path: '/subjects/subject-1/', part: MAP },
  subjects: { path: '/subjects/?ordering=-image_count' },
  image: { path: '/1/' },
  images: { path: '/images/?year_min=1900&year_max=1919' },
  collection: { path: '/collections/1/', part: MAP },
  map: { path: '/map/', part: LIST },
  'map-close': { path: `/map/?map=${CORNER_ZOOM}/${CORNER[1]}/${CORNER[0]}`, part: LIST },
  'map-corner': {
    path: '/map/?map=17/40.74155/-73.98960&corner=points/-73.9899,40.7413,-73.9893,40.7418/2',
    part: STRIP,
  },
  'map-pictures': { path: '/map/pictures/?in_bbox=-73.99,40.75,-73.97,40.76' },
  editor: { path: '/georeference/?image=10' },
}

const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
]
const COLOR_SCHEMES = ['light', 'dark'] as const

const failures: string[] = []
const { WALK_RECORDS: records, WALK_SHOTS: shots } = env

if (records === undefined) console.log('Left out: WALK_RECORDS names no file of records.')
else {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-walk-'))
  const data = env.WALK_DATA ?? join(folder.path, 'data')
  if (!existsSync(join(data, 'catalog.sqlite'))) await prepare(records, folder.path, data)
  await using server = await serveInChild(data)
  const figures = await walk(server.url)
  if (shots !== undefined) await takeShots(server.url, shots)
  await (await shareChromium()).close()
  for (const failure of failures) console.log(`✗ ${failure}`)
  endCampaign({ size: `${IMAGES} images`, failures: failures.length, figures })
}

/** Loads the records, and makes their pictures. */
async function prepare(file: string, folder: string, data: string): Promise<void> {
  const dump = join(folder, 'dump')
  await writeCityDump(dump, await readCityRecords(file, IMAGES, WANTED), FLATIRON)
  const { config, secrets } = loadConfig({ flags: { data } })
  await using catalog = await openCatalog(config, secrets)
  await loadDump(catalog, dump, { acceptStaff: false })
  await drainQueue(catalog, new AbortController().signal)
}

async function walk(url: string): Promise<Record<string, string>> {
  const print = startTable('way', 'clicks', 'keys', 'seconds')
  const figures: Record<string, string> = {}
  for (const [name, { from, go, end }] of Object.entries(WAYS)) {
    await using context = await openContext({ viewport: WINDOWS[0] ?? null })
    const page = await context.newPage()
    const counts = { clicks: 0, keys: 0 }
    await page.goto(url + from)
    const began = performance.now()
    try {
      await go(createVisitor(page, counts))
      await page.locator(end).first().waitFor()
    } catch (error) {
      failures.push(`${name}: ${(error as Error).message}`)
    }
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    print(name, counts.clicks, counts.keys, seconds)
    figures[name.replaceAll(' ', '_')] = `${counts.clicks} clicks ${seconds} s`
  }
  return figures
}

async function openContext(options: BrowserContextOptions) {
  const context = await (
    await shareChromium()
  ).newContext({
    ...options,
    reducedMotion: 'reduce',
    bypassCSP: true,
  })
  context.setDefaultTimeout(20_000)
  return context
}

function createVisitor(page: Page, counts: { clicks: number; keys: number }): Visitor {
  const find = async (position: Position) => {
    const box = await page.locator('.map').boundingBox()
    if (!box) throw new Error('The page has no map.')
    const [zoom, x, y] = findOnMap(page.url(), position)
    return { zoom, x: box.x + box.width / 2 + x, y: box.y + box.height / 2 + y }
  }
  return {
    page,
    async click(selector) {
      counts.clicks += 1
      await page.locator(selector).first().click()
    },
    async search(text) {
      counts.clicks += 1
      await page.locator('main input[name=q]').click()
      counts.keys += text.length + 1
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/search\//)
    },
    async zoomTo(zoom, position) {
      await page.locator(MAP).waitFor()
      await page.waitForURL(/map=/)
      for (;;) {
        const at = await find(position)
        if (at.zoom >= zoom) return
        const before = page.url()
        counts.clicks += 1
        await page.mouse.move(at.x, at.y)
        await page.mouse.wheel(0, -240)
        await page.waitForURL((url) => url.href !== before)
      }
    },
    async clickAt(position) {
      const { zoom, x, y } = await find(position)
      // Tiles are as wide as two of the levels of the map.
      const level = Math.min(MAX_TILE_ZOOM, Math.round(zoom) - 1)
      await page.locator(`.map[data-shown="${level}"]`).waitFor()
      counts.clicks += 1
      await page.mouse.click(x, y)
    },
  }
}

/** Finds a position on the map of an address, in pixels from its middle, and the zoom level. */
function findOnMap(url: string, [longitude, latitude]: Position): [number, number, number] {
  const view = new URL(url).searchParams.get('map') ?? ''
  const [zoom = 0, middle = 0, center = 0] = view.split('/').map(Number)
  const pixels = (256 * 2 ** zoom) / (2 * Math.PI)
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const toY = (degrees: number) => Math.log(Math.tan(Math.PI / 4 + radians(degrees) / 2))
  return [zoom, radians(longitude - center) * pixels, (toY(middle) - toY(latitude)) * pixels]
}

async function takeShots(url: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const viewport of WINDOWS)
    for (const colorScheme of COLOR_SCHEMES)
      await takeShotsIn(
        url,
        { folder, name: `${viewport.width}-${colorScheme}` },
        { viewport, colorScheme },
      )
  for (const viewport of WINDOWS)
    await takeShotsIn(
      url,
      { folder, name: `${viewport.width}-no-scripts` },
      { viewport, javaScriptEnabled: false },
    )
}

async function takeShotsIn(
  url: string,
  { folder, name }: { folder: string; name: string },
  options: BrowserContextOptions,
): Promise<void> {
  await using context = await openContext(options)
  const page = await context.newPage()
  const { WALK_ONLY: only = '' } = env
  for (const [shot, { path, part }] of Object.entries(SHOTS).filter(([shot]) =>
    shot.includes(only),
  )) {
    await page.goto(url + path, { waitUntil: 'load' })
    if (options.javaScriptEnabled !== false) {
      // Maps begin when they come near the window.
      await page.evaluate(loadWholePage)
      await page
        .locator(part ?? 'h1')
        .first()
        .waitFor()
        .catch((error: Error) => failures.push(`${shot}: ${error.message}`))
      await page.addStyleTag({ content: '* { content-visibility: visible !important }' })
      await page.evaluate(loadWholePage)
    }
    await page.screenshot({ path: join(folder, `${shot}-${name}.png`), fullPage: true })
  }
}

/** Runs in the page: shows what comes near the window, from the top to the bottom, and waits for all pictures. */
async function loadWholePage(): Promise<void> {
  for (let top = 0; top < document.body.scrollHeight; top += innerHeight) {
    scrollTo(0, top)
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  scrollTo(0, 0)
  const pictures = [...document.querySelectorAll('img')].filter(({ complete }) => !complete)
  await Promise.all(
    pictures.map(
      (picture) =>
        new Promise((resolve) => {
          for (const event of ['load', 'error']) picture.addEventListener(event, resolve)
          picture.loading = 'eager'
        }),
    ),
  )
}
