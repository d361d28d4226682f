import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { browserIsMissing, shareChromium } from '../support/chromium.ts'
import { createPmtilesFile } from '../support/pmtiles-file.ts'
import { fourColors, largestDifference, QUARTERS, readQuarters } from '../support/pictures.ts'
import { createSeed } from '../support/seed.ts'
import { startTestServer } from '../support/test-server.ts'
import { recordPage } from '../support/zoomable-image.ts'

const BLUE = { r: 0, g: 0, b: 250 }
const RED = { r: 250, g: 0, b: 0 }
const LAND = { r: 243, g: 239, b: 231 }
const tileOf = (background: typeof BLUE) =>
  sharp({ create: { width: 256, height: 256, channels: 3, background } })
    .png()
    .toBuffer()

const PICTURE = { width: 1600, height: 1200 }

/** A server of blue tiles, and of a picture in four colors with a IIIF service. */
async function startMapServer() {
  const tile = await tileOf(BLUE)
  const picture = await fourColors(PICTURE.width, PICTURE.height).png().toBuffer()
  const server = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*')
    const [, part] = request.url!.split('/picture/')
    if (part === 'info.json') return response.end(describePicture(`http://${request.headers.host}`))
    const sent = part === undefined ? Promise.resolve(tile) : cut(picture, part)
    void sent.then((bytes) => response.setHeader('Content-Type', 'image/png').end(bytes))
    return response
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

function describePicture(origin: string): string {
  return JSON.stringify({
    '@context': 'http://iiif.io/api/image/3/context.json',
    id: `${origin}/picture`,
    type: 'ImageService3',
    profile: 'level2',
    ...PICTURE,
    tiles: [{ width: 512, scaleFactors: [1, 2, 4] }],
  })
}

/** @param part region and size of the IIIF Image API: `0,0,512,512/256,256/…` */
function cut(picture: Buffer, part: string): Promise<Buffer> {
  const whole = `0,0,${PICTURE.width},${PICTURE.height}`
  const numbers = part.replace('full', whole).split(/[,/]/).map(Number)
  const [left = 0, top = 0, width = 0, height = 0, newWidth] = numbers
  return sharp(picture).extract({ left, top, width, height }).resize(newWidth).png().toBuffer()
}

/** The color at the right edge of the map. */
async function readEdge(page: Page) {
  const map = page.locator('.map-container')
  const { data, info } = await sharp(await map.screenshot())
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (Math.round(info.height / 3) * info.width + info.width - 20) * info.channels
  return { r: data[at]!, g: data[at + 1]!, b: data[at + 2]! }
}

/**
 * A georeference of a picture, turned clockwise by 90 degrees around 53.9, -1.9, without its lower right quarter.
 */
function annotate(service: string): object {
  const { width, height } = PICTURE
  const polygon = [[0, 0], [width, 0], [width, height / 2], [width / 2, height / 2], [width / 2, height], [0, height]] // prettier-ignore
  const svg = `<svg width="${width}" height="${height}"><polygon points="${polygon.join(' ')}" /></svg>`
  const features = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ].map(([x = 0, y = 0]) => ({
    type: 'Feature',
    properties: { resourceCoords: [x, y] },
    geometry: {
      type: 'Point',
      coordinates: [-1.9 - (y - height / 2) / 3000, 53.9 - (x - width / 2) / 5000],
    },
  }))
  const source = { id: service, type: 'ImageService3', width, height }
  const target = { type: 'SpecificResource', source, selector: { type: 'SvgSelector', value: svg } }
  const body = { type: 'FeatureCollection', transformation: { type: 'thinPlateSpline' }, features }
  return { type: 'Annotation', motivation: 'georeferencing', target, body }
}

describe.skipIf(browserIsMissing())('layers of maps', { timeout: 60_000 }, async () => {
  if (browserIsMissing()) return
  const stack = new AsyncDisposableStack()
  afterAll(() => stack.disposeAsync())
  const tiles = stack.use(await startMapServer())
  const layer = JSON.stringify([
    {
      title: { en: 'Plan <b>', de: 'Stadtplan' },
      url: `${tiles.origin}/{TileMatrix}/{TileRow}/{TileCol}.png`,
      years: '1891/1912',
      bounds: [-2, 53.8, -1.8, 54],
      credit: '[Library](https://library.example/) & <Friends>',
      opacity: 1,
    },
    { title: 'Survey', url: 'survey.pmtiles', credit: 'Us' },
    {
      title: 'Fiji',
      url: `${tiles.origin}/{z}/{x}/{y}.png`,
      bounds: [177, -19, -179, -16],
      credit: 'Us',
      opacity: 1,
    },
    {
      title: 'Quarters',
      url: 'quarters.json',
      bounds: [-2.2, 53.7, -1.6, 54.1],
      credit: 'Us',
      hosts: [tiles.origin],
    },
    { title: 'Unbounded', url: 'quarters.json', credit: 'Us', hosts: [tiles.origin] },
  ])
  const server = stack.use(await startTestServer({ layer }))
  await writeFile(join(server.data, 'survey.pmtiles'), createPmtilesFile(await tileOf(RED)))
  const annotation = JSON.stringify(annotate(`${tiles.origin}/picture`))
  await writeFile(join(server.data, 'quarters.json'), annotation)
  const seed = createSeed(server)
  const image = await seed.image()
  await seed.point(image, { latitude: 53.902, longitude: -1.903 })
  const context = await (
    await shareChromium()
  ).newContext({
    colorScheme: 'light',
    permissions: ['geolocation'],
    geolocation: { latitude: 53.95, longitude: -1.85 },
  })
  stack.defer(() => context.close())
  const page = await context.newPage()
  const { requests, problems } = recordPage(page)
  const foreign = () => requests.filter((url) => url.startsWith(tiles.origin))

  const open = async (path: string) => {
    await page.goto(`${server.baseUrl}${path}`)
    await page.locator('.map-container').scrollIntoViewIfNeeded()
    await page.locator('.map-container.enhanced').waitFor()
  }
  const select = () => page.getByLabel('Layer')
  const findTop = async (part: string) => (await page.locator(part).boundingBox())?.y

  test('lie over the map of the catalog, with their years and credit, and stay in the address', async () => {
    await open('/map/?map=13/53.902/-1.903')
    expect(foreign()).toEqual([])
    await select().selectOption('Plan <b> (1891–1912)')
    await expect.poll(() => readEdge(page)).toEqual(BLUE)
    expect(await page.locator('.map-credit').innerText()).toContain('· Library & <Friends>')
    const opacity = page.getByRole('slider', { name: 'Opacity' })
    await opacity.press('Home')
    await expect.poll(() => readEdge(page)).toEqual(LAND)
    await expect.poll(() => page.url()).toContain('layer=plan-b/0')
    await opacity.press('End')
    await page.reload()
    await expect.poll(() => readEdge(page)).toEqual(BLUE)
    await select().selectOption('Survey')
    await expect.poll(() => readEdge(page)).not.toEqual(BLUE)
    await page.getByRole('slider', { name: 'Opacity' }).press('End')
    await expect.poll(() => readEdge(page)).toEqual(RED)
    expect(await page.locator('.map-credit').innerText()).toMatch(/· Us$/v)
    expect(problems).toEqual([])
  })

  test('ask for nothing outside of their bounds, and lead there', async () => {
    await open('/map/?map=13/10/10&layer=plan-b/100')
    await page.getByText('This layer does not cover what the map shows.').waitFor()
    const before = foreign().length
    await page.getByRole('button', { name: 'Show it' }).click()
    await expect.poll(() => foreign().length).toBeGreaterThan(before)
    expect(await page.getByText('This layer does not cover what the map shows.').isVisible()).toBe(
      false,
    )
  })

  test('lead to a georeferenced picture whose bounds are not given', async () => {
    await open('/map/?map=13/10/10&layer=unbounded/100')
    const outside = page.getByText('This layer does not cover what the map shows.')
    await outside.waitFor()
    await page.getByRole('button', { name: 'Show it' }).click()
    await expect.poll(() => outside.isVisible()).toBe(false)
    await expect.poll(() => page.url()).toMatch(/map=[\d.]+\/53\.\d+\/-1\.\d+/v)
  })

  test('are shown on both sides of the antimeridian', async () => {
    for (const longitude of [-179.5, 179.5, 178]) {
      await open(`/map/?map=11/-17.5/${longitude}&layer=fiji/100`)
      await expect.poll(() => readEdge(page)).toEqual(BLUE)
      const outside = page.getByText('This layer does not cover what the map shows.')
      expect(await outside.isVisible()).toBe(false)
    }
  })

  test('show a georeferenced picture where it lies, turned, and only the part that is a map', async () => {
    await open('/map/?map=13/53.9/-1.9&layer=quarters/100')
    const [red, green, blue] = QUARTERS
    const meant = [blue!, red!, Object.values(LAND) as [number, number, number], green!]
    const difference = async () =>
      largestDifference(
        (await readQuarters(await page.locator('.map-container').screenshot())).quarters,
        meant,
      )
    await expect.poll(difference).toBeLessThan(24)
    // In the next world, to which users come by dragging.
    await open('/map/?map=13/53.9/358.1&layer=quarters/100')
    await page.getByText('This layer does not cover what the map shows.').waitFor()
    expect(problems).toEqual([])
  })

  test('are remembered by the other maps, also in other languages', async () => {
    await open('/map/?layer=plan-b/100')
    await open(`/${image}/?lang=de`)
    await expect.poll(() => readEdge(page)).toEqual(BLUE)
    const chosen = page.getByLabel('Kartenebene')
    expect(await chosen.locator('option:checked').innerText()).toBe('Stadtplan (1891–1912)')
    await page.emulateMedia({ media: 'print' })
    expect(await readEdge(page)).toEqual(BLUE)
    expect(await page.locator('.map-credit').innerText()).toContain('· Library & <Friends>')
    // No empty cell, in which the fields would be, moves the map below the facts.
    const [facts, map] = await Promise.all(['.facts', '.map-container'].map(findTop))
    expect(facts).toBe(map)
    await page.emulateMedia({ media: null })
    await open(`/georeference/?image=${image}`)
    await expect.poll(() => readEdge(page)).toEqual(BLUE)
    expect(problems).toEqual([])
  })

  test('show where the device is, after a click only', async () => {
    await open('/map/?lang=en&map=13/53.902/-1.903')
    await page.getByRole('button', { name: 'Where I am' }).click()
    await expect.poll(() => page.url()).toMatch(/map=16\/53.95\d*\/-1.85/v)
    await context.clearPermissions()
    await page.getByRole('button', { name: 'Where I am' }).click()
    await page.getByText('Your position is not available.').waitFor()
  })
})
