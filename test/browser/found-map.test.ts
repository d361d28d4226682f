import { afterAll, describe, expect, test } from 'vitest'
import { browserIsMissing, shareChromium } from '../support/chromium.ts'
import { createSeed } from '../support/seed.ts'
import { startTestServer } from '../support/test-server.ts'
import { recordPage } from '../support/zoomable-image.ts'

describe.skipIf(browserIsMissing())('what shows a spot', { timeout: 60_000 }, async () => {
  if (browserIsMissing()) return
  const server = await startTestServer()
  const chromium = await shareChromium()
  const context = await chromium.newContext({ reducedMotion: 'reduce' })
  afterAll(async () => {
    await context.close()
    await server[Symbol.asyncDispose]()
  })
  const seed = createSeed(server)
  const addCamera = async (title: string, longitude: number, direction: number | null) => {
    const image = await seed.image({ title })
    await seed.point(image, { longitude, latitude: 47.56, direction })
  }
  await addCamera('From the west', 7.58, 90)
  await addCamera('From the east', 7.6, 270)
  await addCamera('From the east, too', 7.6, null)

  test('shows the cameras on a map, which marks pictures of the list and is marked by them', async () => {
    const page = await context.newPage()
    const { problems } = recordPage(page)
    await page.goto(`${server.baseUrl}/search/?mode=in-view&lat=47.56&lon=7.59`)
    const map = page.locator('.map-container.enhanced .map')
    await map.waitFor()
    const titles = () => page.locator('.pictures .title').allTextContents()
    expect((await titles()).toSorted()).toEqual([
      'From the east',
      'From the east, too',
      'From the west',
    ])
    const before = await map.screenshot()
    await page.getByRole('link', { name: 'From the west' }).focus()
    await expect.poll(async () => before.equals(await map.screenshot())).toBe(false)
    await map.scrollIntoViewIfNeeded()
    const box = (await map.boundingBox())!
    // The map begins with the spot in its middle, and with a margin of half of the distance from it to the cameras.
    const [top, bottom] = [16, 48]
    const distance = box.height - top - bottom
    const x = box.x + box.width / 2
    const y = box.y + (box.height + top - bottom) / 2
    const chosen: string[] = []
    for (const camera of [x - distance, x + distance, x + distance]) {
      await page.mouse.click(camera, y)
      const titleOfChosen = () => page.locator('.pictures .chosen .title').allTextContents()
      await expect.poll(titleOfChosen).not.toEqual(chosen.slice(-1))
      chosen.push(...(await titleOfChosen()))
    }
    expect(chosen[0]).toBe('From the west')
    expect(chosen.slice(1).toSorted()).toEqual(['From the east', 'From the east, too'])
    await page
      .getByRole('status')
      .filter({ hasText: chosen.at(-1)! })
      .waitFor()
    expect(problems.filter((problem) => !problem.includes('willReadFrequently'))).toEqual([])
  })
})
