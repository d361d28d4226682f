import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { browserIsMissing, shareChromium } from '../support/chromium.ts'
import { DEMO } from '../support/demo.ts'
import { createPmtilesFile } from '../support/pmtiles-file.ts'
import { createSeed } from '../support/seed.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { recordPage } from '../support/zoomable-image.ts'

const BLUE = { r: 40, g: 90, b: 200 }
const TILE = await sharp({ create: { width: 256, height: 256, channels: 3, background: BLUE } })
  .png()
  .toBuffer()

/** A server of tiles and of a style, which refuses requests without a referrer, as that of OpenStreetMap does. */
async function startMapServer(): Promise<AsyncDisposable & { origin: string }> {
  const server = createServer((request, response) => {
    const { referer, host } = request.headers
    response.setHeader('Access-Control-Allow-Origin', '*')
    if (!referer) return response.writeHead(403).end()
    if (request.url === '/style.json') return response.end(styleOf(`http://${host}`))
    return response.setHeader('Content-Type', 'image/png').end(TILE)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function styleOf(origin: string): string {
  const tiles = { type: 'raster', tiles: [`${origin}/{z}/{x}/{y}.png`], tileSize: 256 }
  const layers = [{ id: 'tiles', type: 'raster', source: 'tiles' }]
  return JSON.stringify({ version: 8, sources: { tiles }, layers })
}

/** The color in a corner of the map, where the basemap is. */
async function readCorner(map: Locator): Promise<{ r: number; g: number; b: number }> {
  const { data, info } = await sharp(await map.screenshot())
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (20 * info.width + info.width - 20) * info.channels
  return { r: data[at]!, g: data[at + 1]!, b: data[at + 2]! }
}

async function openMap(page: Page, server: TestServer, image: number): Promise<Locator> {
  await page.goto(`${server.baseUrl}/${image}/`)
  const map = page.locator('.map-container')
  await map.scrollIntoViewIfNeeded()
  await page.locator('.map-container.enhanced').waitFor()
  return map
}

describe.skipIf(browserIsMissing())('the small map of an image', { timeout: 60_000 }, async () => {
  if (browserIsMissing()) return
  const stack = new AsyncDisposableStack()
  const maps = stack.use(await startMapServer())
  const chromium = await shareChromium()
  const context = await chromium.newContext({ colorScheme: 'light' })
  stack.defer(() => context.close())
  const page = await context.newPage()
  afterAll(() => stack.disposeAsync())

  const addPlaced = (server: TestServer) => {
    const seed = createSeed(server)
    return seed.image().then(async (image) => {
      await seed.point(image, { latitude: 53.902, longitude: -1.903, direction: 90 })
      return image
    })
  }
  const server = stack.use(await startTestServer())
  const image = await addPlaced(server)

  test('shows a grid and a scale bar close up, and asks only this server', async () => {
    const { requests, problems } = recordPage(page)
    const map = await openMap(page, server, image)
    await map.getByRole('region', { name: 'Map of where the image was taken' }).focus()
    expect(await readCorner(map)).toEqual({ r: 243, g: 239, b: 231 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => readCorner(map)).toEqual({ r: 36, g: 33, b: 29 })
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await map.locator('.scale').textContent()).toMatch(/^\d+ m$/)
    expect(requests.filter((url) => !url.startsWith(`${server.baseUrl}/`))).toEqual([])
    expect(requests.filter((url) => url.includes('/world-'))).toEqual([])
    expect(problems).toEqual([])
  })

  test.each([320, 1440])(
    'shows the scale bar over the caption in a window of %d',
    async (width) => {
      await page.setViewportSize({ width, height: 800 })
      const map = await openMap(page, server, image)
      const bar = (await map.locator('.scale-inner').boundingBox())!
      const caption = (await map.locator('.map-texts p').first().boundingBox())!
      expect(bar.y + bar.height).toBeLessThan(caption.y)
    },
  )

  test('shows coarse coasts only from afar, where they are true', async () => {
    await page.goto(`${server.baseUrl}/map/?map=7/0/-30`)
    const map = page.locator('.map-container.enhanced')
    await expect.poll(() => readCorner(map)).toEqual({ r: 201, g: 219, b: 226 })
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(() => readCorner(map)).toEqual({ r: 243, g: 239, b: 231 })
  })

  test('shows the outline of a subject, and the cameras of its pictures', async () => {
    const seed = createSeed(server)
    const subject = await seed.subject({ slug: 'hall', title: 'Hall' })
    await seed.outline(subject, 'way/1')
    await seed.tag(image, subject)
    const { requests, problems } = recordPage(page)
    await page.goto(`${server.baseUrl}/subjects/hall/`)
    await page.locator('#subject-map.map-container.enhanced').waitFor()
    await page.getByRole('region', { name: 'Map of Hall' }).focus()
    expect(requests.filter((url) => url.endsWith('/geometry/'))).toHaveLength(1)
    await page.locator('#subject-map .map[data-shown]').waitFor()
    expect(requests.filter((url) => url.endsWith(`.mvt?subject=${subject}`))).not.toEqual([])
    const link = page.getByRole('link', { name: 'Open the map' })
    expect(await link.getAttribute('href')).toBe(`${server.baseUrl}/map/?subject=${subject}`)
    expect(problems).toEqual([])
  })

  test('has the coordinates without scripts', async () => {
    const plain = await chromium.newContext({ javaScriptEnabled: false })
    const page = await plain.newPage()
    await page.goto(`${server.baseUrl}/${image}/`)
    const link = page
      .locator('.map-container')
      .getByRole('link', { name: '53.90200° N, 1.90300° W' })
    expect(await link.getAttribute('href')).toMatch(/openstreetmap.*\/53\.90200\/-1\.90300$/v)
    expect((await page.locator('.map-container').boundingBox())!.height).toBeLessThan(80)
    await plain.close()
  })

  test('shows the map of the demonstration and pictures of a PMTiles file', async () => {
    const { requests, problems } = recordPage(page)
    await cp(join(DEMO, 'basemap.geojson'), join(server.data, 'basemap.geojson'))
    await openMap(page, server, image)
    expect(requests.some((url) => url.includes('/basemap.geojson?v='))).toBe(true)
    await writeFile(join(server.data, 'basemap.pmtiles'), createPmtilesFile(TILE))
    const map = await openMap(page, server, image)
    await expect.poll(() => readCorner(map)).toEqual(BLUE)
    expect(problems).toEqual([])
  })

  test.each(['{z}/{x}/{y}.png', 'style.json'])('shows %s of another host', async (path) => {
    const flags = { basemapUrl: `${maps.origin}/${path}`, basemapAttribution: 'Us' }
    await using server = await startTestServer(flags)
    const { problems } = recordPage(page)
    const map = await openMap(page, server, await addPlaced(server))
    await expect.poll(() => readCorner(map)).toEqual(BLUE)
    expect(problems).toEqual([])
  })
})
