import { afterAll, describe, expect, test } from 'vitest'
import { findViolations } from '../support/axe.ts'
import { browserIsMissing, shareChromium } from '../support/chromium.ts'
import { createSeed } from '../support/seed.ts'
import { signIn } from '../support/sign-in.ts'
import { startTestServer } from '../support/test-server.ts'
import { addZoomableImage } from '../support/zoomable-image.ts'

const DESKTOP = { width: 1280, height: 720 }
const PHONE = { width: 390, height: 844 }

describe.skipIf(browserIsMissing())('the record in the editors', { timeout: 90_000 }, async () => {
  if (browserIsMissing()) return
  const stack = new AsyncDisposableStack()
  afterAll(() => stack.disposeAsync())
  const server = stack.use(await startTestServer())
  const seed = createSeed(server)
  const chromium = await shareChromium()
  await seed.staff('Ada')
  const collection_id = await seed.collection()
  const subject_id = await seed.subject({ title: 'Brooklyn Bridge' })

  async function openPage(viewport: typeof DESKTOP) {
    const context = await chromium.newContext({ viewport, reducedMotion: 'reduce' })
    stack.defer(() => context.close())
    const page = await context.newPage()
    await signIn(page, server.baseUrl, 'Ada')
    return page
  }

  const [desktop, phone] = [await openPage(DESKTOP), await openPage(PHONE)]
  const pages = ['georeference', 'check'].flatMap((path) => [
    [desktop, DESKTOP, path] as const,
    [phone, PHONE, path] as const,
  ])

  test.for([
    ['a long description', 'Fulton Street, south side. '.repeat(750)],
    ['many lines', 'Vine Street\n'.repeat(1600)],
    ['one long word', 'x'.repeat(20_000)],
    ['a short description', 'Fulton Street, south side, looking east.'],
  ])('keeps picture, map and buttons in place beside %s', async ([, description]) => {
    const values = { collection_id, description, original_date: 'ca. 1910 [?]' }
    const image = await addZoomableImage(server, values)
    await seed.tag(image, subject_id)
    await seed.point(image)
    for (const [page, viewport, path] of pages) {
      await page.goto(`${server.baseUrl}/${path}/?image=${image}`)
      await page.locator('.editor-map .enhanced').waitFor()
      const box = async (selector: string) => (await page.locator(selector).first().boundingBox())!
      for (const isOpen of [false, true]) {
        const summary = page.locator('.editor-record summary')
        if (isOpen && (await summary.count()) > 0) await summary.click()
        const [record, frame, map] = await Promise.all(
          ['.editor-record', '.editor-picture .frame', '.editor-map .map'].map(box),
        )
        expect(record!.y).toBeLessThan(frame!.y)
        expect(record!.y + record!.height).toBeLessThanOrEqual(frame!.y)
        expect(frame!.height).toBeGreaterThan(200)
        expect(frame!.y + frame!.height).toBeLessThan(viewport.height)
        if (viewport === DESKTOP) expect(map!.y + map!.height).toBeLessThan(720)
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
      expect(await findViolations(page)).toEqual([])
      await page.getByRole('link', { name: 'Brooklyn Bridge' }).waitFor()
    }
  })
})
