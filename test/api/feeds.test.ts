import { afterAll, expect, test } from 'vitest'
import { forgetUser } from '../../src/core/writes/users/forget-user.ts'
import { hostContext } from '../support/host-context.ts'
import { parsePage } from '../support/parse-page.ts'
import { createSeed } from '../support/seed.ts'
import { startTestServer } from '../support/test-server.ts'
import { readXml } from '../support/read-xml.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)
const EVIL = `]]> & <b onclick="x">'single'</b> \u0001`
const CLEAN = EVIL.replace('\u0001', '\ufffd')
const collection_id = await seed.collection({ name: EVIL })
const hidden = await seed.collection({ public: 0 })
const ada = await seed.user({ username: 'Ada <&>' })
const mill = await seed.subject({ slug: 'mill', title: EVIL })
const old = await seed.image({ collection_id, title: EVIL, created_at: 1 })
const placed = await seed.image({ collection_id, created_at: 2 })
const secret = await seed.image({ collection_id: hidden, title: 'Secret', created_at: 3 })
await seed.tag(old, mill)
await seed.tag(secret, mill)
const point = await seed.point(placed, { user_id: ada, created_at: 4 })
await seed.point(secret, { user_id: ada, created_at: 5 })
const comment = await seed.comment(old, { commented_by: ada, text: EVIL, created_at: 6 })
await seed.comment(secret, { commented_by: ada, text: 'Secret', created_at: 7 })
await seed.rebuildFeed()

const at = (path: string) => `${server.baseUrl}${path}`
const COMMENT = at(`/${old}/#comment-${comment}`)
const PLACEMENT = at(`/${placed}/#georeference-${point}`)

async function open(path: string): Promise<string> {
  const response = await server.fetch(path)
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toBe('application/atom+xml; charset=utf-8')
  return response.text()
}

test.each([
  [`/collections/${collection_id}/`, [COMMENT, PLACEMENT, at(`/${placed}/`), at(`/${old}/`)]],
  ['/subjects/mill/', [COMMENT, at(`/${old}/`)]],
  [`/contributors/${ada}/`, [COMMENT, PLACEMENT]],
])(
  'offers what is new on %s as a feed, newest first, without what is hidden',
  async (path, ids) => {
    const text = await open(`${path}feed.atom`)
    expect(readXml(text, 'id')).toEqual([at(path), ...ids])
    expect(text).not.toContain('Secret')
    const page = parsePage(await (await server.fetch(path)).text())
    expect(page.attributes('[href]', 'href')).toContain(`${at(path)}feed.atom`)
  },
)

test('shows hostile text as text, in titles, names and contents', async () => {
  const text = await open(`/contributors/${ada}/feed.atom`)
  expect(readXml(text, 'name')).toEqual(['Ada <&>', 'Ada <&>'])
  const [content] = readXml(text, 'content')
  expect(content).toContain('&lt;b onclick=&quot;x&quot;&gt;')
  expect(content).not.toContain('<b ')
  const [title] = readXml(await open('/subjects/mill/feed.atom'), 'title')
  expect(title).toContain(CLEAN)
})

test('offers the activity in the language of the address, with ids that stay', async () => {
  const german = await open('/activity/feed.atom?lang=de')
  expect(german).toContain('xml:lang="de"')
  expect(readXml(german, 'title').join('')).toMatch(/Ada .* kommentiert/v)
  const page = parsePage(await (await server.fetch('/activity/?lang=de')).text())
  expect(page.attributes('[href]', 'href')).toContain(at('/activity/feed.atom?lang=de'))
  const ids = readXml(await open('/activity/feed.atom'), 'id')
  expect(readXml(german, 'id')).toEqual(ids)
  const other = await seed.image({ collection_id })
  await seed.point(other, { user_id: ada, created_at: 8 })
  await seed.rebuildFeed()
  expect(readXml(await open('/activity/feed.atom'), 'id').toSorted()).toEqual(ids.toSorted())
})

test('responds to conditional requests, and updates with each change', async () => {
  const path = `/collections/${await seed.collection()}/feed.atom`
  const first = await server.fetch(path)
  const ETag = first.headers.get('ETag')!
  const again = () => server.fetch(path, { headers: { 'If-None-Match': ETag } })
  expect((await again()).status).toBe(304)
  const image = await seed.image({ collection_id: Number(path.split('/')[2]) })
  const readUpdate = async (): Promise<string> => {
    const next = await again()
    expect(next.status).toBe(200)
    return readXml(await next.text(), 'updated')[0]!
  }
  const imported = await readUpdate()
  await seed.change(image, { title: 'Corrected' })
  expect((await readUpdate()) > imported).toBe(true)
})

test('has no feed of what has no page', async () => {
  const gone = await seed.user()
  await seed.point(await seed.image(), { user_id: gone })
  const former = await server.catalog.write((tx) => forgetUser(tx, gone, hostContext(server.clock)))
  for (const path of [
    `/collections/${hidden}/`,
    '/subjects/nothing/',
    `/contributors/${gone}/`,
    `/contributors/${former}/`,
    `/contributors/${await seed.user()}/`,
  ])
    expect([path, (await server.fetch(`${path}feed.atom`)).status]).toEqual([path, 404])
})
