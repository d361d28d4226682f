import { afterAll, expect, test } from 'vitest'
import type { Page } from '../../support/browser.ts'
import { signedInBrowser } from '../../support/oauth.ts'
import { createSeed } from '../../support/seed.ts'
import { startTestServer } from '../../support/test-server.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)
const ada = await signedInBrowser(server, 'Ada')
const HOSTILE = '</textarea><script>alert(1)</script>'

/** Posts a form whose button has an address of its own, and opens the page to which it leads. */
async function post(page: Page, path: string, fields: Record<string, string>): Promise<Page> {
  const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)![1]!
  const scope = /name="scope" value="([^"]*)"/.exec(page.text)?.[1] ?? ''
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
  const page = await ada.open(`${image}/contribute/`)
  const commented = await ada.submit(page, 'Comment', { text: HOSTILE })
  expect(commented.address.search + commented.address.hash).toBe('?done=commented#comments')
  expect(commented.text).toContain('&lt;/textarea&gt;&lt;script&gt;')
  const [{ id, text }] = (await getImage(image)).comments
  expect(text).toBe(HOSTILE)
  const grace = await signedInBrowser(server, 'Grace')
  expect((await grace.open(`${image}/contribute/`)).text).not.toContain('comments/delete/')
  await ada.submit(commented, { name: 'comment', value: String(id) })
  expect((await getImage(image)).comments).toEqual([])
})

test('adds, orders and removes subjects', async () => {
  const image = await seed.image()
  const [mill, bridge] = [await seed.subject({ title: 'Mill' }), await seed.subject()]
  const add = async (subject: number) =>
    post(await ada.open(`${image}/contribute/`), `/${image}/subjects/`, {
      subject: String(subject),
    })
  await add(mill)
  await add(bridge)
  const names = async () =>
    (await getImage(image)).subjects.map((subject: { id: number }) => subject.id)
  expect(await names()).toEqual([mill, bridge])
  const page = await ada.open(`${image}/contribute/`)
  const ordered = await ada.submit(page, { name: 'order', value: `${bridge},${mill}` })
  expect(await names()).toEqual([bridge, mill])
  await ada.submit(ordered, { name: 'remove', value: String(bridge) })
  expect(await names()).toEqual([mill])
})

test('a form that names no subject, or none that there is, is invalid', async () => {
  const image = await seed.image()
  const page = await ada.open(`${image}/contribute/`)
  const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)![1]!
  const cookie = `catalog_session=${ada.cookies().get('catalog_session')}`
  for (const fields of [{}, { subject: ' ' }, { kb_id: 'x' }, { subject: '\0' }] as object[]) {
    const body = new URLSearchParams({ csrf, ...fields })
    const init = { method: 'POST', body, headers: { cookie } }
    const { status } = await server.fetch(`/${image}/subjects/`, init)
    expect([status, fields]).toEqual([400, fields])
  }
})

test('reports an image, and refuses a report without a reason', async () => {
  const image = await seed.image()
  const page = await ada.open(`${image}/contribute/`)
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

test('skips or reports an image to place, which then is not drawn again', async () => {
  const collection_id = await seed.collection()
  const images = [await seed.image({ collection_id }), await seed.image({ collection_id })]
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

test('lets those check who placed five images, and never their own', async () => {
  const grace = await signedInBrowser(server, 'Grace')
  const { id: user_id } = await server.catalog.reads
    .selectFrom('user')
    .select('id')
    .where('username', '=', 'Grace')
    .executeTakeFirstOrThrow()
  expect((await grace.open('check/')).text).toContain('Place five images yourself first.')
  const collection_id = await seed.collection()
  for (let made = 0; made < 5; made += 1) await seed.point(await seed.image({ collection_id }), { user_id }) // prettier-ignore
  expect((await grace.open(`check/?collection=${collection_id}`)).text).toContain('Nothing left to check') // prettier-ignore
  const image = await seed.image({ collection_id })
  await seed.point(image, { confidence: 'low', confidence_notes: HOSTILE, direction: 90 })
  const page = await grace.open(`check/?collection=${collection_id}`)
  expect(page.address.searchParams.get('image')).toBe(String(image))
  expect(page.text).toContain('Here because its contributor was guessing.')
  const checked = await grace.submit(page, { name: 'validation', value: 'incorrect' }, { notes: 'North' }) // prettier-ignore
  expect(checked.text).toContain(`Image ${image} is checked.`)
  const [{ validations }] = (await getImage(image)).georeferences
  expect(validations).toMatchObject([{ validation: 'incorrect', notes: 'North' }])
})
