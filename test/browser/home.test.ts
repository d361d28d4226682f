import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { browserIsMissing, shareChromium } from '../support/chromium.ts'
import { createSeed } from '../support/seed.ts'
import { startTestServer } from '../support/test-server.ts'

/** Widths of pictures that are 100 pixels high. */
const WIDTHS = [150, 70, 130, 240, 100, 60, 150, 150, 80]

describe.skipIf(browserIsMissing())('the home page', { timeout: 60_000 }, async () => {
  if (browserIsMissing()) return
  const server = await startTestServer()
  const context = await (await shareChromium()).newContext()
  const page = await context.newPage()
  afterAll(async () => {
    await context.close()
    await server[Symbol.asyncDispose]()
  })
  const seed = createSeed(server)
  await seed.setting('site_name', 'Historisches Bildarchiv der Verbandsgemeinde')
  const collection_id = await seed.collection()
  for (const [n, width] of WIDTHS.entries()) {
    const file = { generation: `w${width}`, file_version: 'file', file_type: 'image/jpeg' }
    const tiles = { tiles_generation: 't', tiles_of: 'file 0 none', tiles_width: width }
    await seed.image({ collection_id, created_at: n, ...file, ...tiles, tiles_height: 100 })
  }
  await context.route('**/derivatives/**', (route) => {
    const [, width] = /\/w(\d+)\//v.exec(route.request().url()) ?? []
    const body = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="100"/>`
    return route.fulfill({ contentType: 'image/svg+xml', body })
  })

  test.each([320, 390, 768, 1280])(
    'fills rows with whole pictures of the same height, %s pixels wide',
    async (width) => {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(server.baseUrl)
      const rows = await readRows(page)
      expect(rows.length).toBeGreaterThan(1)
      for (const { heights, right } of rows) {
        expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(1)
        expect(right).toBeCloseTo(rows[0]!.right, 0)
      }
      const ratios = rows.flatMap((row) => row.ratios)
      const whole = WIDTHS.toReversed().map((pixels) => pixels / 100)
      for (const [n, ratio] of ratios.entries()) expect(ratio).toBeCloseTo(whole[n]!, 1)
      expect(await isTooWide(page)).toBe(false)
    },
  )

  test('begins with one row of navigation and a picture on a phone, in every language', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const language of ['en', 'de', 'fr', 'es']) {
      await page.goto(`${server.baseUrl}/?lang=${language}`)
      const tops = await page
        .locator('.sections a')
        .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top))
      expect(new Set(tops).size).toBe(1)
      const picture = (await page.locator('.hero img').boundingBox())!
      expect(picture.y + picture.height / 2).toBeLessThan(844)
    }
  })
})

function isTooWide(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
}

/** Reads the rows of the gallery as they are seen: pictures with the same top are in one. */
function readRows(page: Page) {
  return page.locator('.gallery img').evaluateAll((pictures) => {
    const boxes = pictures.map((picture) => picture.getBoundingClientRect())
    const rows = Object.groupBy(boxes, ({ top }) => Math.round(top))
    return Object.values(rows).map((row = []) => ({
      heights: row.map(({ height }) => height),
      ratios: row.map(({ width, height }) => width / height),
      right: Math.max(...row.map(({ right }) => right)),
    }))
  })
}
