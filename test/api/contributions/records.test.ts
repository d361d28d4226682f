import { afterAll, expect, test } from 'vitest'
import { openCommunity } from '../../support/contributors.ts'

const community = await openCommunity()
afterAll(() => community[Symbol.asyncDispose]())
const { seed, server } = community
const moderator = await community.person({ staff: true, scopes: ['moderate'] })

const SOURCE = {
  name: 'Town archive',
  slug: 'town-archive',
  url: 'https://archive.example/',
  description: 'Papers.',
}

async function listActions(objectType: string, id: number): Promise<string[]> {
  const rows = await server.catalog.reads
    .selectFrom('audit_entry')
    .select(['action', 'user_id'])
    .where('object_type', '=', objectType)
    .where('object_id', '=', String(id))
    .orderBy('id')
    .execute()
  expect(new Set(rows.map(({ user_id }) => user_id))).toEqual(new Set([moderator.userId]))
  return rows.map(({ action }) => action)
}

test('moderators create, change and publish a source and a collection, and announce it', async () => {
  const source = await moderator.post('/sources/', SOURCE, { 'Idempotency-Key': 'source-1' })
  expect(source.status).toBe(201)
  const { id } = source.body
  const again = await moderator.post('/sources/', SOURCE, { 'Idempotency-Key': 'source-1' })
  expect([again.status, again.body]).toEqual([201, source.body])
  expect((await moderator.post('/sources/', SOURCE)).status).toBe(400)
  const shown = await moderator.send('PATCH', `/sources/${id}/`, { url: null, public: 'true' })
  expect([shown.status, shown.body]).toMatchObject([200, { ...SOURCE, url: '', public: true }])
  const given = { name: 'Album', slug: 'album', source: id }
  const added = { 'Idempotency-Key': 'collection-1' }
  const collection = (await moderator.post('/collections/', given, added)).body.id
  expect((await moderator.post('/collections/', given, added)).body.id).toBe(collection)
  const path = `/collections/${collection}/`
  const early = await moderator.post(`${path}announce/`)
  expect([early.status, early.body.detail]).toEqual([409, expect.stringContaining('not public')])
  const changed = await moderator.send('PATCH', path, { name: 'Album 3', public: true })
  expect([changed.status, changed.body]).toMatchObject([
    200,
    { name: 'Album 3', slug: 'album', public: true, source: { id } },
  ])
  const key = { 'Idempotency-Key': 'announce-1' }
  const announced = await moderator.post(`${path}announce/`, {}, key)
  expect([announced.status, announced.body]).toEqual([
    200,
    { collection_id: collection, announced_at: '2026-03-01T12:00:00.000000Z' },
  ])
  const repeated = await moderator.post(`${path}announce/`, {}, key)
  expect(repeated.body).toEqual(announced.body)
  expect(repeated.headers.get('Idempotency-Replayed')).toBe('true')
  expect((await moderator.post(`${path}announce/`)).status).toBe(409)
  expect((await server.fetch(`/api/v2/collections/${collection}/`)).status).toBe(200)
  await moderator.send('PATCH', path, { public: false })
  expect((await server.fetch(`/api/v2/collections/${collection}/`)).status).toBe(404)
  expect(await listActions('source', id)).toEqual([
    'source.create',
    'source.edit',
    'source.publish',
  ])
  expect(await listActions('collection', collection)).toEqual([
    'collection.create',
    'collection.edit',
    'collection.publish',
    'collection.announce',
    'collection.hide',
  ])
})

test('deletes a source without collections, and only checks that in a dry run', async () => {
  const source = await seed.source()
  const collection = await seed.collection({ source_id: source })
  const path = `/sources/${source}/`
  for (const query of ['', '?dry_run=true']) {
    const { status, body } = await moderator.send('DELETE', path + query)
    expect([status, body.detail]).toEqual([409, `Source ${source} has 1 collection.`])
  }
  await server.catalog.write((tx) =>
    tx.deleteFrom('collection').where('id', '=', collection).execute(),
  )
  expect((await moderator.send('DELETE', `${path}?dry_run=true`)).status).toBe(204)
  expect((await server.fetch(`/api/v2${path}`)).status).toBe(200)
  expect((await moderator.send('DELETE', path)).status).toBe(204)
  expect((await moderator.send('DELETE', path)).status).toBe(404)
  expect(await listActions('source', source)).toEqual(['source.delete'])
})

test('moves a collection to another source, and deletes it', async () => {
  const [from, to] = [await seed.source(), await seed.source({ public: 0 })]
  const collection = await seed.collection({ source_id: from, slug: 'moved' })
  const image = await seed.image({ collection_id: collection })
  const path = `/collections/${collection}/`
  const move = (source: unknown) => moderator.post(`${path}move/`, { source })
  for (const wrong of [undefined, 'x', 987_654]) {
    const { status, body } = await move(wrong)
    expect([status, Object.keys(body)]).toEqual([400, ['source']])
  }
  expect((await moderator.post('/collections/987654/move/', { source: to })).status).toBe(404)
  const moved = await move(to)
  expect([moved.status, moved.body]).toMatchObject([200, { id: collection, source: { id: to } }])
  expect((await server.fetch(`/api/v2/images/${image}/`)).status).toBe(404)
  const taken = await seed.collection({ source_id: from, slug: 'moved' })
  const refused = await move(from)
  expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['slug']])
  const full = await moderator.send('DELETE', path)
  expect([full.status, full.body.detail]).toEqual([409, `Collection ${collection} has 1 image.`])
  await seed.change(image, { collection_id: taken })
  expect((await moderator.send('DELETE', `${path}?dry_run=true`)).status).toBe(204)
  expect((await moderator.send('DELETE', path)).status).toBe(204)
  expect((await moderator.send('DELETE', path)).status).toBe(404)
  expect(await listActions('collection', collection)).toEqual([
    'collection.move',
    'collection.delete',
  ])
})

test('reports all invalid members of a record at once', async () => {
  const taken = await seed.source({ slug: 'taken' })
  const other = await seed.source({ slug: 'free' })
  const wrong = { name: ' ', slug: 'a b', url: 'nowhere', public: 2, previous: { name: 3 } }
  const { status, body } = await moderator.send('PATCH', `/sources/${taken}/`, wrong)
  expect([status, Object.keys(body).toSorted()]).toEqual([
    400,
    ['name', 'previous', 'public', 'slug', 'url'],
  ])
  expect(body.previous).toEqual(['name: expected string.'])
  for (const path of [`subjects/987654/`, `licenses/987654/`])
    expect((await moderator.send('PATCH', `/${path}`, [])).body).toEqual({
      non_field_errors: ['Invalid data. Expected an object.'],
    })
  const double = await moderator.send('PATCH', `/sources/${other}/`, { slug: 'taken' })
  expect([double.status, Object.keys(double.body)]).toEqual([400, ['slug']])
  for (const path of ['sources', 'collections', 'licenses', 'subjects'])
    expect((await moderator.send('PATCH', `/${path}/987654/`, {})).status).toBe(404)
})

test('keeps what another person changed since the client has read the record', async () => {
  const source = await seed.source({ name: 'Old', slug: 'records' })
  const collection = await seed.collection({ name: 'Old', slug: 'records' })
  const license = await seed.license({ name: 'old', display_name: 'Old' })
  const subject = await seed.subject({ title: 'Old', slug: 'old', kb_description: 'Tower.' })
  await seed.tag(await seed.image(), subject)
  for (const [path, name, another] of [
    [`/sources/${source}/`, 'name', { description: 'New' }],
    [`/collections/${collection}/`, 'name', { public: false }],
    [`/licenses/${license}/`, 'display_name', { permalink: 'https://license.example/' }],
    [`/subjects/${subject}/`, 'title', { description: 'New' }],
  ] as const) {
    const previous = await server.get(`/api/v2${path}`)
    const patch = (body: object) => moderator.send('PATCH', path, { ...body, previous })
    expect((await patch({ [name]: 'Theirs' })).body).toMatchObject({ [name]: 'Theirs' })
    expect((await patch({ [name]: 'Theirs' })).status).toBe(200)
    const late = await patch({ [name]: 'Mine', ...another })
    expect([late.status, late.body]).toMatchObject([
      409,
      { code: 'changed_meanwhile', detail: expect.stringContaining(name) },
    ])
    const both = await patch(another)
    expect([both.status, both.body]).toMatchObject([200, { [name]: 'Theirs', ...another }])
    expect((await moderator.send('PATCH', path, { [name]: 'Mine' })).status).toBe(200)
  }
})

test('of several changes at once that saw the same values, one is made', async () => {
  for (const [path, name] of [
    [`/sources/${await seed.source({ name: 'Old', slug: 'many' })}/`, 'name'],
    [`/collections/${await seed.collection({ name: 'Old', slug: 'many' })}/`, 'name'],
    [`/licenses/${await seed.license({ name: 'many', display_name: 'Old' })}/`, 'display_name'],
    [`/subjects/${await seed.subject({ title: 'Old', slug: 'many' })}/`, 'title'],
  ] as const) {
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        moderator.send('PATCH', path, { [name]: `New ${n}`, previous: { [name]: 'Old' } }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409, 409,
    ])
  }
})

test('shows the description of the item once that of the subject is cleared', async () => {
  const subject = await seed.subject({ description: 'Own.', kb_description: 'Of the item.' })
  const path = `/subjects/${subject}/`
  const previous = { description: 'Own.' }
  const cleared = await moderator.send('PATCH', path, { description: '', previous })
  expect(cleared.body).toMatchObject({ description: 'Of the item.', image_count: 0 })
  const again = { description: 'New.', previous: { description: 'Of the item.' } }
  expect((await moderator.send('PATCH', path, again)).body.description).toBe('New.')
  expect((await moderator.send('PATCH', path, { slug: null })).status).toBe(400)
})

test('merges subjects once, and removes those that no image has', async () => {
  const [from, into] = [await seed.subject(), await seed.subject()]
  const image = await seed.image()
  await seed.tag(image, from)
  const path = `/subjects/${from}/merge/`
  const same = await moderator.post(path, { into: from })
  expect([same.status, Object.keys(same.body)]).toEqual([400, ['into']])
  expect((await moderator.post(path, { into: 987_654 })).status).toBe(404)
  const key = { 'Idempotency-Key': 'merge-1' }
  const merged = await moderator.post(path, { into }, key)
  expect([merged.status, merged.body]).toMatchObject([200, { id: into, image_count: 1 }])
  expect((await moderator.post(path, { into }, key)).body).toEqual(merged.body)
  expect((await moderator.post(path, { into })).status).toBe(404)
  expect((await moderator.send('DELETE', `/subjects/${into}/`)).status).toBe(409)
  expect((await server.get(`/api/v2/images/${image}/`)).subjects).toMatchObject([{ id: into }])
  await moderator.send('DELETE', `/images/${image}/subjects/${into}/`)
  const unused = await seed.subject()
  expect((await moderator.send('DELETE', `/subjects/${unused}/`)).status).toBe(204)
  expect((await moderator.send('DELETE', `/subjects/${unused}/`)).status).toBe(404)
  expect(await listActions('subject', from)).toEqual(['subject.merge'])
})

test('adds, changes and removes licenses', async () => {
  const given = { name: 'cc-by', display_name: 'CC BY' }
  const key = { 'Idempotency-Key': 'license-1' }
  const added = await moderator.post('/licenses/', given, key)
  expect([added.status, added.body]).toEqual([
    201,
    { id: expect.any(Number), ...given, permalink: '' },
  ])
  expect((await moderator.post('/licenses/', given, key)).body).toEqual(added.body)
  expect((await moderator.post('/licenses/', { ...given, name: 'CC-BY' })).status).toBe(409)
  const { id } = added.body
  const path = `/licenses/${id}/`
  const changed = await moderator.send('PATCH', path, { name: 'cc-by-4.0' })
  expect(changed.body).toEqual({ ...added.body, name: 'cc-by-4.0' })
  expect(await server.get(`/api/v2${path}`)).toEqual(changed.body)
  const image = await seed.image({ license_id: id })
  expect((await moderator.send('DELETE', path)).status).toBe(409)
  await seed.change(image, { license_id: null })
  expect((await moderator.send('DELETE', path)).status).toBe(204)
  expect((await moderator.send('DELETE', path)).status).toBe(404)
  expect(await listActions('license', id)).toEqual([
    'license.create',
    'license.edit',
    'license.remove',
  ])
})

test('orders images of one collection', async () => {
  const collection_id = await seed.collection()
  const [one, two, three] = [
    await seed.image({ collection_id }),
    await seed.image({ collection_id }),
    await seed.image({ collection_id }),
  ]
  const order = (ids: unknown, id = collection_id) =>
    moderator.send('PUT', `/collections/${id}/images/`, { order: ids })
  const { status, body } = await order([three, String(one)])
  expect([status, body]).toEqual([200, { moved: 2 }])
  const { results } = await server.get(`/api/v2/images/?collection=${collection_id}&ordering=order`)
  expect(results.map(({ id }: { id: number }) => id)).toEqual([three, two, one])
  expect((await order([one, await seed.image()])).status).toBe(409)
  expect((await order([one, two], await seed.collection())).status).toBe(409)
  expect((await order([one], 987_654)).status).toBe(404)
  expect((await order([987_654])).status).toBe(404)
  for (const wrong of [[one, one], [], undefined, 'x', Array.from({ length: 101 }, (_, n) => n)])
    expect(Object.keys((await order(wrong)).body)).toEqual(['order'])
})
