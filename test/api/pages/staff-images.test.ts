import { afterAll, expect, test } from 'vitest'
import { newVersion } from '../../../src/core/storage/keys.ts'
import { signedInBrowser } from '../../support/oauth.ts'
import { parsePage } from '../../support/parse-page.ts'
import { createSeed } from '../../support/seed.ts'
import { startTestServer } from '../../support/test-server.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const { catalog } = server
const seed = createSeed(server)
const staff = await signedInBrowser(server, 'Ada')
await seed.staff('Ada')
const STAFF_ID = 900_000_000

function readImage(id: number) {
  return catalog.reads
    .selectFrom('image')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** The audit entries of an image: the action, and the new values. */
async function listEntries(id: number) {
  const rows = await catalog.reads
    .selectFrom('audit_entry')
    .select(['user_id', 'action', 'after'])
    .where('object_id', '=', String(id))
    .orderBy('id')
    .execute()
  return rows.map(({ after, ...row }) => ({
    ...row,
    after: JSON.parse(after ?? 'null') as unknown,
  }))
}

test('edits everything about an image, and records only what changed', async () => {
  const other = await seed.collection({ name: 'Elsewhere' })
  await seed.license({ name: 'cc0', display_name: 'Public domain' })
  const image = await seed.image({
    title: 'Quay',
    original_date: '1905',
    edtf_date: '1905',
    description: 'One.\r\nTwo.',
    creator: 'A. Painter',
  })
  const page = await staff.open(`staff/images/${image}/?lang=en`)
  expect(page.text).toContain('Shown as: 1905')
  const saved = await staff.submit(page, 'Save', {
    title: ' The quay ',
    description: 'One.\r\nTwo.',
    creator: '',
    original_date: 'about 1905',
    edtf_date: '1905~',
    license_name: 'cc0',
    rotation: '90',
    mirror: 'h',
    scale: '1:5000',
    from_above: 'true',
    will_not_georef: 'true',
    order: '7',
    collection: String(other),
  })
  expect(saved.text).toContain('The changes are saved.')
  expect(saved.text).toContain('Shown as: c. 1905')
  expect(await readImage(image)).toMatchObject({
    title: 'The quay',
    description: 'One.\r\nTwo.',
    creator: null,
    original_date: 'about 1905',
    edtf_date: '1905~',
    rotation: 90,
    mirror: 'h',
    scale: '1:5000',
    from_above: 1,
    will_not_georef: 1,
    position: 7,
    collection_id: other,
  })
  expect(await listEntries(image)).toMatchObject([
    { user_id: STAFF_ID, action: 'image.edit', after: { title: 'The quay', creator: null } },
    { user_id: STAFF_ID, action: 'image.moderate', after: { position: 7, from_above: 1 } },
  ])
  const undone = await staff.submit(saved, 'Save', { from_above: 'false', order: '' })
  expect(undone.text).toContain('The changes are saved.')
  expect(await readImage(image)).toMatchObject({
    from_above: 0,
    will_not_georef: 1,
    position: null,
  })
  const unchanged = await staff.submit(undone, 'Save')
  expect(unchanged.text).toContain('The changes are saved.')
  expect(await listEntries(image)).toHaveLength(3)
})

test('shows the errors of all fields at once, and keeps what was entered', async () => {
  const image = await seed.image({ title: 'Mill' })
  const page = await staff.open(`staff/images/${image}/`)
  const wrong = {
    title: ' ',
    edtf_date: '19o5',
    source_url: 'javascript:alert(1)',
    license_name: 'unknown',
    duplicate_of: 'x',
    collection: '',
    creator: '<b>"Ada"</b>',
  }
  const { status, text } = await staff.submit(page, 'Save', wrong)
  expect(status).toBe(400)
  expect(parsePage(text).findAll('.error')).toHaveLength(6)
  for (const problem of ['This field is required.', 'Invalid EDTF date', 'Enter a valid URL.'])
    expect(text).toContain(problem)
  expect(text).toContain('value="&lt;b&gt;&quot;Ada&quot;&lt;/b&gt;"')
  expect(await listEntries(image)).toEqual([])
})

test('shows both versions if somebody else changed the same field meanwhile', async () => {
  const image = await seed.image({ title: 'Old', creator: 'Ada' })
  const page = await staff.open(`staff/images/${image}/`)
  await seed.change(image, { title: 'Theirs', creator: 'Bob' })
  const conflict = await staff.submit(page, 'Save', { title: 'Mine', scale: '1:100' })
  expect(conflict.status).toBe(409)
  expect(conflict.text).toContain('Another person changed the same values')
  expect(conflict.text).toContain('Stored now: Theirs')
  const form = parsePage(conflict.text)
  expect([form.value('title'), form.value('creator')]).toEqual(['Mine', 'Bob'])
  expect(await readImage(image)).toMatchObject({ title: 'Theirs', scale: null })
  const saved = await staff.submit(conflict, 'Save')
  expect(saved.text).toContain('The changes are saved.')
  expect(await readImage(image)).toMatchObject({ title: 'Mine', creator: 'Bob', scale: '1:100' })
})

test('merges changes of different fields', async () => {
  const image = await seed.image({ title: 'Old' })
  const page = await staff.open(`staff/images/${image}/`)
  await seed.change(image, { creator: 'Bob' })
  const saved = await staff.submit(page, 'Save', { title: 'New' })
  expect(saved.text).toContain('The changes are saved.')
  expect(await readImage(image)).toMatchObject({ title: 'New', creator: 'Bob' })
})

test('says why an image cannot be a duplicate', async () => {
  const image = await seed.image()
  await seed.point(image)
  const page = await staff.open(`staff/images/${image}/`)
  const refused = await staff.submit(page, 'Save', { duplicate_of: String(await seed.image()) })
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('has georeferences, so it cannot be a duplicate.')
})

test('edits hidden images, and links to the form only for staff', async () => {
  const hidden = await seed.image({ collection_id: await seed.collection({ public: 0 }) })
  const page = await staff.open(`staff/images/${hidden}/`)
  expect(page.text).toContain('not public')
  const image = await seed.image()
  expect((await staff.open(`${image}/`)).text).toContain(`/staff/images/${image}/`)
  const other = await signedInBrowser(server, 'Bob')
  expect((await other.open(`${image}/`)).text).not.toContain('/staff/')
  expect((await staff.open('staff/images/999999/')).status).toBe(404)
})

test('previews what is not public for staff, and for nobody else', async () => {
  const source = await seed.source({ name: 'Secret source', slug: 'secret', public: 0 })
  const collection = await seed.collection({ source_id: source, name: 'Secret album' })
  const own = await seed.collection({ name: 'Secret drawer', public: 0 })
  const file = { file_version: 'v1', file_type: 'image/jpeg', generation: newVersion() }
  const image = await seed.image({ collection_id: collection, title: 'Secret quay', ...file })
  await seed.image({ collection_id: own, title: 'Secret yard' })
  await seed.point(image, { latitude: 50, longitude: 7 })
  const paths = [
    `${image}/`,
    `${image}/comments/`,
    `${image}/placements/`,
    `${image}/subjects/`,
    `georeference/?image=${image}`,
    `polygonal-georeference/${image}/`,
    `collections/${collection}/`,
    `collections/${own}/`,
    'sources/secret/',
  ]
  const user = await signedInBrowser(server, 'Bob')
  for (const path of paths) {
    const { status, headers, text } = await staff.open(path)
    expect([path, status]).toEqual([path, 200])
    expect(headers.get('cache-control')).toMatch(/^no-store\b/)
    const page = parsePage(text)
    expect(page.texts('.badge')).toContain('not public')
    expect(page.attribute('head meta[name=robots]', 'content')).toBe('noindex')
    const [head = '', body = ''] = text.split('</head>')
    expect(head).not.toMatch(/canonical|hreflang|og:|json/)
    expect(body).not.toMatch(/\/embed\/|\/iiif\/presentation|\/api\/v2\/images|\/similar\//)
    expect((await user.open(path)).status).toBe(404)
    const anonymous = await (await server.fetch(`/${path}`)).text()
    expect([path, anonymous.includes('Secret')]).toEqual([path, false])
  }
  for (const path of [`${image}/embed/`, `${image}/similar/`])
    expect((await staff.open(path)).status).toBe(404)

  const shown = (await staff.open(`${image}/`)).text
  expect(shown).toContain(`/derivatives/${image}/${file.generation}/display.jpg`)
  const original = parsePage(shown).attribute('.files a[href*="original.jpg"]', 'href')
  expect(original).toMatch(/original\.jpg\?v=v1&key=900000000\../)
  expect((await staff.open(`collections/${collection}/`)).text).toContain('Secret quay')
  const album = parsePage((await staff.open('sources/secret/')).text)
  expect(album.text('main')).toMatch(/Secret album.*Secret quay/)
  const commented = await staff.submit(await staff.open(`${image}/`), 'Comment', {
    text: 'Rotate it?',
  })
  expect([commented.status, commented.text.includes('Rotate it?')]).toEqual([200, true])
})

test('shows a public source to staff as to everyone', async () => {
  const source = await seed.source({ name: 'Archive', slug: 'archive' })
  await seed.image({ collection_id: await seed.collection({ source_id: source, name: 'Open' }) })
  const secret = await seed.collection({ source_id: source, name: 'Secret', public: 0 })
  await seed.image({ collection_id: secret })
  const { text } = await staff.open('sources/archive/')
  expect(text).toContain('1 collection')
  expect(text).not.toMatch(/Secret|noindex|not public/)
})

test('deletes an image after its number is typed', async () => {
  const image = await seed.image({ title: 'Blurred' })
  await seed.comment(image)
  const page = await staff.open(`staff/images/${image}/delete/`)
  expect(parsePage(page.text).text('dt:contains("Comments") + dd')).toBe('1')
  const wrong = await staff.submit(page, 'Delete the image', { number: String(image + 1) })
  expect(wrong.status).toBe(400)
  expect(wrong.text).toContain('This is not the number of the image.')
  const original = await seed.image({ duplicate_of: image })
  const refused = await staff.submit(wrong, 'Delete the image', { number: String(image) })
  expect(refused.status).toBe(409)
  expect(refused.text).toContain(`Image ${original} is a duplicate of image ${image}.`)
  await seed.change(original, { duplicate_of: null })
  const done = await staff.submit(refused, 'Delete the image', { number: ` ${image} ` })
  expect(done.text).toContain('The image was deleted.')
  expect((await staff.open(`staff/images/${image}/`)).status).toBe(404)
  expect(await listEntries(image)).toMatchObject([{ user_id: STAFF_ID, action: 'image.delete' }])
})
