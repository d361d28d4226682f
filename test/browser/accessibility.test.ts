import { join } from 'node:path'
import { env } from 'node:process'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { findViolations } from '../support/axe.ts'
import { browserIsMissing, shareChromium } from '../support/chromium.ts'
import { preparePageTour } from '../support/page-tour.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }

/** Stores screenshots in the folder that `CATALOG_SCREENSHOTS` names, if any. */
async function takeScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.CATALOG_SCREENSHOTS
  if (folder === undefined) return
  for (const [device, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
    await page.setViewportSize(viewport)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const path = join(folder, `${name}-${device}-${colorScheme}.png`)
      await page.screenshot({ path, fullPage: device === 'phone' && !name.startsWith('doc') })
    }
  }
}

describe.skipIf(browserIsMissing())('every page', async () => {
  if (browserIsMissing()) return
  const tour = await preparePageTour()
  const chromium = await shareChromium()
  // One page for all stops: each new one would start a process and compile axe again.
  const context = await chromium.newContext()
  const page = await context.newPage()
  const blocked: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) blocked.push(message.text())
  })
  afterAll(async () => {
    await context.close()
    await tour[Symbol.asyncDispose]()
  })

  // Half of the pages in each look, the others the next day; `npm run soak pages` opens each in eight.
  const day = Number(env.SEED ?? Math.floor(Date.now() / 86_400_000))
  const looks = [
    { device: 'phone', viewport: PHONE, colorScheme: 'light' },
    { device: 'desktop', viewport: DESKTOP, colorScheme: 'dark' },
  ] as const
  const stops = tour.stops.map((stop, index) => ({ ...stop, ...looks[(index + day) % 2]! }))

  test.each(stops)(
    '$name is accessible on a $device in $colorScheme mode',
    async ({ name, visit, except, viewport, colorScheme }) => {
      await context.clearCookies()
      blocked.length = 0
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme })
      await visit(page)
      expect(await findViolations(page, { except })).toEqual([])
      await takeScreenshot(page, name)
      expect(blocked).toEqual([])
    },
    60_000,
  )
})
