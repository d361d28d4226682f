import { afterAll, expect, test } from 'vitest'
import { listSettings } from '../../../src/core/queries/settings/settings.ts'
import { pauseJobs, resumeJobs } from '../../../src/core/job-queue/pause.ts'
import { hostContext } from '../../support/host-context.ts'
import type { Page } from '../../support/browser.ts'
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
const ABOUT = { url: 'https://archive.example/', description: 'Papers.' }

async function listActions(object_type: string): Promise<string[]> {
  const rows = await catalog.reads
    .selectFrom('audit_entry')
    .select(['action', 'user_id'])
    .where('object_type', '=', object_type)
    .orderBy('id')
    .execute()
  expect(new Set(rows.map(({ user_id }) => user_id))).toEqual(new Set([STAFF_ID]))
  return rows.map(({ action }) => action)
}

/** The titles of the images of a collection, in order. */
function listTitles({ text }: Page): string[] {
  return parsePage(text).texts('.works > li > a [dir=auto]')
}

async function getSetting(name: string): Promise<unknown> {
  return (await listSettings(catalog.reads)).find((setting) => setting.name === name)!.value
}

test('creates, changes and publishes a source and a collection, and announces it', async () => {
  const list = await staff.open('staff/sources/?lang=en')
  const blank = await staff.submit(list, 'Create', { name: ' ', url: 'nowhere' })
  expect(blank.status).toBe(400)
  expect(blank.text).toContain('Enter a valid URL.')
  const source = await staff.submit(list, 'Create', { ...ABOUT, name: 'Town <archive>' })
  expect(source.text).toContain('Created. It is not public yet.')
  expect(parsePage(source.text).value('slug')).toBe('town-archive')
  const renamed = await staff.submit(source, 'Save', { name: 'Town archive', slug: 'town' })
  expect(renamed.text).toContain('The changes are saved.')
  const collection = await staff.submit(renamed, 'Create', {
    name: 'Bridges',
    description: 'Of iron.',
  })
  expect(collection.text).toContain('This collection is hidden')
  expect(collection.text).toContain('A collection can be announced when it is public.')
  const published = await staff.submit(collection, { name: 'public', value: 'yes' })
  expect(published.text).toContain('but its source is hidden.')
  const sourcePage = await staff.open(/staff\/sources\/\d+\//.exec(published.text)![0])
  expect(sourcePage.text).toContain('Bridges')
  await staff.submit(sourcePage, { name: 'public', value: 'yes' })
  const visible = await staff.open(collection.address.pathname.slice(1))
  const other = await staff.open(collection.address.pathname.slice(1))
  expect(visible.text).toContain('This collection is public')
  const announced = await staff.submit(visible, 'Announce in the activity feed')
  expect(announced.text).toContain('The collection was announced.')
  const again = await staff.submit(other, 'Announce in the activity feed')
  expect(again.status).toBe(409)
  expect(again.text).toContain('Bridges was already announced')
  const hidden = await staff.submit(again, { name: 'public', value: 'no' })
  expect(hidden.text).toContain('It is hidden now.')
  expect(await listActions('source')).toEqual(['source.create', 'source.edit', 'source.publish'])
  expect(await listActions('collection')).toEqual([
    'collection.create',
    'collection.publish',
    'collection.announce',
    'collection.hide',
  ])
})

test('creates a source once if its form is sent twice', async () => {
  const list = await staff.open('staff/sources/')
  const fields = { ...ABOUT, name: 'Sent twice', idempotency_key: 'create-source-once' }
  const sent = [
    await staff.submit(list, 'Create', fields),
    await staff.submit(list, 'Create', fields),
  ]
  expect(sent.map(({ text }) => text)).toEqual(Array(2).fill(expect.stringContaining('Created.')))
  expect(sent[1]!.address.href).toBe(sent[0]!.address.href)
  const other = { ...fields, slug: 'another' }
  expect((await staff.submit(list, 'Create', other)).status).toBe(422)
})

test('creates and announces a collection once if its forms are sent twice', async () => {
  const source = await seed.source()
  const page = await staff.open(`staff/sources/${source}/`)
  const fields = { name: 'Sent twice', idempotency_key: 'create-collection-once' }
  const sent = [
    await staff.submit(page, 'Create', fields),
    await staff.submit(page, 'Create', fields),
  ] as const
  expect(sent[1].address.href).toBe(sent[0].address.href)
  await staff.submit(sent[0], { name: 'public', value: 'yes' })
  const collection = await staff.open(sent[0].address.pathname.slice(1))
  const key = { idempotency_key: 'announce-once' }
  for (let n = 0; n < 2; n++) {
    const announced = await staff.submit(collection, 'Announce in the activity feed', key)
    expect(announced.text).toContain('The collection was announced.')
  }
})

test('changes on pages and by apps take from one budget', async () => {
  const busy = await signedInBrowser(server, 'Busy')
  await seed.staff('Busy')
  const source = await seed.source({ name: 'Busy source' })
  const page = await busy.open(`staff/sources/${source}/`)
  const { id } = await catalog.reads
    .selectFrom('user')
    .select('id')
    .where('username', '=', 'Busy')
    .executeTakeFirstOrThrow()
  for (let n = 0; n < 120; n++)
    await catalog.contributionLimits.count('moderations', { id, createdAt: 0 })
  const refused = await busy.submit(page, 'Save', { name: 'One more' })
  expect(refused.status).toBe(429)
  expect(parsePage(refused.text).value('name')).toBe('One more')
})

test('a new source requires the same fields as in the API, and says all that is wrong', async () => {
  await seed.source({ slug: 'present' })
  const list = await staff.open('staff/sources/')
  const refused = await staff.submit(list, 'Create', { name: 'Present' })
  expect(refused.status).toBe(400)
  expect(refused.text.match(/This field is required\./g)).toHaveLength(2)
  expect(refused.text).toContain('Another source has this slug already.')
})

test('refuses a short name that another source has, and keeps what was entered', async () => {
  await seed.source({ name: 'First', slug: 'first' })
  const second = await seed.source({ name: 'Second', slug: 'second' })
  const page = await staff.open(`staff/sources/${second}/`)
  const refused = await staff.submit(page, 'Save', { slug: 'first', name: 'Renamed' })
  expect(refused.status).toBe(400)
  const form = parsePage(refused.text)
  expect(form.has('.error')).toBe(true)
  expect(form.value('name')).toBe('Renamed')
  expect((await staff.open('staff/sources/999999/')).status).toBe(404)
})

test('notices that another person changed the same fields meanwhile, and shows both values', async () => {
  const source = await seed.source({ name: 'Archive', description: 'First.\r\nSecond.' })
  const collection = await seed.collection({ source_id: source, name: 'Album' })
  for (const path of [`staff/sources/${source}/`, `staff/collections/${collection}/`]) {
    const [mine, other, third] = [
      await staff.open(path),
      await staff.open(path),
      await staff.open(path),
    ]
    await staff.submit(other, 'Save', { name: 'Theirs <1>' })
    const both = await staff.submit(mine, 'Save', { url: 'https://mine.example/' })
    expect(both.text).toContain('The changes are saved.')
    expect(both.text).toContain('value="Theirs &lt;1&gt;"')
    const refused = await staff.submit(third, 'Save', { name: 'Mine', description: 'Mine, too.' })
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('Another person changed the same values')
    expect(refused.text).toContain('Stored now: Theirs &lt;1&gt;')
    const form = parsePage(refused.text)
    expect([form.value('name'), form.value('url')]).toEqual(['Mine', 'https://mine.example/'])
    expect(form.value('description')).toBe('Mine, too.')
    const saved = await staff.submit(refused, 'Save')
    expect(saved.text).toContain('The changes are saved.')
    expect(parsePage(saved.text).value('name')).toBe('Mine')
  }
})

test('saves a record with the longest description', async () => {
  const description = '館'.repeat(100_000)
  const list = await staff.open('staff/sources/')
  const created = await staff.submit(list, 'Create', { ...ABOUT, name: 'Long', description })
  expect(created.text).toContain('Created.')
  const saved = await staff.submit(created, 'Save', { name: 'Longest' })
  expect(saved.text).toContain('The changes are saved.')
  expect(saved.text).toContain(description)
})

test('pages through sources and through the collections of a source', async () => {
  const source_id = await seed.source({ name: 'Many' })
  for (let n = 0; n < 55; n++) await seed.collection({ source_id, name: `Album ${n}.` })
  const first = await staff.open(`staff/sources/${source_id}/`)
  const next = parsePage(first.text).attribute('a[rel=next]', 'href')
  const second = await staff.open(next!)
  const names = [first, second].flatMap(({ text }) => text.match(/Album \d+\./g) ?? [])
  expect(names).toEqual(Array.from({ length: 55 }, (_, n) => `Album ${n}.`))
})

test('orders the images of a collection, and changes those that are selected', async () => {
  const collection = await seed.collection({ name: 'Album' })
  const [first, second, third] = [
    await seed.image({ collection_id: collection, title: 'One' }),
    await seed.image({ collection_id: collection, title: 'Two' }),
    await seed.image({ collection_id: collection, title: 'Three' }),
  ]
  const path = `staff/collections/${collection}/images/`
  const page = await staff.open(path)
  expect(listTitles(page)).toEqual(['One', 'Two', 'Three'])
  const ordered = await staff.pressEnter(page, `place-${third}`, { [`place-${third}`]: '1.5' })
  expect(ordered.text).toContain('Changed 2 images.')
  expect(listTitles(ordered)).toEqual(['One', 'Three', 'Two'])
  const close = { name: 'action', value: 'close' }
  const none = await staff.submit(ordered, close)
  expect(none.status).toBe(409)
  expect(none.text).toContain('Select at least one image.')
  const chosen = { [`image-${first}`]: 'on', [`image-${second}`]: 'on' }
  const closed = await staff.submit(none, close, chosen)
  expect(closed.text.match(/will not be placed/g)).toHaveLength(2)
  const move = { name: 'action', value: 'move' }
  const lost = await staff.submit(closed, move, { ...chosen, collection: '999999' })
  expect(lost.status).toBe(400)
  expect(lost.text).toContain('Collection 999999 does not exist.')
  expect(parsePage(lost.text).findAll('[name^="image-"][checked]')).toHaveLength(2)
  const hidden = await seed.collection({ public: 0 })
  const moved = await staff.pressEnter(lost, 'collection', { collection: String(hidden) })
  expect(moved.text).not.toContain('One')
  expect((await server.fetch(`/${first}/`)).status).toBe(404)
  expect(await listActions('image')).toEqual([
    'image.reorder',
    'image.reorder',
    'image.moderate',
    'image.moderate',
    'image.moderate',
    'image.moderate',
  ])
  expect((await staff.open(`${path}?page=2`)).status).toBe(404)
})

test('reverts a move of images to the wrong collection at once, and shows it as one change', async () => {
  const [collection, wrong] = [await seed.collection(), await seed.collection()]
  const images = [await seed.image({ collection_id: collection, title: 'One' })]
  for (const title of ['Two', 'Three'])
    images.push(await seed.image({ collection_id: collection, title }))
  const path = `staff/collections/${collection}/images/`
  const chosen = Object.fromEntries(images.map((id) => [`image-${id}`, 'on']))
  const move = { name: 'action', value: 'move' }
  const page = await staff.open(path)
  const moved = await staff.submit(page, move, { ...chosen, collection: String(wrong) })
  expect(moved.text).not.toContain('Two')
  const history = await staff.open('staff/history/')
  expect(history.text).toContain('3 changes made together')
  const undone = await staff.submit(moved, 'Revert')
  expect(undone.text).toContain('The changes are reverted')
  expect(listTitles(await staff.open(path))).toEqual(['One', 'Two', 'Three'])
  expect((await staff.open(`staff/history/?image=${images[0]}`)).text).toContain(
    'One of 3 changes made together',
  )
})

test('changes all images of a page, or of the collection if it has as many as the page said', async () => {
  const collection = await seed.collection()
  for (let n = 0; n < 52; n += 1) await seed.image({ collection_id: collection })
  const path = `staff/collections/${collection}/images/`
  const countClosed = async () => {
    const all = await server.catalog.reads
      .selectFrom('image')
      .select('will_not_georef')
      .where('collection_id', '=', collection)
      .execute()
    return all.filter((image) => image.will_not_georef === 1).length
  }
  const page = await staff.open(`${path}?page=2`)
  expect(page.text).toContain('All 2 images on this page')
  const close = { name: 'action', value: 'close' }
  expect((await staff.submit(page, close, { of: 'page' })).text).toContain('Changed 2 images.')
  expect(await countClosed()).toBe(2)
  await seed.image({ collection_id: collection })
  const refused = await staff.submit(page, close, { of: 'collection' })
  expect([refused.status, await countClosed()]).toEqual([409, 2])
  expect(refused.text).toContain('The collection has 53 images now.')
  expect(refused.text).toContain('All 53 images of the collection')
  const all = await staff.submit(refused, close, { of: 'collection' })
  expect(all.text).toContain('Changed 53 images.')
  expect(await countClosed()).toBe(53)
})

test('leads staff from the public pages of sources and collections to their forms', async () => {
  const source = await seed.source({ slug: 'shown' })
  const collection = await seed.collection({ source_id: source })
  const other = await signedInBrowser(server, 'Bob')
  for (const [path, form] of [
    ['sources/shown/', `/staff/sources/${source}/`],
    [`collections/${collection}/`, `/staff/collections/${collection}/`],
  ] as const) {
    expect((await staff.open(path)).text).toContain(form)
    expect((await other.open(path)).text).not.toContain('/staff/')
  }
})

test('changes the settings of the catalog, and restores their defaults', async () => {
  const page = await staff.open('staff/settings/')
  const named = await staff.submit(page, 'Save: Name of the catalog', { site_name: 'Old <town>' })
  expect(named.text).toContain('Saved: Name of the catalog.')
  expect(named.text).toContain('Old &lt;town&gt;</title>')
  const milestones = { user: '2, 4 8', sitewide: '' }
  await catalog.write((tx) => pauseJobs(tx, hostContext(server.clock)))
  const pending = 'The new milestones are being applied to past placements.'
  const applied = await staff.submit(named, 'Save: Milestones', milestones)
  expect(applied.text).toContain(pending)
  await catalog.write((tx) => resumeJobs(tx, hostContext(server.clock)))
  await catalog.jobs.drain()
  expect((await staff.open('staff/settings/')).text).not.toContain(pending)
  expect(await getSetting('milestones')).toEqual({ user: [2, 4, 8], sitewide: [] })
  await staff.submit(named, 'Save: Who may check', { validators: 'staff' })
  expect(await getSetting('validators')).toBe('staff')
  const current = await staff.open('staff/settings/')
  expect(parsePage(current.text).value('user')).toBe('2, 4, 8')
  const reset = { name: 'reset', value: 'yes' }
  const restored = await staff.submit(current, reset)
  expect(restored.text).toContain('Saved: Name of the catalog.')
  expect(await getSetting('site_name')).toBe('Historical image catalog')
  const actions = ['setting.set', 'setting.set', 'setting.set', 'setting.reset']
  expect(await listActions('setting')).toEqual(actions)
})

test.each([
  ['Viewing cone', { viewing_cone: '361' }, 'Enter a number of degrees from 0 to 360.'],
  ['Name of the catalog', { site_name: ' ' }, 'This field is required.'],
  ['Milestones', { user: '5, 3', sitewide: '1.5' }, 'in ascending order, such as 5, 15, 50.'],
  ['Who may check', { validators: 'nobody' }, 'Choose one of the options.'],
])('refuses a wrong value of the setting %s beside its field', async (name, fields, problem) => {
  const page = await staff.open('staff/settings/')
  const refused = await staff.submit(page, `Save: ${name}`, fields)
  expect(refused.status).toBe(400)
  expect(refused.text.split(problem)).toHaveLength(Object.keys(fields).length + 1)
  const form = parsePage(refused.text)
  for (const [field, value] of Object.entries(fields))
    expect(form.attributes(`[name=${field}], [name=${field}] option`, 'value')).toContain(value)
})

test('notices that another person changed a setting meanwhile', async () => {
  const [mine, other] = [await staff.open('staff/settings/'), await staff.open('staff/settings/')]
  await staff.submit(other, 'Save: Viewing cone', { viewing_cone: '60' })
  const refused = await staff.submit(mine, 'Save: Viewing cone', { viewing_cone: '70' })
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('Stored now: 60')
  expect(await getSetting('viewing_cone')).toBe(60)
  await staff.submit(refused, 'Save: Viewing cone')
  expect(await getSetting('viewing_cone')).toBe(70)
  const [page, changed] = [await staff.open('staff/settings/'), await staff.open('staff/settings/')]
  await staff.submit(changed, 'Save: Milestones', { sitewide: '7' })
  const kept = await staff.submit(page, 'Save: Milestones', { user: '3' })
  expect(kept.status).toBe(409)
  expect(await getSetting('milestones')).toMatchObject({ sitewide: [7] })
  const both = await staff.submit(kept, 'Save: Milestones')
  expect(both.status).toBe(200)
  expect(await getSetting('milestones')).toEqual({ user: [3], sitewide: [7] })
  const reset = await staff.submit(both, 'Restore the default: Milestones')
  await staff.submit(reset, 'Restore the default: Viewing cone')
  expect(await getSetting('viewing_cone')).toBe(40)
})

test('finds and changes subjects, and merges two', async () => {
  const [tower, gate] = [
    await seed.subject({ title: 'Ølby tower', slug: 'tower', kb_id: 'Q501' }),
    await seed.subject({ title: 'Old gate', slug: 'gate', kb_id: 'Q502' }),
  ]
  const image = await seed.image()
  await seed.tag(image, tower)
  const list = async (query: string) => {
    const { text } = await staff.open(`staff/subjects/${query}`)
    const links = parsePage(text).attributes('.rows a[href*="staff/subjects/"]', 'href')
    return links.map((href) => Number(/\/(\d+)\/$/.exec(href)?.[1]))
  }
  expect(await list('')).toEqual([tower, gate])
  for (const text of ['ølb', 'tower', 'q501', String(tower)])
    expect(await list(`?q=${encodeURIComponent(text)}`)).toEqual([tower])
  expect((await staff.open('staff/subjects/?q=nothing')).text).toContain('No subjects.')
  const [page, other] = [
    await staff.open(`staff/subjects/${tower}/`),
    await staff.open(`staff/subjects/${tower}/`),
  ]
  const blank = await staff.submit(page, 'Save', { slug: ' ', title: '' })
  expect(blank.status).toBe(400)
  const taken = await staff.submit(page, 'Save', { slug: 'gate', title: 'New' })
  expect([taken.status, parsePage(taken.text).value('title')]).toEqual([400, 'New'])
  const saved = await staff.submit(taken, 'Save', { slug: 'mill' })
  expect(saved.text).toContain('The changes are saved.')
  const late = await staff.submit(other, 'Save', { title: 'Mine' })
  expect([late.status, late.text]).toEqual([409, expect.stringContaining('Stored now: New')])
  for (const [into, problem] of [
    ['nowhere', 'There is no such subject.'],
    ['mill', 'A subject cannot be merged into itself.'],
  ])
    expect((await staff.open(`staff/subjects/${tower}/merge/?into=${into}`)).text).toContain(
      problem,
    )
  const merge = await staff.open(`staff/subjects/${tower}/merge/?into=Q502`)
  expect(merge.text).toContain('Merge “New” into “Old gate”?')
  const merged = await staff.submit(merge, 'Merge the subjects')
  expect(merged.text).toContain('The subjects are merged.')
  expect(merged.address.pathname).toContain(`/staff/subjects/${gate}/`)
  expect((await server.get(`/api/v2/images/${image}/`)).subjects).toMatchObject([{ id: gate }])
  const repeated = await staff.submit(merge, 'Merge the subjects')
  expect(repeated.address.pathname).toContain(`/staff/subjects/${gate}/`)
  expect(await listActions('subject')).toEqual(['subject.edit', 'subject.merge'])
  expect((await staff.open('subjects/gate/')).text).toContain(`/staff/subjects/${gate}/`)
})

test('adds a license once if its form is sent twice', async () => {
  const list = await staff.open('staff/licenses/')
  const fields = { name: 'Sent twice', idempotency_key: 'add-license-once' }
  const sent = [await staff.submit(list, 'Add', fields), await staff.submit(list, 'Add', fields)]
  expect(sent.map(({ text }) => text)).toEqual(
    Array(2).fill(expect.stringContaining('The license is added.')),
  )
  const licenses: { id: number; name: string }[] = await server.get('/api/v2/licenses/')
  const [added, ...others] = licenses.filter(({ name }) => name === 'Sent twice')
  expect(others).toEqual([])
  await staff.submit(await staff.open(`staff/licenses/${added?.id}/`), 'Remove the license')
})

test('a form without the values that it was opened with overwrites nothing', async () => {
  const { id } = await added('Opened before')
  const page = await staff.open(`staff/licenses/${id}/`)
  const blind = await staff.submit(page, 'Save', { display_name: 'Mine', loaded: 'garbled' })
  expect([blind.status, blind.text]).toEqual([
    409,
    expect.stringContaining('Stored now: Opened before'),
  ])
  await staff.submit(page, 'Remove the license')
})

async function added(name: string): Promise<{ id: number }> {
  await staff.submit(await staff.open('staff/licenses/'), 'Add', { name })
  const licenses: { id: number; name: string }[] = await server.get('/api/v2/licenses/')
  return licenses.find((license) => license.name === name) ?? expect.unreachable()
}

test('adds, changes and removes licenses', async () => {
  const list = await staff.open('staff/licenses/')
  const invalid = await staff.submit(list, 'Add', { name: ' ', permalink: 'nowhere' })
  expect([invalid.status, invalid.text]).toEqual([
    400,
    expect.stringContaining('Enter a valid URL.'),
  ])
  const added = await staff.submit(list, 'Add', { name: 'CC-BY <4>' })
  expect(added.text).toContain('The license is added.')
  const again = await staff.submit(added, 'Add', { name: 'cc-by <4>' })
  expect([again.status, again.text]).toEqual([409, expect.stringContaining('already exists')])
  const [{ id }] = await server.get('/api/v2/licenses/')
  const [page, other] = [
    await staff.open(`staff/licenses/${id}/`),
    await staff.open(`staff/licenses/${id}/`),
  ]
  const saved = await staff.submit(page, 'Save', { display_name: 'Attribution' })
  expect(saved.text).toContain('The changes are saved.')
  const late = await staff.submit(other, 'Save', { display_name: 'Mine' })
  expect([late.status, late.text]).toEqual([
    409,
    expect.stringContaining('Stored now: Attribution'),
  ])
  const image = await seed.image({ license_id: id })
  const used = await staff.submit(saved, 'Remove the license')
  expect([used.status, used.text]).toEqual([409, expect.stringContaining('in use by 1 image')])
  await seed.change(image, { license_id: null })
  const removed = await staff.submit(used, 'Remove the license')
  expect(removed.text).toContain('The license is removed.')
  expect((await staff.open(`staff/licenses/${id}/`)).status).toBe(404)
  expect((await listActions('license')).slice(-3)).toEqual([
    'license.create',
    'license.edit',
    'license.remove',
  ])
  const links = parsePage((await staff.open('staff/')).text).attributes('main a', 'href')
  const both = ['subjects', 'licenses'].map((name) => `${server.baseUrl}/staff/${name}/`)
  expect(links.filter((href) => both.includes(href))).toEqual(both)
})
