import type { Locator, Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { findViolations } from '../support/axe.ts'
import { browserIsMissing, shareChromium } from '../support/chromium.ts'
import { createSeed } from '../support/seed.ts'
import { signIn } from '../support/sign-in.ts'
import { startTestServer } from '../support/test-server.ts'
import { addZoomableImage, recordPage } from '../support/zoomable-image.ts'

const HOSTILE = '</textarea><script>alert(1)</script> <img src=x onerror=alert(1)>'

/** How a person operates a page. */
interface Hands {
  press: (control: Locator) => Promise<void>
  type: (field: Locator, text: string) => Promise<void>
}

const mouse: Hands = {
  press: (control) => control.click(),
  type: (field, text) => field.fill(text),
}

const finger: Hands = {
  press: (control) => control.tap(),
  async type(field, text) {
    await field.tap()
    await field.page().keyboard.insertText(text)
  },
}

const keyboard: Hands = {
  async press(control) {
    await moveTo(control)
    const isRadio = await control.evaluate((element) => element.matches('[type="radio"]'))
    await control.page().keyboard.press(isRadio ? 'Space' : 'Enter')
  },
  async type(field, text) {
    await moveTo(field)
    await field.page().keyboard.insertText(text)
  },
}

/** Presses Tab until the element has the focus. Radio buttons of a group are one stop, from which arrows lead on. */
async function moveTo(element: Locator): Promise<void> {
  await element.waitFor()
  const page = element.page()
  for (let presses = 0; presses < 120; presses += 1) {
    if (await element.evaluate((one) => one === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${String(element)}.`)
}

describe.skipIf(browserIsMissing())('the walk of a contributor', { timeout: 120_000 }, async () => {
  if (browserIsMissing()) return
  const stack = new AsyncDisposableStack()
  afterAll(() => stack.disposeAsync())
  // Nothing answers there, so that suggestions are those of the catalog.
  const server = stack.use(await startTestServer({ wikidataUrl: 'http://127.0.0.1:9' }))
  const seed = createSeed(server)
  const chromium = await shareChromium()
  await seed.setting('validators', 'everyone')
  await seed.subject({ title: 'Windmill' })

  /** Opens the page of an image, and waits until scripts send its forms. */
  async function openImage(page: Page, image: number): Promise<void> {
    await page.goto(`${server.baseUrl}/${image}/`)
    for (const id of ['comments', 'subjects']) {
      await page.locator(`#${id}`).scrollIntoViewIfNeeded()
      await page.locator(`#${id}.enhanced`).waitFor()
    }
  }

  async function openAs(
    name: string,
    options: Parameters<typeof chromium.newContext>[0] = {},
  ): Promise<Page> {
    const context = await chromium.newContext({ reducedMotion: 'reduce', ...options })
    stack.defer(() => context.close())
    const page = await context.newPage()
    await signIn(page, server.baseUrl, name)
    return page
  }

  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

  test.each([
    ['by keyboard alone', keyboard, {}],
    ['by touch on a phone', finger, phone],
    ['without scripts', mouse, { javaScriptEnabled: false }],
  ] as const)(
    'leads %s from finding to placing, checking, commenting and tagging',
    async (...row) => {
      const [way, { press, type }, options] = row
      const hasScripts = way !== 'without scripts'
      const collection_id = await seed.collection({ name: `Album ${way}` })
      const image = await seed.image({ collection_id, title: `Quay ${way}` })
      const other = await seed.ready({ collection_id, title: 'Elsewhere' })
      await seed.point(other, { confidence: 'low', confidence_notes: HOSTILE })
      const page = await openAs(`Ada ${way}`, options)
      const { requests, problems } = recordPage(page)
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      const link = (name: string) => page.getByRole('link', { name, exact: true })

      await page.goto(server.baseUrl)
      await type(page.getByRole('searchbox'), `Quay ${way}`)
      await press(button('Search'))
      await press(page.locator(`a[href$="/${image}/"]`).first())
      await press(link('Place it on the map'))
      // The form moves when the map appears.
      if (hasScripts) await page.locator('.map-container.enhanced').waitFor()
      await type(page.getByLabel(/^Camera /), '50.5, 7.25')
      await press(page.getByLabel('Certain', { exact: true }))
      await press(button('Send'))
      await page.getByText('high confidence').waitFor()

      await page.goto(`${server.baseUrl}/check/?collection=${collection_id}`)
      await page.getByText('Here because its contributor was guessing.').waitFor()
      await press(button('Correct'))
      await page.getByText(`Image ${other} is checked.`).waitFor()

      if (hasScripts) await openImage(page, image)
      else await page.goto(`${server.baseUrl}/${image}/`)
      await type(page.getByLabel('Your comment'), HOSTILE)
      await press(button('Comment'))
      await page.getByText('Your comment is added.').waitFor()
      expect(await page.locator('.user-text').innerText()).toContain('<script>alert(1)</script>')
      await type(page.getByLabel('Add a subject'), 'Windm')
      if (!hasScripts) await press(page.locator('#subjects').getByRole('button', { name: 'Search' })) // prettier-ignore
      await press(page.getByRole('button', { name: /^Windmill/ }))
      await page.getByText('The subject is added.').waitFor()

      expect(await server.get(`/api/v2/images/${image}/`)).toMatchObject({
        georeferences: [{ latitude: 50.5, georeferenced_by: `Ada ${way}` }],
        comments: [{ text: HOSTILE }],
        subjects: [{ title: 'Windmill' }],
      })
      const { scrollWidth, clientWidth } = await page.locator('html').evaluate((html) => ({
        scrollWidth: html.scrollWidth,
        clientWidth: html.clientWidth,
      }))
      expect(scrollWidth).toBe(clientWidth)
      expect(requests.filter((url) => !url.startsWith(`${server.baseUrl}/`))).toEqual([])
      // Leaving a page ends what it still loads.
      expect(problems.filter((problem) => !problem.startsWith('failed: '))).toEqual([])
    },
  )

  test('shows each of two people what both wrote, and keeps a comment that could not be sent', async () => {
    const image = await seed.image({ title: 'Market' })
    const [ada, grace] = await Promise.all([openAs('Ada'), openAs('Grace')])
    await Promise.all([ada, grace].map((page) => openImage(page, image)))
    const comment = async (page: Page, text: string) => {
      await page.getByLabel('Your comment').fill(text)
      await page.getByRole('button', { name: 'Comment', exact: true }).click()
    }
    await ada.route('**/comments/', (route) => route.abort('connectionreset'))
    await comment(ada, 'From Ada')
    await ada.getByText('The connection broke.').waitFor()
    await ada.unroute('**/comments/')
    await comment(grace, 'From Grace')
    await grace.getByText('Your comment is added.').waitFor()
    await openImage(ada, image)
    await ada.getByText('What you typed before is back.').waitFor()
    await ada.getByRole('button', { name: 'Comment', exact: true }).click()
    await ada.getByText('Your comment is added.').waitFor()
    expect(await ada.locator('.user-text').allInnerTexts()).toEqual(['From Grace', 'From Ada'])
    // People delete what they wrote, and nothing else.
    expect(await ada.getByRole('button', { name: /^Delete/ }).count()).toBe(1)
    await ada.getByRole('button', { name: /^Delete/ }).click()
    await ada.getByText('The comment is deleted.').waitFor()
    expect(await ada.locator('.user-text').allInnerTexts()).toEqual(['From Grace'])
  })

  test('is accessible for people who are signed in, in light and dark, on phones and desktops', async () => {
    const image = await addZoomableImage(server, { title: HOSTILE, from_above: 1 })
    await seed.area(image, { confidence_notes: HOSTILE })
    await seed.point(image, { direction: 45 })
    await seed.comment(image, { text: HOSTILE })
    await seed.tag(image, await seed.subject({ title: HOSTILE, slug: 'hostile' }))
    const page = await openAs('Ada')
    const { problems } = recordPage(page)
    for (const path of [
      `${image}/`,
      `check/?image=${image}&year_min=1900`,
      `polygonal-georeference/${image}/`,
    ]) {
      await page.goto(`${server.baseUrl}/${path}`)
      await page.locator('.frame.enhanced').waitFor()
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('main details'))
          details.setAttribute('open', '')
      })
      for (const [width, colorScheme] of [
        [390, 'dark'],
        [1280, 'light'],
      ] as const) {
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ colorScheme })
        expect(await findViolations(page), `${path}, ${width} pixels`).toEqual([])
      }
    }
    expect(problems).toEqual([])
  })
})
