import { afterAll, expect, test } from 'vitest'
import { accountExport } from '../../../src/core/contract/account-export.ts'
import { forgetUser } from '../../../src/core/writes/users/forget-user.ts'
import { rebuildActivity } from '../../../src/core/writes/feed/rebuild.ts'
import type { Browser } from '../../support/browser.ts'
import { authorizeAgain, isTokenValid, registerApp, signedInBrowser } from '../../support/oauth.ts'
import { parsePage } from '../../support/parse-page.ts'
import { createSeed } from '../../support/seed.ts'
import { startTestServer } from '../../support/test-server.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)
const { catalog } = server

async function findUser(name: string): Promise<number> {
  const { id } = await catalog.reads
    .selectFrom('user')
    .select('id')
    .where('username', '=', name)
    .executeTakeFirstOrThrow()
  return id
}

/** Signs in a user, who gets one contribution of each kind. */
async function signInContributor(name: string): Promise<{ browser: Browser; id: number }> {
  const browser = await signedInBrowser(server, name)
  const id = await findUser(name)
  const image = await seed.image({ title: `Harbor of ${name}`, from_above: 1 })
  const point = await seed.point(image, { user_id: id, confidence_notes: 'By the crane.' })
  await seed.validation({ image, point }, { validation: 'incorrect' })
  await seed.area(image, { user_id: id })
  await seed.validation({ image, point }, { validated_by: id, validation: 'uncertain' })
  await seed.comment(image, { commented_by: id, text: '<b>Low tide</b>' })
  const subject = await seed.subject({ title: `Crane of ${name}` })
  await catalog.write(async (tx) => {
    const tag = { image_id: image, subject_id: subject, position: 1, tagged_by: id, tagged_at: 4 }
    await tx.insertInto('image_subject').values(tag).execute()
    await tx
      .insertInto('skip')
      .values({ user_id: id, image_id: image, reason: 'dark', skipped_at: 5 })
      .execute()
    const flag = { image_id: image, reason: 'rights', text: 'Whose?', flagged_by: id } as const
    await tx
      .insertInto('flag')
      .values({ ...flag, flagged_at: 6 })
      .execute()
    await rebuildActivity(tx)
  })
  return { browser, id }
}

test('counts what others did since the last visit where the user contributed', async () => {
  const { browser, id } = await signInContributor('Mary')
  const own = await seed.image({ title: 'Mine' })
  const point = await seed.point(own, { user_id: id })
  await browser.open('account/')
  const hour = 3600
  server.clock.advance(hour)
  const elsewhere = await seed.image({ title: 'Elsewhere' })
  await seed.comment(elsewhere)
  await seed.comment(own)
  await seed.comment(own, { commented_by: id })
  await seed.point(own)
  await seed.validation({ image: own, point })
  const hidden = await seed.image({
    title: 'Secret',
    collection_id: await seed.collection({ public: 0 }),
  })
  await seed.point(hidden, { user_id: id })
  await seed.comment(hidden)
  const another = await signedInBrowser(server, 'Mary')
  const numbers = async (device = browser) => {
    const page = parsePage((await device.open('account/')).text)
    const counts = 'h2:contains("New since") + dl'
    return [...page.texts(`${counts} dd`).map(Number), ...page.texts(`${counts} + ul [dir=auto]`)]
  }
  expect(await numbers()).toEqual([1, 1, 1, 'Mine'])
  // The same visit, although the page is loaded again, and with another browser.
  server.clock.advance(120)
  expect(await numbers()).toEqual([1, 1, 1, 'Mine'])
  expect(await numbers(another)).toEqual([1, 1, 1, 'Mine'])
  server.clock.advance(hour)
  expect(await numbers(another)).toEqual([0, 0, 0])
  expect(await numbers()).toEqual([0, 0, 0])
})

test('lists the user’s own work of each kind, with how others judged it', async () => {
  const { browser } = await signInContributor('Ada')
  const open = async (kind: string) => {
    const { text } = await browser.open(`account/work/?kind=${kind}`)
    return parsePage(text).text('.works > li')
  }
  expect(await open('points')).toMatch(
    /Harbor of Ada.*High confidence\. Checked: 0 correct, 1 uncertain, 1 incorrect.*By the crane\./,
  )
  expect(await open('areas')).toContain('Not checked yet')
  expect(await open('validations')).toContain('Uncertain')
  expect(await open('comments')).toContain('<b>Low tide</b>')
  const tags = parsePage((await browser.open('account/work/?kind=tags')).text)
  const subject = tags.find('.works a[href*="/subjects/"]:has(bdi)')
  expect(tags.text('.works p')).toContain(`Added ${subject?.text()}`)
  expect(subject?.text('bdi')).toBe('Crane of Ada')
  expect(await open('tags&lang=de')).toContain('hinzugefügt')
  expect((await browser.open('account/work/?kind=other')).status).toBe(400)
  expect((await browser.open('account/work/?before=x')).status).toBe(400)
})

test('does not show the title or the picture of an image that was hidden', async () => {
  const browser = await signedInBrowser(server, 'Watcher')
  const commented_by = await findUser('Watcher')
  const collection_id = await seed.collection({ public: 0 })
  const image = await seed.image({ collection_id, title: 'Secret', generation: 'a'.repeat(22) })
  await seed.comment(image, { commented_by, text: 'My remark.' })
  const { text } = await browser.open('account/work/?kind=comments')
  expect(text).toMatch(new RegExp(`Image ${image}, which is not public[^]*My remark.`))
  expect(text).not.toMatch(/Secret|aaaaaa/)
})

test('pages through the own work without repeating or missing any', async () => {
  const browser = await signedInBrowser(server, 'Prolific')
  const image = await seed.image()
  const id = await findUser('Prolific')
  for (let n = 0; n < 60; n++) {
    await seed.comment(image, { commented_by: id, text: `Remark ${n}.`, created_at: n >> 2 })
  }
  const seen: string[] = []
  let path: string | undefined = 'account/work/?kind=comments'
  while (path) {
    const { text } = await browser.open(path)
    seen.push(...[...text.matchAll(/Remark (\d+)\./g)].map(([, number]) => number!))
    path = parsePage(text).attribute('a[rel=next]', 'href')
  }
  expect(seen).toEqual(Array.from({ length: 60 }, (_, n) => String(59 - n)))
})

test('exports everything about the user as documented JSON, and nothing about others', async () => {
  const { browser, id } = await signInContributor('Grace')
  await signInContributor('Hidden')
  const app = await registerApp(server, { name: 'Scanner' })
  await authorizeAgain(server, browser, app)
  const { status, headers, text } = await browser.open('account/export/')
  expect(status).toBe(200)
  expect(headers.get('content-disposition')).toBe('attachment; filename="account.json"')
  expect(headers.get('cache-control')).toBe('no-store')
  const exported = accountExport.strict().parse(JSON.parse(text))
  expect(exported).toMatchObject({
    account: { id, username: 'Grace', is_staff: false, suspended_at: null },
    sessions: [{}],
    consents: [{ app: 'Scanner', scopes: ['read'] }],
    authorizations: [{ app: 'Scanner', label: null }],
    georeferences: [{ confidence: 'high', confidence_notes: 'By the crane.' }],
    from_above_georeferences: [{ polygon: { type: 'Polygon' } }],
    validations: [{ validation: 'uncertain' }],
    comments: [{ text: '<b>Low tide</b>' }],
    hidden_comments: [],
    tag_changes: [{ action: 'added' }],
    flags: [{ reason: 'rights', text: 'Whose?', resolved_at: null }],
    skips: [{ reason: 'dark' }],
    images: [],
    changes: [],
  })
  expect(text).not.toMatch(/Hidden|catalog_session|csrf/)
  const anonymous = await server.fetch('/account/export/', { redirect: 'manual' })
  expect(anonymous.headers.get('location')).toContain('/login/?next=%2Faccount%2Fexport%2F')
})

test('limits how often a user can ask for the erasure', async () => {
  const { browser } = await signInContributor('Hasty')
  const page = await browser.open('account/erase/')
  const ask = () => browser.submit(page, 'Erase the account', { name: 'Ada' })
  for (let n = 0; n < 5; n += 1) expect((await ask()).status).toBe(400)
  const refused = await ask()
  expect([refused.status, refused.text]).toEqual([
    429,
    expect.stringContaining('You have sent too many requests.'),
  ])
})

test('erases the account after the name was typed, and starts afresh at the next sign-in', async () => {
  const { browser, id } = await signInContributor('Leaver')
  const elsewhere = await signedInBrowser(server, 'Leaver')
  const app = await registerApp(server)
  const { access_token } = await authorizeAgain(server, browser, app)
  const ask = await browser.open('account/erase/')
  const button = 'Erase the account'
  const wrong = await browser.submit(ask, button, { name: 'Ada' })
  expect(wrong.status).toBe(400)
  expect(wrong.text).toContain('This is not your name.')
  expect(parsePage(wrong.text).value('name')).toBe('Ada')
  const home = await browser.submit(wrong, button, { name: 'Leaver' })
  expect(home.address.pathname).toBe('/')
  expect(parsePage(home.text).texts('bdi')).not.toContain('Leaver')
  for (const gone of [browser, elsewhere]) {
    expect((await gone.open('account/')).address.pathname).toBe('/login/')
  }
  expect(await isTokenValid(server, access_token)).toBe(false)
  const users = await catalog.reads.selectFrom('user').select('id').where('id', '=', id).execute()
  expect(users).toEqual([])
  const feed = JSON.stringify(await server.get('/api/v2/activity/?limit=100'))
  expect(feed).toContain('former contributor')
  expect(feed).not.toMatch(/"Leaver"/)
  await catalog.write(rebuildActivity)
  expect(JSON.stringify(await server.get('/api/v2/activity/?limit=100'))).toBe(feed)
  const again = await signedInBrowser(server, 'Leaver')
  expect((await again.open('account/work/?kind=comments')).text).toContain('Nothing yet.')
  expect((await again.open('account/')).text).toContain('Apps that you allow will appear here.')
})

test('a user who is staff erases the account like others, and loses the role', async () => {
  const browser = await signedInBrowser(server, 'Boss')
  await seed.staff('Boss')
  await browser.submit(await browser.open('account/erase/'), 'Erase the account', { name: 'Boss' })
  const again = await signedInBrowser(server, 'Boss')
  expect(parsePage((await again.open('account/')).text).texts('.badge')).not.toContain('staff')
  const entry = await catalog.reads
    .selectFrom('audit_entry')
    .select(['user_id', 'object_id', 'before'])
    .where('action', '=', 'user.forget')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(entry.user_id).toBeLessThan(0)
  expect(entry).toMatchObject({ object_id: String(entry.user_id), before: '{"is_staff":1}' })
})

test('the API names no former contributor in place of a user', async () => {
  const user = await seed.user()
  const image = await seed.image()
  await seed.point(image, { user_id: user })
  const context = { actor: { userId: user }, now: catalog.clock.now() }
  const former = await catalog.write((tx) => forgetUser(tx, user, context))
  const points = await server.get('/api/v2/georeferences/?page_size=100')
  const point = points.features.find(
    ({ properties }: { properties: { image_id: number } }) => properties.image_id === image,
  )
  expect(point.properties.georeferenced_by).toBe('former contributor')
  expect(JSON.stringify(points)).not.toContain(String(former) + ',')
  const contributors = JSON.stringify(await server.get('/api/v2/users/?page_size=100'))
  expect(contributors).not.toContain('former')
  expect((await server.fetch(`/contributors/${former}/`)).status).toBe(404)
})
