import type { Page, Route } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { browserIsMissing, shareChromium } from '../support/chromium.ts'
import { createSeed } from '../support/seed.ts'
import { startTestServer } from '../support/test-server.ts'

const ORIGIN = 'http://tiles.example'
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')

describe.skipIf(browserIsMissing())('what a map lacks', { timeout: 60_000 }, async () => {
  if (browserIsMissing()) return
  const stack = new AsyncDisposableStack()
  afterAll(() => stack.disposeAsync())
  const basemapUrl = `${ORIGIN}/{z}/{x}/{y}.png`
  const server = stack.use(await startTestServer({ basemapUrl, basemapAttribution: 'Us' }))
  const seed = createSeed(server)
  await seed.point(await seed.image(), { latitude: 53.902, longitude: -1.903 })
  const context = await (await shareChromium()).newContext()
  stack.defer(() => context.close())

  /** Refuses requests until they are allowed, and lists their addresses. */
  async function openMap(pattern: RegExp) {
    const page = await context.newPage()
    const state = { page, isRefused: true, asked: [] as string[] }
    await page.route(`${ORIGIN}/**`, (route) => route.fulfill({ body: PIXEL }))
    await page.route(pattern, (route) => answer(route, state))
    await page.clock.install()
    await page.goto(`${server.baseUrl}/map/?map=16/53.902/-1.903`)
    await page.clock.runFor(60_000)
    return state
  }

  async function answer(route: Route, state: { isRefused: boolean; asked: string[] }) {
    state.asked.push(route.request().url())
    if (state.isRefused) await route.fulfill({ status: 403 })
    else if (route.request().url().startsWith(ORIGIN)) await route.fulfill({ body: PIXEL })
    else await route.fallback()
  }

  const notice = (page: Page, text: string) =>
    page.locator('.map-texts [role=alert]', { hasText: text })

  test('a refused basemap is asked for once, and again when the user wants it', async () => {
    const state = await openMap(/^http:\/\/tiles\.example\//v)
    const { page, asked } = state
    const told = notice(page, 'The background map cannot be loaded.')
    await told.waitFor()
    // Tiles that were asked for would be loaded otherwise.
    await page.waitForLoadState('networkidle')
    expect(asked.length).toBe(new Set(asked).size)
    state.isRefused = false
    const before = asked.length
    await told.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => asked.length).toBeGreaterThan(before)
    await told.waitFor({ state: 'detached' })
    await page.close()
  })

  test('refused places are asked for a few times, and again when the device is online', async () => {
    const state = await openMap(/\.mvt/v)
    const { page, asked } = state
    const told = notice(page, 'The places of the pictures cannot be loaded.')
    await expect
      .poll(async () => {
        await page.clock.runFor(20_000)
        return told.count()
      })
      .toBe(1)
    const before = asked.length
    expect(before).toBe(5 * new Set(asked).size)
    await page.clock.runFor(60_000)
    expect(asked.length).toBe(before)
    state.isRefused = false
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await page.locator('.map[data-shown]').waitFor()
    expect(await told.count()).toBe(0)
    await page.close()
  })
})
