import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { findViolations } from '../support/axe.ts'
import { browserIsMissing, shareChromium } from '../support/chromium.ts'
import { createSeed } from '../support/seed.ts'
import { fillSignIn, signIn } from '../support/sign-in.ts'
import { startTestServer } from '../support/test-server.ts'
import { addZoomableImage, recordPage } from '../support/zoomable-image.ts'

const DESKTOP = { width: 1280, height: 720 }
const PHONE = { width: 390, height: 844 }
const WINDOWS = [
  [320, 'light'],
  [390, 'dark'],
  [768, 'light'],
  [1280, 'dark'],
] as const
const HOSTILE = '</script><img src=x onerror=alert(1)> \u202eevil'

describe.skipIf(browserIsMissing())('the editor of points', { timeout: 90_000 }, async () => {
  if (browserIsMissing()) return
  const stack = new AsyncDisposableStack()
  afterAll(() => stack.disposeAsync())
  const server = stack.use(await startTestServer())
  const seed = createSeed(server)
  const chromium = await shareChromium()
  const collection_id = await seed.collection({ name: 'Album' })
  // Where the map starts, and whose settings apply.
  await seed.point(await seed.image({ collection_id }), { latitude: 50, longitude: 7 })

  async function openContext(options: Parameters<typeof chromium.newContext>[0] = {}) {
    const context = await chromium.newContext({
      viewport: DESKTOP,
      reducedMotion: 'reduce',
      ...options,
    })
    stack.defer(() => context.close())
    return context
  }

  async function openAs(name: string, context: BrowserContext): Promise<Page> {
    const page = context.pages()[0] ?? (await context.newPage())
    await signIn(page, server.baseUrl, name)
    return page
  }

  async function openEditor(page: Page, image: number, scope = ''): Promise<void> {
    await page.goto(`${server.baseUrl}/georeference/?image=${image}${scope}`)
    await page.locator('.map-container.enhanced').waitFor()
  }

  /** The placements of an image, oldest first. */
  async function listPlacements(image: number) {
    const { georeferences } = await server.get(`/api/v2/images/${image}/`)
    return georeferences as {
      latitude: number
      longitude: number
      direction: number | null
      confidence: string
      confidence_notes: string
      georeferenced_by: string
    }[]
  }

  /** Clicks the map, at shares of its width and height. */
  async function clickMap(page: Page, x: number, y: number): Promise<void> {
    const box = (await page.locator('.map').boundingBox())!
    await page.mouse.click(box.x + box.width * x, box.y + box.height * y)
  }

  const context = await openContext()
  const page = await openAs('Ada', context)

  test('places an image by keyboard alone, within its scope', async () => {
    const first = await addZoomableImage(server, { collection_id })
    const next = await seed.ready({ collection_id, title: 'The next one' })
    await openEditor(page, first, `&collection=${collection_id}`)
    const { problems } = recordPage(page)
    // To the map, camera, north, target, to the confidence, certain, send: seven keys.
    for (const key of 'j Enter ArrowUp Enter j Space n'.split(' ')) await page.keyboard.press(key)
    await page.getByText(`Image ${first} is placed.`).waitFor()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('The next one')
    expect(new URL(page.url()).searchParams.get('collection')).toBe(String(collection_id))
    expect(page.url()).toContain(`image=${next}`)
    const [placed, ...others] = await listPlacements(first)
    expect(others).toEqual([])
    expect(placed).toMatchObject({ direction: 0, confidence: 'high', georeferenced_by: 'Ada' })
    expect(placed!.latitude).toBeCloseTo(50, 1)
    expect(placed!.longitude).toBeCloseTo(7, 1)
    expect(problems).toEqual([])
  })

  test('takes a suggested place by its number, and the confidence by another', async () => {
    const known = await seed.image({ title: 'Saint Florian Chapel' })
    await seed.point(known, { latitude: 50.5, longitude: 7.5 })
    const image = await seed.image({ collection_id, title: 'Chapel of Saint Florian' })
    const page = await openAs('Florian', await openContext())
    await openEditor(page, image)
    await page.keyboard.press('1')
    await expect.poll(() => page.locator('#position').inputValue()).toBe('50.500000, 7.500000')
    await page.locator('[name="confidence"]').first().focus()
    await page.keyboard.press('2')
    expect(await page.locator('[name="confidence"]:checked').inputValue()).toBe('medium')
    expect(await listPlacements(image)).toEqual([])
    await page.keyboard.press('n')
    await page.locator('.note').getByRole('button', { name: 'Undo' }).press('Enter')
    await page.getByText('Your placement is taken back.').waitFor()
    expect(await listPlacements(image)).toEqual([])
    expect(await page.locator('#position').inputValue()).toBe('50.500000, 7.500000')
    expect(await page.locator('[name="confidence"]:checked').inputValue()).toBe('medium')
  })

  test('takes degrees and coordinates, turns by buttons, and lets both ends be dragged', async () => {
    const image = await seed.image({ collection_id })
    await openEditor(page, image)
    const [position, direction] = [page.getByLabel(/^Camera /), page.getByLabel(/^Looks to /)]
    await position.fill('52°30\'58.7"N 13°22\'37"E')
    await page.getByText('Camera at 52.516306, 13.376944.').waitFor()
    await direction.fill('355')
    await page.getByText('Looking to 355°.').waitFor()
    await direction.fill('')
    await page.getByText('Now click what it looks at').waitFor()
    await direction.fill('355')
    await page.getByRole('button', { name: 'Turn right by 10°' }).click()
    await page.getByRole('button', { name: 'Turn left by 1°' }).click()
    expect(await direction.inputValue()).toBe('4')
    expect(await position.inputValue()).toBe('52.516306, 13.376944')
    const box = (await page.locator('.map').boundingBox())!
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    await page.mouse.move(middle.x, middle.y)
    await page.mouse.down()
    await page.mouse.move(middle.x + 60, middle.y, { steps: 3 })
    await page.mouse.up()
    const moved = Number((await position.inputValue()).split(',')[1])
    expect(moved).toBeGreaterThan(13.377)
    expect(await direction.inputValue()).toBe('4')
    await page.reload()
    await page.getByText('What you entered before is back.').waitFor()
    expect(Number((await position.inputValue()).split(',')[1])).toBe(moved)
    await page.evaluate(() => sessionStorage.clear())
  })

  test('marks a text that it does not understand, and leaves it to the user', async () => {
    const image = await seed.image({ collection_id })
    await openEditor(page, image)
    const [position, direction] = [page.getByLabel(/^Camera /), page.getByLabel(/^Looks to /)]
    await position.fill('50.5, 7.25')
    await position.fill('41,1234, Main Street')
    await direction.fill('90')
    for (const name of ['Turn right by 10°', 'Camera at the center', 'Looks at the center'])
      await page.getByRole('button', { name }).click()
    await clickMap(page, 0.5, 0.5)
    expect(await position.inputValue()).toBe('41,1234, Main Street')
    expect(await direction.inputValue()).toBe('100')
    expect(await position.getAttribute('aria-invalid')).toBe('true')
    await page.locator('#position-note').getByText('Enter the position as').waitFor()
    await page.getByLabel('Certain', { exact: true }).check()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('alert').waitFor()
    expect(await listPlacements(image)).toEqual([])
    expect(await position.inputValue()).toBe('41,1234, Main Street')
    await direction.fill('uphill')
    await position.fill('41,1234, -73,5678')
    await page.getByRole('button', { name: 'Turn right by 10°' }).click()
    expect(await position.getAttribute('aria-invalid')).toBeNull()
    expect(await direction.inputValue()).toBe('uphill')
    await direction.fill('to the SW')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.waitForURL(`${server.baseUrl}/${image}/**`)
    expect(await listPlacements(image)).toMatchObject([
      { latitude: 41.1234, longitude: -73.5678, direction: 225 },
    ])
  })

  test('reads an area as GeoJSON, and leaves corners that it does not understand', async () => {
    const image = await seed.image({ collection_id, from_above: 1 })
    await page.goto(`${server.baseUrl}/polygonal-georeference/${image}/`)
    await page.locator('.map-container.enhanced').waitFor()
    const corners = page.locator('#polygon')
    await corners.fill('50.1, 7.1\nMain Street')
    await page.getByRole('button', { name: 'Corner at the center' }).click()
    expect(await corners.inputValue()).toBe('50.1, 7.1\nMain Street')
    await page.locator('#polygon-note').getByText('Enter each corner').waitFor()
    const ring = [[7, 50], [7.1, 50], [7.1, 50.1], [7, 50]] // prettier-ignore
    await corners.fill(JSON.stringify({ type: 'Polygon', coordinates: [ring] }))
    await page.getByRole('button', { name: 'Next corner' }).click()
    await page.getByText('Corners: 3.').waitFor()
    expect(await corners.getAttribute('aria-invalid')).toBeNull()
    // The hint follows what is typed.
    await corners.fill('50, 7\n50.1, 7.1\n50, 7.1\n50.1, 7')
    await page.getByText('The edges 1–2 and 3–4 cross. Move a corner.').waitFor()
    await corners.fill('50, 7\n50, 7.1\n50.1, 7.1\n50.1, 7')
    await page.getByText('Corners: 4. Choose how certain you are.').waitFor()
    await page.evaluate(() => sessionStorage.clear())
  })

  test('undoes and redoes what was drawn, typed and chosen, except within a field', async () => {
    const image = await seed.image({ collection_id })
    await openEditor(page, image)
    const [position, direction] = [page.getByLabel(/^Camera /), page.getByLabel(/^Looks to /)]
    const certain = page.getByLabel('Certain', { exact: true })
    const undo = page.getByRole('button', { name: 'Undo' })
    const read = async () => [
      await position.inputValue(),
      await direction.inputValue(),
      await certain.isChecked(),
    ]
    expect(await undo.getAttribute('aria-disabled')).toBe('true')
    await clickMap(page, 0.5, 0.5)
    const camera = await position.inputValue()
    await clickMap(page, 0.8, 0.5)
    await certain.check()
    await page.getByRole('button', { name: 'Start over' }).click()
    await position.fill('uphill')
    await undo.click()
    expect(await read()).toEqual(['', '', true])
    await page.keyboard.press('Control+z')
    expect(await read()).toEqual([camera, '90', true])
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    expect(await read()).toEqual([camera, '', false])
    await page.keyboard.press('Control+Shift+Z')
    await page.keyboard.press('Control+y')
    expect(await read()).toEqual([camera, '90', true])
    await direction.focus()
    await page.keyboard.type('1')
    await page.keyboard.press('Control+z')
    expect(await read()).toEqual([camera, '90', true])
    await page.locator('.map').focus()
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    expect([await read(), await undo.getAttribute('aria-disabled')]).toEqual([['', '', false], 'true']) // prettier-ignore
  })

  test('starts from an area that exists, and undoes what was done to its corners', async () => {
    const image = await seed.image({ collection_id, from_above: 1 })
    await seed.area(image)
    await page.goto(`${server.baseUrl}/polygonal-georeference/${image}/`)
    await page.locator('.map-container.enhanced').waitFor()
    const press = (name: string) => page.getByRole('button', { name }).click()
    const hint = page.locator('.editor-hint')
    await press('Start from this')
    const area = await page.locator('#polygon').inputValue()
    await hint.getByText('Corners: 4.').waitFor()
    await press('Next corner')
    await press('Delete corner')
    await hint.getByText('Corners: 3.').waitFor()
    await press('Cut out a hole')
    await press('Corner at the center')
    await press('Undo')
    await press('Corner at the center')
    expect(await page.locator('#polygon').inputValue()).toContain('\n\n')
    await press('Start over')
    for (const count of ['Corners: 4.', 'Corners: 3.', 'Corners: 3.', 'Corners: 4.']) {
      await press('Undo')
      await hint.getByText(count).waitFor()
    }
    expect(await page.locator('#polygon').inputValue()).toBe(area)
    await page.evaluate(() => sessionStorage.clear())
  })

  test('finds a place by keyboard, and shows it on the map', async () => {
    const known = await seed.image({ collection_id, title: 'Vinegar Lane, looking north' })
    await seed.point(known, { latitude: 51.25, longitude: 8.5 })
    const image = await seed.image({ collection_id, title: 'Vinegar Lane, looking west' })
    await openEditor(page, image)
    await page.getByRole('button', { name: 'looking west 270°' }).click()
    expect(await page.getByLabel(/^Looks to /).inputValue()).toBe('270')
    await page.getByRole('button', { name: 'Vinegar Lane', exact: true }).click()
    expect(await page.getByLabel('Where?').inputValue()).toBe('Vinegar Lane')
    const found = page.getByRole('button', { name: 'Vinegar Lane, looking north' })
    await found.focus()
    await page.keyboard.press('Enter')
    expect(await found.count()).toBe(0)
    await page.keyboard.press('Enter')
    const position = await page.getByLabel(/^Camera /).inputValue()
    expect(position.split(', ').map((degrees) => Number(degrees).toFixed(4))).toEqual(['51.2500', '8.5000']) // prettier-ignore
    await page.getByLabel('Where?').fill('nowhere at all')
    await page.keyboard.press('Enter')
    await page.getByText('Nothing found.').waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.evaluate(() => sessionStorage.clear())
  })

  test('shows placed pictures on the map, and takes over the spot of one by mouse or keyboard', async () => {
    const album = await seed.collection()
    const known = await seed.image({ collection_id: album, title: 'Old Wharf' })
    const point = await seed.point(known, { latitude: 40.123456, longitude: 20.654321 })
    await seed.validation({ image: known, point }, { validation: 'incorrect' })
    const image = await seed.image({ collection_id: album, title: 'The quay' })
    const page = await openAs('Ada', await openContext())
    await openEditor(page, image)
    await page.locator('.map[data-shown]').waitFor()
    const [position, direction] = [page.getByLabel(/^Camera /), page.getByLabel(/^Looks to /)]
    await direction.fill('90')
    // The map starts where the album was placed last, so the mark is in its middle.
    await clickMap(page, 0.5, 0.5)
    await page.getByRole('link', { name: 'Old Wharf', exact: true }).waitFor()
    await page.getByText('Others found it incorrect').waitFor()
    expect(await position.inputValue()).toBe('')
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    expect(await position.inputValue()).toBe('40.123456, 20.654321')
    expect(await direction.inputValue()).toBe('90')
    expect(await page.locator('.near-card').isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Start over' }).click()
    // Beside the mark, a click places.
    await clickMap(page, 0.5, 0.7)
    expect(await position.inputValue()).not.toBe('')
    await page.getByRole('button', { name: 'Pictures nearby' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: `Same spot as #${known}` }).waitFor()
    // No link covers the button.
    await page.getByRole('button', { name: 'Close' }).click({ trial: true })
    await page.keyboard.press('Escape')
    expect(await page.locator('.near-card').isVisible()).toBe(false)
  })

  test('suggests places above the map on a phone, keeps the draft through the sign-in, and places it by touch', async () => {
    const known = await seed.image({ collection_id, title: 'Salt pier' })
    await seed.point(known, { latitude: 50.5, longitude: 7.25 })
    const image = await seed.image({ collection_id, title: 'Salt pier' })
    const context = await openContext({ viewport: PHONE, hasTouch: true, isMobile: true })
    const page = await context.newPage()
    await openEditor(page, image)
    await page.getByRole('link', { name: 'Another image' }).tap()
    await page.waitForURL((url) => url.searchParams.get('image') !== String(image))
    await openEditor(page, image)
    await page.locator('[data-suggestion="1"]').tap({ trial: true })
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await page.locator('[data-suggestion="1"]').tap()
    const shown = (await page.locator('.map').boundingBox())!
    expect(shown.y + shown.height).toBeLessThanOrEqual(PHONE.height)
    expect(await page.getByLabel(/^Camera /).inputValue()).toBe('50.500000, 7.250000')
    await page.getByRole('button', { name: 'Start over' }).tap()
    await page.locator('.map').scrollIntoViewIfNeeded()
    const box = (await page.locator('.map').boundingBox())!
    await page.touchscreen.tap(box.x + box.width * 0.5, box.y + box.height * 0.6)
    await page.getByText('Now click what it looks at').waitFor()
    await page.touchscreen.tap(box.x + box.width * 0.8, box.y + box.height * 0.6)
    const direction = page.getByLabel(/^Looks to /)
    expect(Number(await direction.inputValue())).toBeCloseTo(90, 0)
    await page.getByLabel('Certain', { exact: true }).tap()
    await page.getByRole('link', { name: 'Sign in to send' }).tap()
    await fillSignIn(page, 'Grace')
    await page.locator('.map-container.enhanced').waitFor()
    expect(Number(await direction.inputValue())).toBeCloseTo(90, 0)
    await page.getByRole('button', { name: 'Send', exact: true }).tap()
    await page.waitForURL(`${server.baseUrl}/${image}/**`)
    expect(await listPlacements(image)).toMatchObject([{ georeferenced_by: 'Grace' }])
  })

  test('shows placed pictures on the map of areas, beside which clicks set corners', async () => {
    const album = await seed.collection()
    const known = await seed.image({ collection_id: album, title: 'Old Mill' })
    await seed.point(known, { latitude: -40.25, longitude: 20.5 })
    const image = await seed.image({ collection_id: album, from_above: 1 })
    const page = await openAs('Ada', await openContext())
    await page.goto(`${server.baseUrl}/polygonal-georeference/${image}/`)
    await page.locator('.map[data-shown]').waitFor()
    await clickMap(page, 0.5, 0.5)
    const link = page.getByRole('link', { name: 'Old Mill', exact: true })
    await link.waitFor()
    expect(await link.getAttribute('href')).toBe(`${server.baseUrl}/${known}/`)
    expect(await page.getByRole('link', { name: /^Same spot/ }).count()).toBe(0)
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    expect(await page.locator('#polygon').inputValue()).toBe('')
    await clickMap(page, 0.5, 0.7)
    expect(await page.locator('#polygon').inputValue()).not.toBe('')
    await page.getByRole('button', { name: 'Pictures nearby' }).click()
    await link.waitFor()
    await page.evaluate(() => sessionStorage.clear())
  })

  test('keeps the draft of a user from the next one in the same tab', async () => {
    const image = await seed.image({ collection_id })
    const shared = await openContext()
    const tab = await openAs('Ada', shared)
    await openEditor(tab, image)
    const position = tab.getByLabel(/^Camera /)
    const leave = async () => {
      tab.once('dialog', (dialog) => void dialog.accept())
      await tab.goto(server.baseUrl)
      await shared.clearCookies()
    }
    await position.fill('50.5, 7.25')
    await leave()
    await openEditor(tab, image)
    expect(await position.inputValue()).toBe('')
    await openAs('Ada', shared)
    await openEditor(tab, image)
    expect(await position.inputValue()).toBe('50.5, 7.25')
    await leave()
    for (const name of ['Grace', 'Ada']) {
      await openAs(name, shared)
      await openEditor(tab, image)
      expect(await position.inputValue()).toBe('')
      await shared.clearCookies()
    }
  })

  test('places an image without scripts, and says what is wrong', async () => {
    const image = await seed.image({ collection_id })
    const context = await openContext({ javaScriptEnabled: false })
    const page = await openAs('Ada', context)
    await page.goto(`${server.baseUrl}/georeference/?image=${image}`)
    await page.getByLabel(/^Camera /).fill('somewhere')
    await page.getByLabel('A guess').check()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('Enter the position as latitude and longitude').waitFor()
    await page.getByText('Say what your guess is based on.').waitFor()
    expect(await page.getByLabel('A guess').isChecked()).toBe(true)
    await page.getByLabel(/^Camera /).fill('N 50° 30′ E 7° 15′')
    await page.getByLabel('How do you know?').fill('The hills')
    await page.getByLabel('Where?').fill('nowhere at all')
    await page.keyboard.press('Enter')
    await page.getByText('Nothing found.').waitFor()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.waitForURL(`${server.baseUrl}/${image}/**`)
    expect(await listPlacements(image)).toMatchObject([
      {
        latitude: 50.5,
        longitude: 7.25,
        direction: null,
        confidence: 'low',
        confidence_notes: 'The hills',
      },
    ])
  })

  test('shows both places to the slower of two people, and loses neither', async () => {
    const image = await seed.image({ collection_id })
    const other = await openAs('Grace', await openContext())
    await openEditor(page, image)
    await openEditor(other, image)
    for (const person of [other, page]) {
      await clickMap(person, person === page ? 0.3 : 0.6, 0.5)
      await person.getByLabel('Certain', { exact: true }).check()
    }
    await other.getByRole('button', { name: 'Send', exact: true }).click()
    await other.waitForURL(`${server.baseUrl}/${image}/**`)
    const position = await page.getByLabel(/^Camera /).inputValue()
    // The draft knows what the user saw, although the page of the restored one shows more.
    await page.reload()
    await page.getByText('What you entered before is back.').waitFor()
    const send = page.getByRole('button', { name: 'Send', exact: true })
    await send.click()
    await page.getByRole('alert').getByText('placed this image while you were working').waitFor()
    expect(await page.getByLabel(/^Camera /).inputValue()).toBe(position)
    expect(await page.getByRole('button', { name: 'Start from this' }).count()).toBe(1)
    await send.click()
    await page.waitForURL(`${server.baseUrl}/${image}/**`)
    expect(await listPlacements(image)).toHaveLength(2)
  })

  test('stores a placement once, although the connection breaks while it is sent', async () => {
    const image = await seed.image({ collection_id })
    await openEditor(page, image)
    await clickMap(page, 0.5, 0.5)
    await page.getByLabel('Fairly').check()
    await page.route('**/georeference/', async (route) => {
      await route.fetch({ maxRedirects: 0 })
      await route.abort('connectionreset')
    })
    const send = page.getByRole('button', { name: 'Send', exact: true })
    await send.click()
    await page.getByText('The connection broke').waitFor()
    await page.unroute('**/georeference/')
    expect(await listPlacements(image)).toHaveLength(1)
    await send.click()
    await page.waitForURL(`${server.baseUrl}/${image}/**`)
    expect(await listPlacements(image)).toHaveLength(1)
  })

  test('leads through the sign-in and back if the session has ended meanwhile', async () => {
    const image = await seed.image({ collection_id })
    const context = await openContext()
    const page = await openAs('Ada', context)
    await openEditor(page, image)
    await clickMap(page, 0.4, 0.5)
    await page.getByLabel('Fairly').check()
    await context.clearCookies()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await fillSignIn(page, 'Ada')
    await page.locator('.map-container.enhanced').waitFor()
    expect(await page.getByLabel('Fairly').isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.waitForURL(`${server.baseUrl}/${image}/**`)
    expect(await listPlacements(image)).toHaveLength(1)
  })

  test('asks before a draft is left, and lets letters be switched off', async () => {
    const image = await seed.image({ collection_id })
    await openEditor(page, image)
    await page.keyboard.press('?')
    await page.getByLabel('Letters work as shortcuts').uncheck()
    await page.keyboard.press('Escape')
    await page.keyboard.press('s')
    expect(page.url()).toContain(`image=${image}`)
    await page.evaluate(() => localStorage.clear())
    await clickMap(page, 0.5, 0.5)
    const asked = page.waitForEvent('dialog')
    const leaving = page.goto(server.baseUrl).catch(() => undefined)
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.accept()
    await leaving
    await page.evaluate(() => sessionStorage.clear())
  })

  test('is accessible, fits on one screen, and shows hostile text as text', async () => {
    const image = await addZoomableImage(server, {
      collection_id,
      title: HOSTILE,
      description: HOSTILE,
    })
    await seed.point(image, { confidence_notes: HOSTILE, direction: 45 })
    await seed.comment(image, { text: HOSTILE })
    await page.setViewportSize(DESKTOP)
    await openEditor(page, image, '&done=placed&last=1')
    await page.locator('.frame.enhanced').waitFor()
    const suggestions = page.locator('[data-suggestion]')
    const { y, height } = (await suggestions.last().boundingBox())!
    expect(y + height).toBeLessThan((await page.getByLabel(/^Camera /).boundingBox())!.y)
    const lowest = await page.evaluate(() =>
      Math.max(
        ...Array.from(
          document.querySelectorAll('.editor-map button, .editor-panel button'),
          (button) =>
            button.closest('details:not([open])') ? 0 : button.getBoundingClientRect().bottom,
        ),
      ),
    )
    expect(lowest).toBeLessThanOrEqual(DESKTOP.height)
    for (const [width, colorScheme] of WINDOWS) {
      await page.setViewportSize({ width, height: 720 })
      await page.emulateMedia({ colorScheme })
      expect(await findViolations(page), `${width} pixels, ${colorScheme}`).toEqual([])
    }
  })
})
