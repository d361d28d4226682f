import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { moveToSource } from '../../../src/core/writes/collections/move-collection.ts'
import { recordImported } from '../../../src/core/writes/imports/import-batches.ts'
import { editRecord } from '../../../src/core/writes/edit-record.ts'
import type { Tx } from '../../../src/core/database/store.ts'
import { openCommunity } from '../../support/contributors.ts'
import { signedInBrowser } from '../../support/oauth.ts'
import { parsePage } from '../../support/parse-page.ts'

const community = await openCommunity()
afterAll(() => community[Symbol.asyncDispose]())
const { seed, server } = community
const moderator = await community.person({ staff: true, scopes: ['moderate'] })
const staff = await signedInBrowser(server, 'Ada')
await seed.staff('Ada')

const revert = 'Revert'
const read = (image: number) => server.get(`/api/v2/images/${image}/`)

/** Submits the first form of the history of an image that reverts an action. */
async function revertLatest(image: number, verb: string) {
  const page = await staff.open(`staff/history/?image=${image}`)
  return staff.submit(page, `${revert}: ${verb}, image ${image}`)
}

const CHANGES = {
  title: 'After',
  description: 'A <b>bridge</b>.',
  creator: 'Grace',
  edtf_date: '1950',
  rotation: 90,
}

test('shows changes with both states, and writes the previous one again', async () => {
  const image = await seed.image({
    title: 'Before',
    edtf_date: '1920',
    original_date: '1920',
    creator: 'Ada',
    creator_folded: 'ada',
  })
  const before = await read(image)
  expect((await moderator.send('PATCH', `/images/${image}/`, CHANGES)).status).toBe(200)
  const page = await staff.open(`staff/history/?image=${image}`)
  expect(parsePage(page.text).text('dt:contains("Title") + dd')).toBe('Before → After')
  expect(page.text).toContain('A &lt;b&gt;bridge&lt;/b&gt;.')
  expect((await revertLatest(image, 'Edited')).text).toContain('The change is reverted.')
  expect(await read(image)).toEqual(before)
  expect((await server.get('/api/v2/images/?creator=Ada')).count).toBe(1)
  const entries = await server.catalog.reads
    .selectFrom('audit_entry')
    .select(['user_id', 'before', 'after'])
    .where('object_id', '=', String(image))
    .orderBy('id')
    .execute()
  expect(entries[1]).toEqual({
    user_id: 900_000_000,
    before: entries[0]!.after,
    after: entries[0]!.before,
  })
})

test('reverts facts, duplicates and subjects', async () => {
  const [image, original] = [await seed.image(), await seed.image()]
  const [one, two] = [await seed.subject({ slug: 'one' }), await seed.subject({ slug: 'two' })]
  await seed.tag(image, one)
  await seed.tag(image, two)
  const before = await read(image)
  for (const [change, action] of [
    [{ from_above: true, order: 7, scale: '1:5000' }, 'Moderated'],
    [{ will_not_georef: true }, 'Moderated'],
    [{ duplicate_of: original }, 'Duplicate changed'],
    [{ subjects: ['two'] }, 'Subjects changed'],
  ] as const) {
    expect((await moderator.send('PATCH', `/images/${image}/`, change)).status).toBe(200)
    expect(await read(image)).not.toEqual(before)
    expect((await revertLatest(image, action)).text).toContain('The change is reverted.')
    expect(await read(image)).toEqual(before)
  }
})

test('reverts edits, moves and hiding of collections and sources', async () => {
  const { catalog } = server
  const [source, other] = [await seed.source({ name: 'Archive' }), await seed.source()]
  const collection = await seed.collection({ source_id: source, name: 'Album' })
  const context = { actor: { userId: moderator.userId }, now: catalog.clock.now() }
  const readBoth = async () => [
    await server.get(`/api/v2/collections/${collection}/`),
    await server.get(`/api/v2/sources/${source}/`),
  ]
  const before = await readBoth()
  for (const [change, action, id] of [
    [
      (tx) =>
        editRecord(tx, { table: 'collection', id: collection, edit: { name: 'Box' } }, context),
      'Edited, collection',
      collection,
    ],
    [
      (tx) => editRecord(tx, { table: 'source', id: source, edit: { name: 'Museum' } }, context),
      'Edited, source',
      source,
    ],
    [
      (tx) => moveToSource(tx, { id: collection, sourceId: other }, context),
      'Moved, collection',
      collection,
    ],
    [
      (tx) =>
        editRecord(tx, { table: 'collection', id: collection, edit: { public: false } }, context),
      'Hidden, collection',
      collection,
    ],
  ] satisfies [(tx: Tx) => Promise<unknown>, string, number][]) {
    await catalog.write(async (tx) => {
      await change(tx)
    })
    const page = await staff.open('staff/history/')
    const after = await staff.submit(page, `${revert}: ${action} ${id}`)
    expect(after.text).toContain('The change is reverted.')
    expect(await readBoth()).toEqual(before)
  }
})

test('names values in the language of the page', async () => {
  const image = await seed.image()
  await moderator.send('PATCH', `/images/${image}/`, { from_above: true, mirror: 'h' })
  const page = await staff.open(`staff/history/?image=${image}&lang=de`)
  const text = parsePage(page.text).text('.changes')
  expect(text).toContain('Von oben aufgenommen nein → ja')
  expect(text).toContain('Spiegelung Nicht gespiegelt → Links und rechts vertauscht')
  await staff.open('staff/history/?lang=en')
})

test('reverts nothing that was changed since, and says what', async () => {
  const image = await seed.image({ title: 'First' })
  const change = (title: string) => moderator.send('PATCH', `/images/${image}/`, { title })
  await change('Second')
  const page = await staff.open(`staff/history/?image=${image}`)
  await change('Third')
  const refused = await staff.submit(page, `${revert}: Edited, image ${image}`)
  expect(refused.status).toBe(409)
  expect(parsePage(refused.text).text('main')).toContain('was changed since: title is now "Third".')
  expect((await read(image)).title).toBe('Third')
  const value = parsePage(page.text).value('entry')!
  const german = await staff.open(`staff/history/?image=${image}&lang=de`)
  const shown = parsePage(german.text).find('.changes > li')
  expect(shown?.text('p')).toMatch(/Bearbeitet.*Bild \d+/)
  expect(shown?.texts('dt')).toEqual(['Titel'])
  const again = await staff.submit(german, { name: 'entry', value })
  expect(again.text).toContain('Inzwischen wurde noch einmal geändert: Titel.')
  await staff.open('staff/history/?lang=en')
})

test('shows what a user did and what was done to them, page by page', async () => {
  const image = await seed.image()
  for (let n = 0; n < 55; n++)
    await moderator.send('PATCH', `/images/${image}/`, { title: `Title ${n}` })
  const person = await community.person()
  await moderator.send('PUT', `/users/${person.userId}/suspension/`, { reason: 'Spam.' })
  const about = await staff.open(`staff/history/?person=${person.userId}`)
  expect(about.text).toContain('Suspended')
  expect(about.text).not.toContain('Edited')
  const first = await staff.open(`staff/history/?person=${moderator.userId}`)
  expect(first.text).toContain('Title 54')
  const next = parsePage(first.text).attribute('a[rel=next]', 'href')
  const second = await staff.open(next!)
  expect(parsePage(second.text).texts('dd bdi')).toContain('Title 1')
  expect(second.text).not.toContain('Title 54')
})

test('shows an import as one line without a button that could revert nothing', async () => {
  const batch = randomUUID()
  const context = { actor: { userId: 900_000_000 }, now: server.catalog.clock.now(), batch }
  const images = [await seed.image(), await seed.image()]
  for (const id of images)
    await server.catalog.write((tx) =>
      recordImported(tx, { id, title: 'Pier', collectionId: 1 }, context),
    )
  const hasButton = ({ text }: { text: string }) => parsePage(text).has(`form [value="${batch}"]`)
  const all = await staff.open('staff/history/')
  expect(parsePage(all.text).text(`li:has(a[href$="${batch}"]) strong`)).toBe(
    '2 changes made together',
  )
  const one = await staff.open(`staff/history/?batch=${batch}`)
  expect(parsePage(one.text).text('main')).toContain(`Created · image ${images[0]}`)
  expect([hasButton(all), hasButton(one)]).toEqual([false, false])
})
