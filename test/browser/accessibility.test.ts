import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { browserIsMissing, shareChromium } from '../support/chromium.ts'
import { preparePageTour } from '../support/page-tour.ts'

const axe = await readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }

/** Lists the violations that axe finds, and obstacles for phones and keyboards. */
async function findViolations(page: Page, rules?: string[]): Promise<string[]> {
  return page.evaluate(async (runOnly) => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } }
    const { violations } = await axe.run({
      resultTypes: ['violations'],
      ...(runOnly && { runOnly }),
    })
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
    )
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) found.push(`${scrollWidth - clientWidth} pixels too wide`)
    if (document.querySelectorAll('h1').length !== 1) found.push('not exactly one h1')
    for (const button of document.querySelectorAll('button:not(.link), a.button'))
      if (button.getBoundingClientRect().height < 44) found.push(`too small: ${button.outerHTML}`)
    return found
  }, rules)
}

/** Rules whose result depends on colors and on the size of the window. */
const OF_LOOKS = [
  'color-contrast',
  'link-in-text-block',
  'target-size',
  'scrollable-region-focusable',
]

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

  test.each(tour.stops)(
    '$name is accessible on phone and desktop, in light and dark mode',
    async ({ name, visit }) => {
      await context.clearCookies()
      blocked.length = 0
      await page.setViewportSize(PHONE)
      await page.emulateMedia({ colorScheme: 'light' })
      await visit(page)
      await page.evaluate(axe)
      expect(await findViolations(page), 'phone, light').toEqual([])
      await page.setViewportSize(DESKTOP)
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await findViolations(page, OF_LOOKS), 'desktop, dark').toEqual([])
      await takeScreenshot(page, name)
      expect(blocked).toEqual([])
    },
    60_000,
  )
})
