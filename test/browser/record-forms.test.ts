import { afterAll, describe, expect, test } from 'vitest'
import { browserIsMissing, shareChromium } from '../support/chromium.ts'
import { createSeed } from '../support/seed.ts'
import { signIn } from '../support/sign-in.ts'
import { startTestServer } from '../support/test-server.ts'

describe.skipIf(browserIsMissing())('the forms of staff', { timeout: 60_000 }, async () => {
  if (browserIsMissing()) return
  const stack = new AsyncDisposableStack()
  afterAll(() => stack.disposeAsync())
  const server = stack.use(await startTestServer())
  const seed = createSeed(server)
  await seed.staff('Ada')
  await seed.license({ name: 'CC0-1.0', display_name: 'CC0' })
  const chromium = await shareChromium()
  const context = await chromium.newContext({ timezoneId: 'Europe/Zurich' })
  stack.defer(() => context.close())
  const page = await context.newPage()
  await signIn(page, server.baseUrl, 'Ada')

  const save = () => page.getByRole('button', { name: 'Save' }).click()

  test('ask before what was typed is left, and keep it until it is saved', async () => {
    const image = await seed.image({ title: 'Bridge', description: 'Old.' })
    const address = `${server.baseUrl}/staff/images/${image}/`
    const read = async () => ({
      title: await page.getByLabel('Title').inputValue(),
      license: await page.getByLabel('License').inputValue(),
      isClosed: await page.getByLabel('Will not be placed on the map').isChecked(),
    })
    const typed = { title: 'Iron bridge', license: 'CC0-1.0', isClosed: true }
    await page.goto(address)
    await page.getByLabel('Title').fill(typed.title)
    await page.getByLabel('License').selectOption(typed.license)
    await page.getByLabel('Will not be placed on the map').check()
    const asked = page.waitForEvent('dialog')
    const leaving = page.goto(server.baseUrl)
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.accept()
    await leaving
    await page.goto(address)
    await expect.poll(read).toEqual(typed)
    await save()
    await page.getByText('The changes are saved.').waitFor()
    expect(await server.get(`/api/v2/images/${image}/`)).toMatchObject({ title: 'Iron bridge' })
    await page.goto(address)
    expect(await read()).toEqual(typed)
    await page.goto(server.baseUrl)
  })

  test('ask for a time in the time zone of the browser', async () => {
    const person = await seed.user({ username: 'Careless' })
    await page.goto(`${server.baseUrl}/staff/people/${person}/`)
    const zone = page.getByLabel('Time zone')
    await expect.poll(() => zone.inputValue()).toBe('Europe/Zurich')
    await page.getByLabel('From this time on').fill('2026-02-01T12:00')
    await page.getByRole('button', { name: 'Show what would be reverted' }).click()
    await page.getByText('There is nothing to revert.').waitFor()
    expect(await zone.inputValue()).toBe('Europe/Zurich')
  })

  test('say what is wrong without losing what was typed, in the form that was sent', async () => {
    const source = await seed.source({ name: 'Archive', slug: 'archive' })
    await page.goto(`${server.baseUrl}/staff/sources/${source}/`)
    const album = page.locator('form[data-draft$="/collections/"]')
    await album.getByLabel('Name', { exact: true }).fill('Album')
    await album.getByLabel('Short name').fill('not a slug')
    await album.getByRole('button').click()
    await album.locator('[aria-invalid="true"]').waitFor()
    const values = (form: string) =>
      page
        .locator(`form[data-draft${form}] [type="text"]`)
        .evaluateAll((fields) =>
          fields.map((field) => (field as HTMLInputElement).value).slice(0, 2),
        )
    expect(await values('$="/collections/"')).toEqual(['Album', 'not a slug'])
    expect(await values(`$="/${source}/"`)).toEqual(['Archive', 'archive'])
    expect(new URL(page.url()).pathname).toBe(`/staff/sources/${source}/`)
  })
})
