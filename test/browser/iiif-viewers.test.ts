import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { browserIsMissing, shareChromium } from '../support/chromium.ts'
import { largestDifference, QUARTERS, readQuarters } from '../support/pictures.ts'
import { startTestServer } from '../support/test-server.ts'
import { miradorIsMissing, startViewerSite } from '../support/viewer-site.ts'
import { addZoomableImage, findTileScale, PICTURE, recordPage } from '../support/zoomable-image.ts'

/** JPEG changes colors a little. */
const TOLERANCE = 12

/** Expects that the picture, as large as it fits into the element, shows the quarters of the original. */
async function expectQuarters(page: Page, selector: string): Promise<void> {
  const box = (await page.locator(selector).boundingBox())!
  const scale = Math.min(box.width / PICTURE.width, box.height / PICTURE.height)
  const [width, height] = [PICTURE.width * scale, PICTURE.height * scale]
  const clip = {
    x: box.x + (box.width - width) / 2,
    y: box.y + (box.height - height) / 2,
    width,
    height,
  }
  const { quarters } = await readQuarters(await page.screenshot({ clip }))
  expect(largestDifference(quarters, QUARTERS)).toBeLessThan(TOLERANCE)
}

/** Stores a screenshot in the folder that `CATALOG_SCREENSHOTS` names, if any. */
async function takeScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.CATALOG_SCREENSHOTS
  if (folder !== undefined) await page.screenshot({ path: `${folder}/viewer-${name}.png` })
}

describe.skipIf(browserIsMissing())('the image service opens in', { timeout: 60_000 }, async () => {
  if (browserIsMissing()) return
  const server = await startTestServer()
  const site = await startViewerSite()
  const chromium = await shareChromium()
  afterAll(async () => {
    await site[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
  })
  const image = await addZoomableImage(server)
  const { iiif_url } = await server.get(`/api/v2/images/${image}/`)

  /** Opens a page and records its requests, all of which must succeed and stay at these two servers. */
  async function open(address: string) {
    const page = await chromium.newPage({ viewport: { width: 1000, height: 750 } })
    const { requests, problems } = recordPage(page)
    await page.goto(address)
    return {
      page,
      close: async () => {
        expect(requests.filter((url) => findTileScale(url)).length).toBeGreaterThan(0)
        const known = [server.baseUrl, site.url, 'data:', 'blob:']
        expect(requests.filter((url) => !known.some((start) => url.startsWith(start)))).toEqual([])
        // Messages of the console are the viewer's own.
        expect(problems.filter((problem) => !problem.startsWith('console:'))).toEqual([])
        await page.close()
      },
    }
  }

  test('OpenSeadragon', async () => {
    const info = encodeURIComponent(`${iiif_url}info.json`)
    const { page, close } = await open(`${site.url}/openseadragon?open=${info}`)
    await page.waitForFunction(() => document.title === 'loaded')
    await expectQuarters(page, '#viewer')
    await takeScreenshot(page, 'openseadragon')
    await close()
  })

  test('OpenLayers, on the page of the image', async () => {
    const { page, close } = await open(`${server.baseUrl}/${image}/`)
    await page.locator('.enhanced').waitFor()
    await expectQuarters(page, '.viewer')
    await takeScreenshot(page, 'openlayers')
    await close()
  })

  test('OpenLayers, at the part of a content state', async () => {
    const part = `${server.baseUrl}/iiif/presentation/3/images/${image}/canvas/#xywh=800,0,800,600`
    const state = encodeURIComponent(part)
    const { page, close } = await open(`${server.baseUrl}/viewer/?iiif-content=${state}`)
    await page.locator('.enhanced').waitFor()
    const { x, y, width, height } = (await page.locator('.viewer').boundingBox())!
    const clip = { x: x + width / 4, y: y + height / 4, width: width / 2, height: height / 2 }
    const { quarters } = await readQuarters(await page.screenshot({ clip }))
    const green = QUARTERS.map(() => QUARTERS[1]!)
    expect(largestDifference(quarters, green)).toBeLessThan(TOLERANCE)
    await takeScreenshot(page, 'part')
    await page.getByRole('button', { name: 'Show the whole picture' }).click()
    await expect.poll(() => expectQuarters(page, '.viewer')).toBeUndefined()
    await close()
  })

  test.skipIf(miradorIsMissing)('Mirador, by the manifest', async () => {
    const manifest = `${server.baseUrl}/iiif/presentation/3/images/${image}/`
    const { page, close } = await open(`${site.url}/mirador?open=${encodeURIComponent(manifest)}`)
    await page.getByRole('heading', { name: 'Market square' }).first().waitFor()
    await page.locator('.openseadragon-canvas canvas').first().waitFor()
    await expect.poll(() => expectQuarters(page, '.openseadragon-canvas')).toBeUndefined()
    await takeScreenshot(page, 'mirador')
    await close()
  })

  test.skipIf(miradorIsMissing)('Mirador, by the link that is dragged into it', async () => {
    const source = await chromium.newPage()
    await source.goto(`${server.baseUrl}/${image}/`)
    const link = source.locator('.files a[href*="iiif-content"]')
    const dragged = await link.evaluate((element) => (element as HTMLAnchorElement).href)
    await source.close()
    const { page, close } = await open(`${site.url}/mirador`)
    const workspace = page.locator('.mirador-workspace-viewport')
    const dataTransfer = await page.evaluateHandle((address) => {
      const data = new DataTransfer()
      data.setData('text/uri-list', address)
      return data
    }, dragged)
    for (const type of ['dragenter', 'dragover', 'drop'])
      await workspace.dispatchEvent(type, { dataTransfer })
    await page.getByRole('heading', { name: 'Market square' }).first().waitFor()
    await expect.poll(() => expectQuarters(page, '.openseadragon-canvas')).toBeUndefined()
    await close()
  })
})
