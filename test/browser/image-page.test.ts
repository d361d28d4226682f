import { readFile } from 'node:fs/promises'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { browserIsMissing, shareChromium } from '../support/chromium.ts'
import { createSeed } from '../support/seed.ts'
import { startTestServer } from '../support/test-server.ts'
import { addZoomableImage, findTileScale, recordPage } from '../support/zoomable-image.ts'

const axe = await readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const PHONE = { width: 390, height: 844 }
const HOSTILE = '</h1><script>alert(1)</script><img src=x onerror=alert(2)> \u202eevil'

async function findViolations(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<AxeResults> } }
    const { violations } = await axe.run()
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) found.push(`${scrollWidth - clientWidth} pixels too wide`)
    for (const button of document.querySelectorAll('button')) {
      const { width, height } = button.getBoundingClientRect()
      if (Math.min(width, height) < 44) found.push(`too small: ${button.outerHTML}`)
    }
    return found
  })
}

/** Waits for a tile in which one pixel shows so many pixels of the picture. */
function waitForTile(page: Page, scale: number) {
  return page.waitForResponse((response) => findTileScale(response.url()) === scale)
}

/** Swipes up over the viewer. */
async function swipe(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0))
  const { x, y, width, height } = (await page.locator('.viewer').boundingBox())!
  const session = await page.context().newCDPSession(page)
  const touch = (type: string, ...touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints } as never)
  const [middle, bottom] = [x + width / 2, y + height - 10]
  await touch('touchStart', { x: middle, y: bottom })
  for (let moved = 30; moved <= 150; moved += 30)
    await touch('touchMove', { x: middle, y: bottom - moved })
  await touch('touchEnd')
  await session.detach()
}

describe.skipIf(browserIsMissing())('the page of an image', { timeout: 60_000 }, async () => {
  if (browserIsMissing()) return
  const server = await startTestServer()
  const chromium = await shareChromium()
  // Opening a context and a page takes longer than most tests.
  const context = await chromium.newContext()
  const page = await context.newPage()
  afterAll(async () => {
    await context.close()
    await server[Symbol.asyncDispose]()
  })
  const image = await addZoomableImage(server, { description: 'Looking east.' })
  const address = `${server.baseUrl}/${image}/`
  const seed = createSeed(server)
  const point = await seed.point(image, { direction: 90, confidence_notes: 'By the tower.' })
  await seed.validation({ image, point }, { validation: 'incorrect', notes: 'Too far east.' })
  await seed.comment(image, { text: 'See #1 and https://archive.example/' })
  await seed.tag(image, await seed.subject({ title: 'Town hall' }))

  // The first test, so that no file is in the cache.
  test('moves nothing while it loads', async () => {
    await page.goto(address)
    await page.locator('.frame.enhanced').waitFor()
    const shifts = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const observer = new PerformanceObserver((list) => resolve(list.getEntries().length))
          observer.observe({ type: 'layout-shift', buffered: true })
          setTimeout(() => resolve(0), 100)
        }),
    )
    expect(shifts).toBe(0)
  })

  test('reads without scripts', async () => {
    const context = await chromium.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    const { problems } = recordPage(page)
    await page.goto(address)
    await page.getByRole('heading', { name: 'Market square' }).waitFor()
    await page.getByText('Looking east.').waitFor()
    expect(problems).toEqual([])
    await page.getByRole('img', { name: 'Market square' }).click()
    await page.waitForURL(/display\.jpg$/)
    await context.close()
  })

  test.for([
    { scripts: true, file: 'thumbnail.jpg' },
    { scripts: false, file: 'display.jpg' },
  ])('begins on a phone with $file if scripts run: $scripts', async ({ scripts, file }) => {
    const context = await chromium.newContext({ javaScriptEnabled: scripts, viewport: PHONE })
    const page = await context.newPage()
    const { requests } = recordPage(page)
    await page.goto(address)
    const pictures = requests.filter((url) => url.includes(`/derivatives/${image}/`))
    expect(pictures.map((url) => url.replace(/^.*\//v, ''))).toEqual([file])
    await context.close()
  })

  test('zooms by button and by keyboard, and asks only this server', async () => {
    await page.setViewportSize(PHONE)
    // Ends the requests of the page before.
    await page.goto('about:blank')
    const { requests, problems } = recordPage(page)
    await page.goto(address)
    await page.locator('.frame.enhanced').waitFor()
    const scales = requests.flatMap((url) => findTileScale(url) ?? [])
    expect(Math.min(...scales)).toBe(4)
    const viewer = page.getByRole('region', { name: 'Zoomable picture: Market square' })
    const zoomIn = viewer.getByRole('button', { name: 'Zoom in' })
    await Promise.all([waitForTile(page, 2), zoomIn.click()])
    await viewer.focus()
    await Promise.all([waitForTile(page, 1), page.keyboard.press('+')])
    expect(requests.filter((url) => !url.startsWith(`${server.baseUrl}/`))).toEqual([])
    expect(problems).toEqual([])
  })

  test('lets a finger scroll the page until the picture is zoomed', async () => {
    const viewport = { ...PHONE, height: 500 }
    const options = { viewport, hasTouch: true, isMobile: true, reducedMotion: 'reduce' } as const
    const context = await chromium.newContext(options)
    const page = await context.newPage()
    await page.goto(address)
    await page.locator('.frame.enhanced').waitFor()
    const findScroll = () => page.evaluate(() => scrollY)
    await swipe(page)
    await expect.poll(findScroll).toBeGreaterThan(0)
    const zoomIn = page.getByRole('button', { name: 'Zoom in' })
    await Promise.all([waitForTile(page, 2), zoomIn.click()])
    // The first swipe may still scroll the page for a moment.
    await expect
      .poll(async () => {
        await swipe(page)
        return findScroll()
      })
      .toBe(0)
    await page.getByRole('button', { name: 'Show the whole picture' }).click()
    await swipe(page)
    await expect.poll(findScroll).toBeGreaterThan(0)
    await context.close()
  })

  test('is accessible at four widths, light and dark', async () => {
    await page.goto(address)
    await page.locator('.frame.enhanced').waitFor()
    await page.evaluate(axe)
    for (const width of [320, 390, 768, 1280])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ colorScheme })
        expect(await findViolations(page), `${width} pixels, ${colorScheme}`).toEqual([])
      }
  })

  test('copies the credit line by keyboard, and prints the picture with it', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(address)
    const credit = page.getByRole('textbox', { name: 'Credit line' })
    await credit.scrollIntoViewIfNeeded()
    const copy = page.getByRole('button', { name: 'Copy' }).first()
    await copy.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe(await credit.inputValue())
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('img', { name: 'Market square' }).isVisible()).toBe(true)
    expect(await credit.isVisible()).toBe(true)
    for (const name of ['Original file', 'Images', 'Sign in'])
      expect(await page.getByRole('link', { name, exact: true }).isVisible()).toBe(false)
    expect(await page.locator('.address').innerText()).toBe(address)
    await page.emulateMedia({ media: 'screen' })
  })

  test('turns the picture, changes its light and shows it in full screen', async () => {
    await page.setViewportSize(PHONE)
    await page.goto(address)
    await page.locator('.frame.enhanced').waitFor()
    await page.getByRole('button', { name: 'Light and contrast' }).click()
    await page.getByRole('slider', { name: 'Light' }).press('ArrowRight')
    const layers = page.locator('.viewer .ol-layers')
    expect(await layers.getAttribute('style')).toContain('brightness(1.1) contrast(1)')
    const before = await layers.screenshot()
    await page.getByRole('button', { name: 'Rotate by 90°' }).click()
    await expect.poll(async () => before.equals(await layers.screenshot())).toBe(false)
    await page.getByRole('button', { name: 'Full screen' }).click()
    const width = () => page.locator('.frame').evaluate((frame) => frame.clientWidth)
    await expect.poll(width).toBeGreaterThan(PHONE.width - 5)
    await page.evaluate(() => document.exitFullscreen())
  })

  test('compares two pictures of one view by keyboard and mouse, without scripts side by side', async () => {
    const there = { latitude: 47, longitude: 7, direction: 90 }
    const collection_id = await seed.collection({ name: 'Bridges' })
    const pictured = { collection_id, generation: 'that-is-missing' }
    const then = await seed.image({ ...pictured, title: 'Old bridge' })
    const now = await seed.image({ ...pictured, title: 'New bridge' })
    for (const id of [then, now]) await seed.point(id, there)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 320, height: 800 })
    await page.goto(`${server.baseUrl}/${then}/`)
    const section = page.getByRole('region', { name: 'Then and now' })
    await section.scrollIntoViewIfNeeded()
    const slider = section.getByRole('slider', { name: 'Divider between the two pictures' })
    await slider.waitFor()
    const findCut = () =>
      section
        .locator('.compared img')
        .nth(1)
        .evaluate((img) => getComputedStyle(img).clipPath)
    expect(await findCut()).toBe('inset(0px 0px 0px 50%)')
    await slider.press('Home')
    await slider.press('ArrowRight')
    expect(await findCut()).toBe('inset(0px 0px 0px 1%)')
    const picture = (await section.locator('.compared img').first().boundingBox())!
    const middle = picture.y + picture.height / 2
    await page.mouse.move(picture.x + picture.width / 2, middle)
    await page.mouse.down()
    await page.mouse.move(picture.x + picture.width / 4, middle, { steps: 3 })
    await page.mouse.up()
    await page.mouse.move(picture.x, middle)
    expect(await slider.inputValue()).toBe('25')
    await page.evaluate(axe)
    expect(await findViolations(page)).toEqual([])
    await section.getByRole('link', { name: 'Compare with “New bridge”' }).click()
    await page.waitForURL(`**/${then}/?compare=${now}#compared`)

    const plain = await chromium.newContext({ javaScriptEnabled: false })
    const still = await plain.newPage()
    await still.goto(page.url())
    const pictures = still.locator('.compared img')
    const boxes = await Promise.all([0, 1].map((n) => pictures.nth(n).boundingBox()))
    expect(boxes[0]!.x + boxes[0]!.width).toBeLessThan(boxes[1]!.x)
    expect(boxes[0]!.y).toBe(boxes[1]!.y)
    await plain.close()
  })

  test('keeps the picture if its tiles cannot be loaded', async () => {
    await page.route('**/info.json', (route) => route.abort())
    const failed = page.waitForEvent('pageerror')
    await page.goto(address)
    await failed
    expect(await page.getByRole('img', { name: 'Market square' }).isVisible()).toBe(true)
    await page.unroute('**/info.json')
  })

  test('shows hostile text as text, below a base path and with pictures on a CDN', async () => {
    const hosts = { baseUrl: 'http://old.example/catalog', cdnUrl: 'http://cdn.example/pictures' }
    await using below = await startTestServer({ ...hosts, dev: false })
    const context = await chromium.newContext()
    // The names of the hosts exist only in this browser.
    await context.route('**', async (route) => {
      const { pathname, search } = new URL(route.request().url())
      const response = await route.fetch({ url: below.boundUrl + pathname + search })
      await route.fulfill({ response })
    })
    const page = await context.newPage()
    const { requests, problems } = recordPage(page)
    const texts = { title: HOSTILE, description: HOSTILE, creator: HOSTILE }
    const hostile = await addZoomableImage(below, texts)
    await page.goto(`${hosts.baseUrl}/${hostile}/`)
    await page.locator('.frame.enhanced').waitFor()
    // Closing the context would wait for requests that this test still answers.
    await page.waitForLoadState('networkidle')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('<script>')
    const expected = [`${hosts.baseUrl}/`, `${hosts.cdnUrl}/`, 'http://old.example/favicon.ico']
    const foreign = requests.filter((url) => !expected.some((start) => url.startsWith(start)))
    expect(foreign).toEqual([])
    expect(requests.some((url) => findTileScale(url) !== undefined)).toBe(true)
    expect(problems).toEqual([])
    await context.unrouteAll({ behavior: 'wait' })
    await context.close()
  })
})
