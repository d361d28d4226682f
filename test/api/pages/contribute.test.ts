import { afterAll, expect, test } from 'vitest'
import { forgetUser } from '../../../src/core/writes/users/forget-user.ts'
import { createBrowser, type Page } from '../../support/browser.ts'
import { hostContext } from '../../support/host-context.ts'
import { signedInBrowser } from '../../support/oauth.ts'
import { parsePage } from '../../support/parse-page.ts'
import { createSeed } from '../../support/seed.ts'
import { startTestServer } from '../../support/test-server.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)
const ada = await signedInBrowser(server, 'Ada')
const HOSTILE = '</textarea><script>alert(1)</script>'

/** Posts a form whose button has an address of its own, and opens the page to which it leads. */
async function post(page: Page, path: string, fields: Record<string, string>): Promise<Page> {
  const form = parsePage(page.text)
  const csrf = form.value('csrf')!
  const scope = form.value('scope') ?? ''
  const body = new URLSearchParams({ csrf, scope, ...fields })
  const cookie = `catalog_session=${ada.cookies().get('catalog_session')}`
  const init = { method: 'POST', body, headers: { cookie }, redirect: 'manual' as const }
  const response = await server.fetch(path, init)
  expect(response.status).toBe(303)
  return ada.open(response.headers.get('location')!)
}

function getImage(id: number) {
  return server.get(`/api/v2/images/${id}/`)
}

test('adds a comment, which its author can delete', async () => {
  const image = await seed.image()
  const page = await ada.open(`${image}/`)
  const commented = await ada.submit(page, 'Comment', { text: HOSTILE })
  expect(commented.address.search + commented.address.hash).toBe('?done=commented#comments')
  expect(commented.text).toContain('&lt;/textarea&gt;&lt;script&gt;')
  const [{ id, text }] = (await getImage(image)).comments
  expect(text).toBe(HOSTILE)
  const grace = await signedInBrowser(server, 'Grace')
  expect((await grace.open(`${image}/`)).text).not.toContain('comments/delete/')
  await ada.submit(commented, { name: 'comment', value: String(id) })
  expect((await getImage(image)).comments).toEqual([])
})

test('takes back the own newest placement of an image, unless it was checked', async () => {
  const image = await seed.image()
  const { id: userId } = await server.catalog.reads
    .selectFrom('user')
    .select('id')
    .where('username', '=', 'Ada')
    .executeTakeFirstOrThrow()
  const made = { user_id: userId, created_at: server.clock.now() }
  await seed.point(image, made)
  const page = await ada.open(`${image}/`)
  const grace = await signedInBrowser(server, 'Grace')
  expect((await grace.open(`${image}/`)).text).not.toContain('placements/withdraw/')
  const withdrawn = await ada.submit(page, 'Take back your placement', {})
  expect(withdrawn.address.search + withdrawn.address.hash).toBe('?done=withdrawn#place')
  expect(withdrawn.text).toContain('Your placement is taken back.')
  expect((await getImage(image)).georeferences).toEqual([])
  const checked = await seed.point(image, made)
  const earlier = await ada.open(`${image}/`)
  await seed.validation({ image, point: checked })
  const refused = await ada.submit(earlier, 'Take back your placement', {})
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('Another user has checked this placement')
  expect(refused.text).not.toContain('placements/withdraw/')
})

test('adds a comment of the greatest length in any script', async () => {
  const image = await seed.image()
  const text = '𠀀'.repeat(10_000)
  await ada.submit(await ada.open(`${image}/`), 'Comment', { text })
  expect((await getImage(image)).comments).toMatchObject([{ text }])
})

test('adds, orders and removes subjects', async () => {
  const image = await seed.image()
  const [mill, bridge] = [await seed.subject({ title: 'Mill' }), await seed.subject()]
  const add = async (subject: number) =>
    post(await ada.open(`${image}/`), `/${image}/subjects/`, {
      subject: String(subject),
    })
  await add(mill)
  await add(bridge)
  const names = async () =>
    (await getImage(image)).subjects.map((subject: { id: number }) => subject.id)
  expect(await names()).toEqual([mill, bridge])
  const page = await ada.open(`${image}/`)
  const ordered = await ada.submit(page, { name: 'order', value: `${bridge},${mill}` })
  expect(await names()).toEqual([bridge, mill])
  const reversed = await ada.submit(ordered, 'Undo')
  expect(await names()).toEqual([mill, bridge])
  const removed = await ada.submit(reversed, { name: 'remove', value: String(mill) })
  expect(await names()).toEqual([bridge])
  const restored = await ada.submit(removed, 'Undo')
  expect(await names()).toEqual([mill, bridge])
  expect(parsePage(restored.text).text('#subjects .note')).toBe('The subjects are as before.')
  await add(await seed.subject())
  expect(parsePage((await ada.open(removed.address.href)).text).has('#undo-subjects')).toBe(false)
})

test('leads visitors who placed an image to the sign-in with what fits into an address', async () => {
  const typed = { image: '3', position: '47.5, 7.5', confidence_notes: '橋'.repeat(1000) }
  const body = new URLSearchParams({ ...typed, scope: `creator=${'橋'.repeat(1000)}` })
  const init = { method: 'POST', body, redirect: 'manual' } as const
  const { status, headers } = await server.fetch('/georeference/', init)
  const next = new URL(headers.get('location')!, server.baseUrl).searchParams.get('next')
  expect([status, next]).toEqual([303, '/georeference/?image=3&position=47.5%2C+7.5'])
})

test('a form that names no subject, or none that there is, is invalid', async () => {
  const image = await seed.image()
  const page = await ada.open(`${image}/`)
  const csrf = parsePage(page.text).value('csrf')!
  const cookie = `catalog_session=${ada.cookies().get('catalog_session')}`
  for (const fields of [{}, { subject: ' ' }, { kb_id: 'x' }, { subject: '\0' }] as object[]) {
    const body = new URLSearchParams({ csrf, ...fields })
    const init = { method: 'POST', body, headers: { cookie } }
    const { status } = await server.fetch(`/${image}/subjects/`, init)
    expect([status, fields]).toEqual([400, fields])
  }
})

test('invites visitors to sign in, and leads them back to where they were', async () => {
  const image = await seed.image()
  const response = await server.fetch(`/${image}/?done=commented`)
  expect(response.headers.get('cache-control')).toBe('public, no-cache')
  const text = await response.text()
  expect(text).not.toContain('Your comment is added')
  const page = parsePage(text)
  expect(page.has('[name=csrf]')).toBe(false)
  const signInLink = 'a[href*="/login/?next="]'
  const link = page.attribute(`${signInLink}[href$=comments]`, 'href')
  expect(page.text(`${signInLink}[href$=report-title]`)).toBe('Sign in to report this image')
  const visitor = createBrowser(server.baseUrl)
  const signIn = await visitor.open(link!)
  const back = await visitor.submit(signIn, 'Sign in', { name: 'Visitor' })
  expect(back.address.href).toBe(`${server.baseUrl}/${image}/#comments`)
  expect(back.headers.get('cache-control')).toBe('no-store, no-transform')
  expect(back.text).toContain('Your comment')
  const old = await visitor.open(`${image}/contribute/`)
  expect(old.address.href).toBe(`${server.baseUrl}/${image}/#contribute`)
})

test('offers checks of what others placed to those who may check, and says who did', async () => {
  const linus = await signedInBrowser(server, 'Linus')
  const { id: user_id } = await server.catalog.reads
    .selectFrom('user')
    .select('id')
    .where('username', '=', 'Linus')
    .executeTakeFirstOrThrow()
  const image = await seed.image()
  const own = await seed.point(image, { user_id, created_at: 1 })
  const others = await seed.point(image, { created_at: 2 })
  expect(parsePage((await linus.open(`${image}/`)).text).has('[name=validation]')).toBe(false)
  for (let made = 0; made < 4; made += 1) await seed.point(await seed.image(), { user_id })
  const page = await linus.open(`${image}/`)
  const offered = parsePage(page.text).attributes('[name=georeference]', 'value')
  expect(offered).toContain(String(others))
  expect(offered).not.toContain(String(own))
  const correct = { name: 'validation', value: 'correct' }
  expect(parsePage(page.text).text('#history > .soft')).toBe('Not checked yet')
  const notes = 'y'.repeat(10_001)
  const refused = await linus.submit(page, correct, { notes })
  expect([refused.status, parsePage(refused.text).value('notes')]).toEqual([400, notes])
  expect(parsePage(refused.text).text(`p.error#georeference-${others}-notes-note`)).toMatch(/./)
  const checked = await linus.submit(refused, correct, { notes: '' })
  expect(checked.address.hash).toBe('#history')
  expect(checked.text).toContain('Your check is stored.')
  expect(parsePage(checked.text).text('#history > .verdict')).toBe('Confirmed by 1 person')
  const verdict = parsePage(checked.text).find('.entries .verdict')
  expect(verdict?.text()).toMatch(/^Linus confirms it/)
  const contributor = `${server.baseUrl}/contributors/${user_id}/`
  expect(verdict?.text(`a[href="${contributor}"] bdi`)).toBe('Linus')
  expect(checked.text).toContain('Check it again')
})

test('names former contributors in the language of the page, without a link', async () => {
  const image = await seed.image()
  const user = await seed.user({ username: 'Gone' })
  const point = await seed.point(image, { user_id: user })
  await seed.comment(image, { commented_by: user, text: 'By the mill.' })
  await seed.validation({ image, point }, { validated_by: await seed.user({ username: 'Idle' }) })
  await server.catalog.write((tx) => forgetUser(tx, user, hostContext(server.clock)))
  const visitor = createBrowser(server.baseUrl)
  for (const path of [`${image}/`, `georeference/?image=${image}`]) {
    const { text } = await visitor.open(`${path}${path.includes('?') ? '&' : '?'}lang=fr`)
    expect(text.match(/Ancien contributeur/gv)).toHaveLength(2)
    expect(text).not.toMatch(/former contributor|\/contributors\/-/)
    const page = parsePage(text)
    expect(page.texts('bdi')).toContain('Idle')
    expect(page.texts('a bdi')).not.toContain('Idle')
  }
})

test('reports an image, and refuses a report without a reason', async () => {
  const image = await seed.image()
  const page = await ada.open(`${image}/`)
  expect((await ada.submit(page, 'Report', { reason: '' })).status).toBe(400)
  const reported = await ada.submit(page, 'Report', { reason: 'date', text: 'Too early' })
  expect(reported.text).toContain('Thank you. Staff will look at it.')
  const flags = await server.catalog.reads
    .selectFrom('flag')
    .select(['reason', 'text'])
    .where('image_id', '=', image)
    .execute()
  expect(flags).toEqual([{ reason: 'date', text: 'Too early' }])
})

test('shows a form that is refused again, with what was typed and the error', async () => {
  const [image, other] = [await seed.image(), await seed.image()]
  const long = (length: number) => `${HOSTILE}${'x'.repeat(length)}`
  const typed = (length: number) =>
    `>\n&lt;/textarea&gt;&lt;script&gt;alert(1)&lt;/script&gt;${'x'.repeat(length)}</textarea`
  const page = await ada.open(`${image}/`)

  const comment = await ada.submit(page, 'Comment', { text: long(10_000) })
  expect(comment.status).toBe(400)
  expect(comment.text).toContain(typed(10_000))
  expect(parsePage(comment.text).text('p.error#comment-note')).toMatch(/10/)

  const report = await ada.submit(page, 'Report', { reason: '', text: HOSTILE })
  expect([report.status, report.text.includes(typed(0))]).toEqual([400, true])
  expect(parsePage(report.text).text('details[open] #report-reason-note')).toMatch(/./)
  const again = await ada.submit(report, 'Report', { reason: 'place' })
  expect(again.address.search).toBe('?done=reported')

  const entered = { position: '50.5, north', direction: '44', confidence_notes: HOSTILE }
  const editor = await ada.open(`georeference/?image=${other}`)
  const flag = { name: 'reason', value: 'place' }
  const csrf = parsePage(editor.text).value('csrf')!
  const body = new URLSearchParams({ csrf, [flag.name]: flag.value, ...entered, text: long(2000) })
  const headers = { cookie: `catalog_session=${ada.cookies().get('catalog_session')}` }
  const address = `/georeference/${other}/flag/`
  const refused = await server.fetch(address, { method: 'POST', body, headers })
  const text = await refused.text()
  expect([refused.status, text.includes(typed(2000)), text.includes(typed(0))]).toEqual([
    400,
    true,
    true,
  ])
  const shown = parsePage(text)
  expect([shown.value('position'), shown.value('direction')]).toEqual(['50.5, north', '44'])
  expect(shown.text('#text-note')).toMatch(/./)
})

test('skips or reports an image to place, which then is not drawn again', async () => {
  const collection_id = await seed.collection()
  const images = [await seed.ready({ collection_id }), await seed.ready({ collection_id })]
  const page = await ada.open(`georeference/?collection=${collection_id}`)
  const first = Number(page.address.searchParams.get('image'))
  const next = await post(page, `/georeference/${first}/skip/`, { text: 'Too blurry' })
  const second = Number(next.address.searchParams.get('image'))
  expect(new Set([first, second])).toEqual(new Set(images))
  expect(next.text).toContain(`Image ${first} was skipped.`)
  const last = await post(next, `/georeference/${second}/flag/`, { reason: 'place' })
  expect(last.text).toContain('Nothing left to place')
  expect(last.text).toContain(`Staff will look at image ${second}.`)
})

test.each([
  ['en', ['correct', 'correct'], 'Confirmed by 2 people'],
  ['de', ['incorrect'], 'Für falsch befunden von 1 Person'],
  [
    'fr',
    ['correct', 'incorrect'],
    'Contesté : 1 personne le confirme, 1 personne n’est pas d’accord',
  ],
  ['es', ['uncertain'], 'Comprobado, sin resultado'],
] as const)('sums up in words what others found (%s)', async (language, voices, words) => {
  const image = await seed.image({ from_above: 1 })
  await seed.point(image)
  const area = await seed.area(image)
  for (const validation of voices) await seed.validation({ image, area }, { validation })
  const page = await ada.open(`${image}/?lang=${language}`)
  expect(parsePage(page.text).texts('#history > p')).toContain(words)
})

test('lets those check who placed five images, and never their own', async () => {
  const grace = await signedInBrowser(server, 'Grace')
  const { id: user_id } = await server.catalog.reads
    .selectFrom('user')
    .select('id')
    .where('username', '=', 'Grace')
    .executeTakeFirstOrThrow()
  expect((await grace.open('check/')).text).toContain('Place five images yourself first.')
  await seed.setting('validators', 'staff')
  expect((await grace.open('check/')).text).toContain('only staff check what others placed')
  await seed.setting('validators', 'trusted')
  const collection_id = await seed.collection()
  for (let made = 0; made < 5; made += 1) await seed.point(await seed.ready({ collection_id }), { user_id }) // prettier-ignore
  expect((await grace.open(`check/?collection=${collection_id}`)).text).toContain('Nothing left to check') // prettier-ignore
  const image = await seed.ready({ collection_id })
  await seed.point(image, { confidence: 'low', confidence_notes: HOSTILE, direction: 90 })
  const scope = `collection=${collection_id}&year_max=2000&in_bbox=7,47,8,48`
  const dated = { edtf_date: '1905', fuzzy_from: -23_741, fuzzy_to: -23_377 }
  const skipped = await seed.ready({ collection_id, ...dated })
  await seed.point(skipped)
  const first = await grace.open(`check/?${scope}`)
  expect(first.address.searchParams.get('image')).toBe(String(skipped))
  const notes = 'y'.repeat(10_001)
  const refused = await grace.submit(first, { name: 'validation', value: 'correct' }, { notes })
  expect([refused.status, parsePage(refused.text).value('notes')]).toEqual([400, notes])
  expect(parsePage(refused.text).text('p.error#notes-note')).toMatch(/./)
  const filter = parsePage(first.text).find('[name=in_bbox][form=queue-filters][checked]')
  expect(filter?.value()).toBe('7,47,8,48')
  const nothing = await grace.submit(first, { name: 'validation', value: 'skip' })
  expect(nothing.text).toContain(`Image ${skipped} was skipped.`)
  expect(parsePage(nothing.text).text('main')).toMatch(
    /Nothing left to check.+in one area, to 2000/,
  )
  const chosen = await grace.open(`check/?collection=${collection_id}&id=${skipped}`)
  expect(chosen.address.searchParams.get('image')).toBe(String(skipped))
  const page = await grace.open(`check/?collection=${collection_id}`)
  expect(page.address.searchParams.get('image')).toBe(String(image))
  expect(page.text).toContain('Here because its contributor was guessing.')
  const checked = await grace.submit(page, { name: 'validation', value: 'incorrect' }, { notes: 'North' }) // prettier-ignore
  expect(checked.text).toContain(`Image ${image} is checked.`)
  const [{ validations }] = (await getImage(image)).georeferences
  expect(validations).toMatchObject([{ validation: 'incorrect', notes: 'North' }])
  const again = parsePage((await grace.open(`check/?image=${image}`)).text)
  expect(again.text('.editor-panel .verdict')).toBe('Found incorrect by 1 person')
  expect(again.text('.editor-panel')).toContain('Here because others disagree about it.')
})
