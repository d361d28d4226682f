import { afterAll, expect, test } from 'vitest'
import { routes } from '../../../src/server/routes/index.ts'
import { signedInBrowser } from '../../support/oauth.ts'
import { createSeed } from '../../support/seed.ts'
import { startTestServer } from '../../support/test-server.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)

const fields = new Set<string>()

/** Ends the attributes, titles and scripts that it may stand in, and adds an element that no page has. */
function hostile(field: string): string {
  fields.add(field)
  return `"' --></title></textarea></script><b id=x-${field}>`
}

const now = server.catalog.clock.now()
await seed.setting('site_name', hostile('site'))
const license_id = await seed.license({ display_name: hostile('license') })
const source_id = await seed.source({
  name: hostile('source'),
  slug: '1',
  description: hostile('source-description'),
})
const collection_id = await seed.collection({
  source_id,
  name: hostile('collection'),
  slug: '1',
  description: hostile('collection-description'),
})
const image = await seed.image({
  collection_id,
  license_id,
  title: hostile('title'),
  description: hostile('description'),
  creator: hostile('creator'),
  original_date: hostile('date'),
  reference_id: hostile('reference'),
  camera: hostile('camera'),
})
const damaged = await seed.image({ collection_id })
const failure_of = await seed.file(damaged, Buffer.from('no picture'))
const failure_reason = hostile('damage')
await seed.change(damaged, { failure_of, failure_state: 'damaged', failure_reason })
const subject = await seed.subject({
  title: hostile('subject'),
  slug: '1',
  description: hostile('subject-description'),
  kb_description: hostile('knowledge-base'),
})
await seed.tag(image, subject)
const user_id = await seed.user({ id: 1, username: hostile('user') })
const point = await seed.point(image, { user_id, confidence_notes: hostile('placement') })
await seed.validation({ image, point }, { validated_by: user_id, notes: hostile('check') })
await seed.comment(image, { commented_by: user_id, text: hostile('comment') })
await server.catalog.write(async (tx) => {
  const reported = { image_id: image, flagged_by: user_id, flagged_at: now, resolved_at: null }
  await tx
    .insertInto('flag')
    .values({ ...reported, resolved_by: null, reason: 'other', text: hostile('flag') })
    .execute()
  await tx
    .insertInto('suspension')
    .values({ user_id, suspended_by: null, suspended_at: now, reason: hostile('suspension') })
    .execute()
  const hidden = { id: 1001, image_id: image, commented_by: user_id, created_at: now }
  await tx
    .insertInto('hidden_comment')
    .values({ ...hidden, text: hostile('hidden-comment'), hidden_by: null, hidden_at: now })
    .execute()
})
await seed.rebuildFeed()
const staff = await signedInBrowser(server, 'Ada')
await seed.staff('Ada')
const form = await staff.open('staff/sources/1/')
await staff.submit(form, 'Save', { url: 'https://source.example/changed' })

const typed = encodeURIComponent(hostile('query'))
const addresses = [
  ...new Set(
    routes
      .filter(({ method, errorFormat }) => method === 'GET' && errorFormat === 'page')
      .map(({ path }) => path.slice(1).replaceAll(/:\w+/g, '1')),
  ),
  ...['search/?q=', 'images/?creator=', 'map/?creator=', 'staff/people/?name='].map(
    (path) => path + typed,
  ),
  'subjects/1/feed.atom',
  'collections/1/feed.atom',
  'feed.atom',
]
const asText = new Set<string>()

const pages = addresses.map((path) => ({ path, page: path.replace(/\?.*/, '') }))
test.each(pages)('/$page shows the texts of other people as text', async ({ path }) => {
  for (const visitor of ['staff', 'anonymous']) {
    const cookie = [...staff.cookies()].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { accept: 'text/html', ...(visitor === 'staff' && { cookie }) }
    const response = await server.fetch(`/${path}`, { headers, redirect: 'manual' })
    const text = await response.text()
    expect(response.status).not.toBe(500)
    expect(text.match(/<b id=x-[\w-]+/g)).toBeNull()
    for (const [, field = ''] of text.matchAll(/&lt;b id=x-([\w-]+)&gt;/g)) asText.add(field)
  }
})

test('shows every text on a page', () => {
  expect([...fields].filter((field) => !asText.has(field))).toEqual([])
})
