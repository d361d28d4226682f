import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { getFirstDayOfYear, getLastDayOfYear } from '../../src/core/edtf/days.ts'
import { browserIsMissing, shareChromium } from '../support/chromium.ts'
import { createSeed } from '../support/seed.ts'
import { startTestServer } from '../support/test-server.ts'
import { recordPage } from '../support/zoomable-image.ts'

const SHOWN = '.map-container.enhanced .map[data-shown]'
const SAME_SPOT = { longitude: 7.6, latitude: 47.57 }

describe.skipIf(browserIsMissing())('the map', { timeout: 60_000 }, async () => {
  if (browserIsMissing()) return
  const server = await startTestServer()
  const chromium = await shareChromium()
  const context = await chromium.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const log = recordPage(page)
  afterAll(async () => {
    await context.close()
    await server[Symbol.asyncDispose]()
  })
  const seed = createSeed(server)
  const collection_id = await seed.collection()
  const year = (year: number) => ({
    fuzzy_from: getFirstDayOfYear(year),
    fuzzy_to: getLastDayOfYear(year),
  })
  const market = await seed.image({ collection_id, title: 'Market square', ...year(1895) })
  await seed.point(market, { longitude: 7.59, latitude: 47.56, direction: 90 })
  for (let n = 1; n <= 6; n++) {
    const image = await seed.image({ collection_id, title: `Mill ${n}`, ...year(1920 + n) })
    await seed.point(image, SAME_SPOT)
  }
  const above = await seed.image({ collection_id, title: 'Bird’s-eye view', from_above: 1 })
  const ring = [
    [7.58, 47.55],
    [7.6, 47.55],
    [7.6, 47.565],
    [7.58, 47.55],
  ]
  await seed.area(above, { polygon: JSON.stringify({ type: 'Polygon', coordinates: [ring] }) })

  const nested = await seed.collection()
  for (const [title, half] of [
    ['Town', 0.02],
    ['Block', 0.005],
  ] as const) {
    const image = await seed.image({ collection_id: nested, title, from_above: 1 })
    const [west, south, east, north] = [20 - half, 47 - half, 20 + half, 47 + half]
    const ring = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ]
    await seed.area(image, { polygon: JSON.stringify({ type: 'Polygon', coordinates: [ring] }) })
  }

  const open = async (query: string): Promise<void> => {
    await page.goto(`${server.baseUrl}/map/${query}`)
    await page.locator(SHOWN).waitFor()
  }
  const heading = () => page.locator('#in-view').textContent()
  const zoomOf = ({ searchParams }: URL) => Number(searchParams.get('map')!.split('/')[0])
  const zoom = () => zoomOf(new URL(page.url()))
  /** Clicks where the map shows a position; it is in the center. */
  const clickCenter = async (page: Page): Promise<void> => {
    const box = (await page.locator('.map').boundingBox())!
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  }

  test('finds an image by keyboard alone: moves the map, and opens the image from the list', async () => {
    await open('?map=17/47.56/7.59')
    await expect.poll(heading).toBe('2 images in view')
    await page.locator('.map').focus()
    for (let press = 0; press < 5; press++) await page.keyboard.press('-')
    await expect.poll(zoom).toBe(12)
    await expect.poll(heading).toBe('8 images in view')
    await expect.poll(() => page.getByRole('status').first().textContent()).toBe('8 images in view')
    for (let press = 0; press < 6; press++) await page.keyboard.press('ArrowUp')
    await expect.poll(heading).toBe('0 images in view')
    for (let press = 0; press < 6; press++) await page.keyboard.press('ArrowDown')
    await expect.poll(heading).toBe('8 images in view')
    await page.getByRole('link', { name: 'Market square' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(`${server.baseUrl}/${market}/`)
    await page.goBack()
    await page.locator(SHOWN).waitFor()
    expect(zoom()).toBe(12)
  })

  const strip = page.getByRole('region', { name: 'Pictures of this corner' })
  const position = () => strip.locator('header p').textContent()
  const chosen = () => strip.locator('[aria-current] .title').textContent()

  test('shows the pictures of a corner by date, and the chosen one again on the way back', async () => {
    await open('?map=16/47.57/7.6')
    await clickCenter(page)
    await expect.poll(position).toBe('1 of 6')
    expect(await strip.locator('.title').allTextContents()).toEqual(
      [1, 2, 3, 4, 5, 6].map((n) => `Mill ${n}`),
    )
    await strip.getByRole('button', { name: 'Next picture' }).click()
    await page.keyboard.press('ArrowRight')
    await expect.poll(position).toBe('3 of 6')
    await strip.getByRole('link', { name: 'Mill 3' }).click()
    await page.waitForURL(/\/\d+\/$/)
    await page.goBack()
    await expect.poll(position).toBe('3 of 6')
    expect(await chosen()).toBe('Mill 3')
    await expect.poll(() => page.locator('.in-view .chosen').textContent()).toContain('Mill 3')
    await strip.getByRole('link', { name: 'Mill 3' }).focus()
    await page.keyboard.press('Escape')
    await expect.poll(() => strip.isVisible()).toBe(false)
    expect(new URL(page.url()).searchParams.has('corner')).toBe(false)
  })

  test('shows the members of clusters, by keyboard too, and areas', async () => {
    await open('?map=5/47.56/7.59')
    await page.locator('.map').press('Enter')
    await expect.poll(position).toBe('1 of 8')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe(
      `${server.baseUrl}/${market}/`,
    )
    expect(await strip.locator('.title').last().textContent()).toBe('Bird’s-eye view')
    await open('?map=15/47.552/7.595')
    await clickCenter(page)
    await expect.poll(chosen).toBe('Bird’s-eye view')
  })

  test('chooses the smallest of areas first, and the next one with another click; and hides areas', async () => {
    await open('?map=14/47/20')
    for (const title of ['Block', 'Town', 'Block']) {
      await clickCenter(page)
      await expect.poll(chosen).toBe(title)
    }
    await page.getByLabel('Areas from above').uncheck()
    await clickCenter(page)
    await expect.poll(() => strip.isVisible()).toBe(false)
  })

  test('marks the picture of a place in the list, and the place of a picture on the map', async () => {
    await open('?map=15/47.565/7.595')
    await expect.poll(heading).toBe('8 images in view')
    const map = page.locator('.map')
    const before = await map.screenshot()
    const looksSame = async (): Promise<boolean> => {
      // The list may have been loaded again meanwhile.
      await page.getByRole('link', { name: 'Mill 4' }).focus()
      return before.equals(await map.screenshot())
    }
    await expect.poll(looksSame).toBe(false)
    await open('?map=17/47.56/7.59')
    await map.hover()
    await expect.poll(() => page.locator('.in-view .marked').textContent()).toContain('Market')
  })

  test('moves the map of a phone, so that the pictures do not cover their place', async () => {
    const phone = await context.newPage()
    await phone.setViewportSize({ width: 390, height: 760 })
    await phone.goto(`${server.baseUrl}/map/?map=16/47.56/7.59`)
    await phone.locator(SHOWN).waitFor()
    await clickCenter(phone)
    const latitude = () => Number(new URL(phone.url()).searchParams.get('map')!.split('/')[1])
    await expect.poll(latitude).toBeLessThan(47.5595)
    await phone.getByRole('status').filter({ hasText: '1 of 1: Market square' }).waitFor()
    expect(phone.url()).toMatch(/\bcorner=points\/[\d.,]+@14\/\d+&map=16\/[\d./]+$/)
    // Also if another page leads to the corner.
    const corner = new URL(phone.url()).searchParams.get('corner')
    await phone.goto(`${server.baseUrl}/map/?map=16/47.56/7.59&corner=${corner}`)
    await expect.poll(latitude).toBeLessThan(47.56)
    await phone.close()
  })

  test('leads from any spot to the pictures that show it, and from the middle by keyboard', async () => {
    const found = /\/search\/\?mode=in-view&lat=47\.5600\d&lon=7\.5949\d$/v
    await open('?map=17/47.56/7.59495')
    await page.getByRole('link', { name: 'What shows the middle of the map?' }).press('Enter')
    await page.waitForURL(found)
    await page.goBack()
    await page.locator(SHOWN).waitFor()
    const box = (await page.locator('.map').boundingBox())!
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    await page.mouse.click(middle.x, middle.y, { button: 'right' })
    await page.waitForURL(found)
    await page.goBack()
    await page.locator(SHOWN).waitFor()
    const devtools = await context.newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
    await touch('touchStart', [middle])
    await page.waitForURL(found)
    await touch('touchEnd', [])
  })

  test('zooms into a corner, and keeps the view when a filter is applied', async () => {
    await open('?map=5/47.56/7.59')
    await clickCenter(page)
    await strip.getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(zoom).toBe(7)
    await page.getByText('Filters', { exact: true }).click()
    await page.locator('select[name=from_above]').selectOption('true')
    await page.getByRole('button', { name: 'Show images' }).click()
    await page.waitForURL(/from_above=true/)
    await page.locator(SHOWN).waitFor()
    expect(zoom()).toBe(7)
    await expect.poll(heading).toBe('1 image in view')
  })

  test('chooses years with sliders by keyboard, and keeps them in the address', async () => {
    await open('?map=12/47.56/7.59')
    await expect.poll(heading).toBe('8 images in view')
    const lastYear = page.getByLabel('To year').and(page.locator('[type=range]'))
    await lastYear.fill('1900')
    await lastYear.press('ArrowLeft')
    await expect.poll(heading).toBe('1 image in view')
    expect(new URL(page.url()).searchParams.get('year_max')).toBe('1899')
    expect(await page.getByLabel('To year').and(page.locator('[type=text]')).inputValue()).toBe(
      '1899',
    )
    await page.locator('.chips a', { hasText: '1899' }).waitFor()
    await page.locator(SHOWN).waitFor()
    await page.reload()
    await page.locator(SHOWN).waitFor()
    await expect.poll(heading).toBe('1 image in view')
    await lastYear.press('End')
    await expect.poll(heading).toBe('8 images in view')
    await page.locator(SHOWN).waitFor()
    expect(new URL(page.url()).searchParams.has('year_max')).toBe(false)
  })

  test('previews images on the small map of a collection, and leads to the large map', async () => {
    await page.goto(`${server.baseUrl}/collections/${collection_id}/`)
    const map = page.locator('.map-container.enhanced .map[data-shown]')
    await map.waitFor()
    for (let press = 0; press < 3; press++)
      await page.getByRole('button', { name: 'Zoom in' }).click()
    await page.getByRole('button', { name: 'Show all images' }).click()
    await page.getByRole('link', { name: 'Open the map' }).click()
    await page.waitForURL(`${server.baseUrl}/map/?collection=${collection_id}*`)
    await expect.poll(heading).toBe('8 images in view')
  })

  test('requests nothing from other hosts, and reports no problem', () => {
    expect(log.requests.filter((url) => !url.startsWith(server.baseUrl))).toEqual([])
    const problems = log.problems.filter((problem) => !problem.includes('willReadFrequently'))
    expect(problems).toEqual([])
  })
})
