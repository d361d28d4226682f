import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { browserIsMissing, shareChromium } from '../support/chromium.ts'
import { createSeed } from '../support/seed.ts'
import { startTestServer } from '../support/test-server.ts'
import { recordPage } from '../support/zoomable-image.ts'

const IMAGES = 620

const countPictures = (page: Page) => page.locator('.pictures > li').count()
const scrollToEnd = (page: Page) =>
  page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))

describe.skipIf(browserIsMissing())('the list of images', { timeout: 60_000 }, async () => {
  if (browserIsMissing()) return
  const server = await startTestServer()
  const chromium = await shareChromium()
  const context = await chromium.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  afterAll(async () => {
    await context.close()
    await server[Symbol.asyncDispose]()
  })
  const seed = createSeed(server)
  const collection = await seed.collection()
  await seed.images(
    collection,
    Array.from({ length: IMAGES }, (_, n) => n + 1),
  )
  const address = `${server.baseUrl}/images/?collection=${collection}`

  test('appends the next pages while scrolling, announces them, and ends with a link', async () => {
    const { problems } = recordPage(page)
    await page.goto(address)
    expect(await countPictures(page)).toBe(60)
    await scrollToEnd(page)
    await expect.poll(() => page.url()).toBe(`${address}&page=2`)
    await expect.poll(() => page.getByRole('status').textContent()).toBe('61–120 of 620')
    const scrolled = async () => {
      await scrollToEnd(page)
      return countPictures(page)
    }
    await expect.poll(scrolled, { timeout: 20_000 }).toBe(540)
    const links = await page
      .locator('.pictures > li > a:not(.place)')
      .evaluateAll((all) => all.map((link) => Number(link.getAttribute('href')!.split('/').at(-2))))
    expect(links).toEqual(Array.from({ length: 540 }, (_, n) => IMAGES - n))
    expect(page.url()).toBe(`${address}&page=9`)
    // Pictures that load move the link below the pointer.
    await page.getByRole('link', { name: 'Next' }).press('Enter')
    await page.waitForURL(`${address}&page=10`)
    expect(await countPictures(page)).toBe(60)
    expect(problems).toEqual([])
  })

  test('Back leads to the picture that was opened, on a page that was appended', async () => {
    await page.goto(address)
    await scrollToEnd(page)
    await expect.poll(() => countPictures(page)).toBeGreaterThan(60)
    const picture = page.locator('.pictures > li:nth-child(90) > a:not(.place)')
    const opened = (await picture.getAttribute('href'))!
    await picture.click()
    await page.waitForURL(opened)
    await page.goBack()
    expect(page.url()).toBe(`${address}&page=2`)
    const focused = () =>
      page.evaluate(() => {
        const { y = -1 } = document.activeElement?.getBoundingClientRect() ?? {}
        return [(document.activeElement as HTMLAnchorElement).href, y > 0 && y < innerHeight]
      })
    await expect.poll(focused).toEqual([opened, true])
  })

  test('keeps the link to the next page if that cannot be loaded', async () => {
    await page.route('**/images/?*page=2', (route) => route.abort())
    await page.goto(address)
    const failed = page.waitForEvent('requestfailed')
    await scrollToEnd(page)
    await failed
    await page.unroute('**/images/?*page=2')
    expect([page.url(), await countPictures(page)]).toEqual([address, 60])
    await page.getByRole('link', { name: 'Next' }).click()
    await page.waitForURL(`${address}&page=2`)
  })

  test('filters and turns pages without scripts', async () => {
    const plain = await chromium.newContext({ javaScriptEnabled: false })
    const page = await plain.newPage()
    await page.goto(`${server.baseUrl}/images/`)
    await page.getByText('Filters', { exact: true }).click()
    await page.getByLabel('Collection').selectOption(String(collection))
    await page.getByRole('button', { name: 'Show images' }).click()
    await page.waitForURL(address)
    // Pictures that load move the link below the pointer.
    await page.getByRole('link', { name: 'Next' }).press('Enter')
    await page.waitForURL(`${address}&page=2`)
    await page.getByRole('link', { name: /^Remove the filter/v }).click()
    await page.waitForURL(`${server.baseUrl}/images/`)
    await plain.close()
  })
})
