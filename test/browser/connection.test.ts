import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { browserIsMissing, shareChromium } from '../support/chromium.ts'
import { createSeed } from '../support/seed.ts'
import { startTestServer } from '../support/test-server.ts'

describe.skipIf(browserIsMissing())('a connection that breaks', { timeout: 60_000 }, async () => {
  if (browserIsMissing()) return
  const stack = new AsyncDisposableStack()
  afterAll(() => stack.disposeAsync())
  const server = stack.use(await startTestServer())
  const seed = createSeed(server)
  for (let n = 0; n < 70; n++) {
    const image = await seed.image({ title: `Image ${n}` })
    if (n < 2) await seed.point(image, { latitude: 47.5, longitude: 7.5 })
  }
  const context = await (await shareChromium()).newContext({ reducedMotion: 'reduce' })
  stack.defer(() => context.close())

  /** Opens a page whose requests of this kind fail at first. */
  async function openBroken(
    path: string,
    pattern: RegExp,
  ): Promise<{ page: Page; mend: () => Promise<void> }> {
    const page = await context.newPage()
    await page.route(pattern, (route) => route.abort())
    await page.goto(server.baseUrl + path)
    return { page, mend: () => page.unroute(pattern) }
  }

  const tell = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
  const retry = async (page: Page, text: string) => {
    await tell(page, text).getByRole('button', { name: 'Try again' }).click()
    await tell(page, text).waitFor({ state: 'detached' })
  }

  test('the list beside the map says so, and loads again', async () => {
    const { page, mend } = await openBroken('/map/', /\/map\/\?in_bbox/v)
    await tell(page, 'The images could not be loaded.').waitFor()
    await mend()
    await retry(page, 'The images could not be loaded.')
    await page.getByRole('heading', { name: '2 images in view' }).waitFor()
    await page.close()
  })

  test('a list says that its next page is missing, and loads it again', async () => {
    const { page, mend } = await openBroken('/images/', /page=2/v)
    await page.locator('.pager').scrollIntoViewIfNeeded()
    await tell(page, 'A part of this page could not be loaded.').waitFor()
    await mend()
    await retry(page, 'A part of this page could not be loaded.')
    await expect.poll(() => page.locator('.pictures > li').count()).toBe(70)
    await page.close()
  })

  test('a page tells that the device is offline, as long as it is', async () => {
    const page = await context.newPage()
    await page.goto(`${server.baseUrl}/map/`)
    await page.locator('.map-container.enhanced').waitFor()
    await context.setOffline(true)
    await tell(page, 'You are offline.').waitFor()
    await context.setOffline(false)
    await tell(page, 'You are offline.').waitFor({ state: 'detached' })
    await page.close()
  })

  test('a module that is missing is told, in place of the map', async () => {
    const { page } = await openBroken('/map/', /\/assets\/maps-/v)
    await tell(page, 'A part of this page could not be loaded.').waitFor()
    await page.close()
  })
})
