/**
 * Opens every page of the site at four widths, light and dark, with all rules of axe; in each language on a narrow phone;
 * and finds an image by keyboard alone, with and without scripts. No page may scroll sideways, request another host, or
 * violate its content security policy. `ONLY` selects pages by a part of their name.
 */

import type { Browser, BrowserContext, Page } from 'playwright-core'
import { LANGUAGES } from '../../src/core/base/languages.ts'
import { findViolations, RULES_OF_LOOKS } from '../support/axe.ts'
import { shareChromium } from '../support/chromium.ts'
import { BROWSE_PAGES, preparePageTour, type PageTour, type Stop } from '../support/page-tour.ts'
import { endCampaign } from '../support/soak.ts'

const HEIGHT = 800
const WIDTHS = [320, 390, 768, 1280]
const [NARROWEST = 320] = WIDTHS

/** Pages of signed-in users that the tour leaves out. */
const SIGNED_IN_PAGES = {
  search: '/search/?q=market',
  'search-coordinates': '/search/?mode=in-view&q=50.1,7.2',
  editor: '/georeference/?image=1',
  check: '/check/',
  contribute: '/1/contribute/',
  work: '/account/work/',
  erase: '/account/erase/',
}

/** Each way from the home page to an image, with the Tab and Enter keys only. */
const WAYS: Record<string, (page: Page, baseUrl: string) => Promise<void>> = {
  search: async (page, baseUrl) => {
    await page.goto(baseUrl)
    await tabTo(page, 'input[name=q]')
    await page.keyboard.type('Harbour')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/search\//)
    await follow(page, 'Harbour')
  },
  map: async (page, baseUrl) => {
    await page.goto(baseUrl)
    await follow(page, 'Map')
    await page.locator('[data-in-view]:not([aria-busy])').first().waitFor()
    await follow(page, 'Harbour')
  },
  collection: async (page, baseUrl) => {
    await page.goto(baseUrl)
    await follow(page, 'Collections')
    await followTo(page, '/collections/1/')
    await follow(page, 'Harbour')
  },
}

const MAX_TABS = 200

const failures: string[] = []
const report = (failure: string): void => {
  failures.push(failure)
  console.log(`✗ ${failure}`)
}
const figures = { pages: 0, views: 0 }

await using tour = await preparePageTour()
const browser = await shareChromium()
await lookAtEveryStop(browser, tour)
await readInEveryLanguage(browser, tour)
await findImages(browser, tour)
await browser.close()
endCampaign({ size: `${figures.pages} pages`, failures: failures.length, figures })

async function lookAtEveryStop(from: Browser, { stops, baseUrls }: PageTour): Promise<void> {
  await using context = await openContext(from, baseUrls)
  const page = await context.newPage()
  const more: Stop[] = Object.entries(SIGNED_IN_PAGES).map(([name, path]) => ({
    name,
    visit: (page: Page) => openSignedIn(page, baseUrls[0], path),
  }))
  const { ONLY: only = '' } = process.env
  for (const { name, visit, except } of [...stops, ...more].filter(({ name }) =>
    name.includes(only),
  )) {
    await context.clearCookies()
    await page.setViewportSize({ width: NARROWEST, height: HEIGHT })
    await page.emulateMedia({ colorScheme: 'light' })
    await visit(page)
    figures.pages += 1
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const isFirst = width === NARROWEST && colorScheme === 'light'
        const found = await findViolations(page, {
          ...(!isFirst && { rules: RULES_OF_LOOKS }),
          except,
        })
        reportAll(`${name}, ${width} pixels, ${colorScheme}`, found)
        figures.views += 1
      }
    }
    console.log(name)
  }
}

function reportAll(where: string, found: readonly string[]): void {
  for (const one of found) report(`${where}: ${one}`)
}

async function readInEveryLanguage(from: Browser, { baseUrls }: PageTour): Promise<void> {
  await using context = await openContext(from, baseUrls)
  const page = await context.newPage()
  await page.setViewportSize({ width: NARROWEST, height: HEIGHT })
  await openSignedIn(page, baseUrls[0], '/')
  const paths = ['/', '/1/', ...Object.values(BROWSE_PAGES), ...Object.values(SIGNED_IN_PAGES)]
  for (const path of paths) {
    for (const language of LANGUAGES) {
      const url = new URL(baseUrls[0] + path)
      url.searchParams.set('lang', language)
      await page.goto(url.href)
      const wider = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        return scrollWidth - clientWidth
      })
      if (wider > 0) report(`${url.pathname} in ${language}: ${wider} pixels too wide`)
      figures.views += 1
    }
  }
}

async function findImages(from: Browser, { baseUrls }: PageTour): Promise<void> {
  for (const javaScriptEnabled of [true, false]) {
    for (const way of Object.keys(WAYS)) {
      await using context = await openContext(from, baseUrls, { javaScriptEnabled })
      const problem = await findBy(way, await context.newPage(), baseUrls[0])
      const scripts = javaScriptEnabled ? 'with' : 'without'
      if (problem !== undefined) report(`by ${way} ${scripts} scripts: ${problem}`)
    }
  }
}

/** @returns what went wrong, if anything */
async function findBy(way: string, page: Page, baseUrl: string): Promise<string | undefined> {
  try {
    await WAYS[way]?.(page, baseUrl)
    const title = (await page.locator('h1').textContent())?.trim()
    return title === 'Harbour' ? undefined : `found ${title}`
  } catch (error) {
    return (error as Error).message
  }
}

/** Presses Tab until an element that matches has the focus. @throws Error if none gets it */
async function tabTo(page: Page, selector: string): Promise<void> {
  const focused = page.locator(`${selector} >> visible=true`).and(page.locator(':focus'))
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    await page.keyboard.press('Tab')
    if ((await focused.count()) > 0) return
  }
  throw new Error(`Tab does not reach ${selector} on ${page.url()}`)
}

/** Follows the first link with this text. */
async function follow(page: Page, text: string): Promise<void> {
  await press(page, `a:has-text("${text}")`)
}

/** Follows the first link to this path. */
async function followTo(page: Page, path: string): Promise<void> {
  await press(page, `main a[href$="${path}"]`)
}

async function press(page: Page, link: string): Promise<void> {
  const from = page.url()
  await tabTo(page, link)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.href !== from)
}

async function openSignedIn(page: Page, baseUrl: string, path: string): Promise<void> {
  await page.goto(`${baseUrl}/login/`)
  await page.getByLabel('Username').fill('Archivist')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.goto(baseUrl + path)
}

/** Records requests to other hosts and violations of the content security policy. */
async function openContext(
  from: Browser,
  baseUrls: readonly string[],
  options: { javaScriptEnabled?: boolean } = {},
): Promise<BrowserContext> {
  const context = await from.newContext({ ...options, reducedMotion: 'reduce' })
  context.setDefaultTimeout(120_000)
  context.on('request', (request) => {
    const url = request.url()
    const isOwn = baseUrls.some((base) => url.startsWith(base)) || url.startsWith('data:')
    if (!isOwn) report(`request to another host: ${url}`)
  })
  context.on('console', (message) => {
    const text = message.text()
    if (text.includes('Content Security Policy')) report(text)
  })
  return context
}
