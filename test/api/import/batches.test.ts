import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { listHistory } from '../../../src/core/queries/audit/history.ts'
import { recordImported } from '../../../src/core/writes/imports/import-batches.ts'
import { FIELDS, openImportApi, type ImportApi } from '../../support/import-api.ts'
import { plain, RED } from '../../support/pictures.ts'
import { readRows } from '../../support/rows.ts'
import { bearer, issueToken } from '../../support/tokens.ts'

const tiny = await plain(8, 8, RED).jpeg().toBuffer()

const MODERATOR = 2002

async function openBatches() {
  const api = await openImportApi()
  const moderator = bearer(
    await issueToken(api.server, { userId: MODERATOR, staff: true, scopes: ['moderate'] }),
  )
  const address = (batch: string) => `/api/v2/import/batches/${batch}/`
  const request = async (
    path: string,
    {
      headers = {},
      ...init
    }: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
    holder = moderator,
  ) => {
    const response = await api.server.fetch(path, {
      ...init,
      headers: { 'Content-Type': 'application/json', ...holder, ...headers },
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  }
  return {
    ...api,
    moderator,
    request,
    /** Imports an image into a batch; gives its id. */
    async import(batch: string, { headers = {}, holder = api.importer } = {}): Promise<number> {
      const slot = await api.uploadToNewSlot(tiny)
      const sent = { 'Batch-Id': batch, 'Idempotency-Key': slot.slot_id, ...holder, ...headers }
      const body = { slot_id: slot.slot_id, ...FIELDS }
      const { image_id } = await (await api.commitBody(body, sent)).json()
      expect(await (await api.commitBody(body, sent)).json()).toEqual({ image_id })
      return image_id
    },
    name: (batch: string, name: unknown, holder = api.importer) =>
      request(address(batch), { method: 'PUT', body: JSON.stringify({ name }) }, holder),
    preview: (batch: string) => request(address(batch)),
    undo: (batch: string, headers: Record<string, string> = {}) =>
      request(address(batch), { method: 'DELETE', headers }),
    list: (query = '') => request(`/api/v2/import/batches/${query}`),
  }
}

const imageIds = async ({ server }: Pick<ImportApi, 'server'>) =>
  (await readRows(server, 'image')).map(({ id }) => id)

test('undoes an import: deletes its images with the contributions of others, and no other image', async () => {
  await using api = await openBatches()
  const batch = randomUUID()
  expect((await api.name(batch, 'album.csv')).status).toBe(204)
  const first = await api.import(batch.toUpperCase())
  const second = await api.import(batch)
  const other = await api.import(randomUUID())
  const alone = await api.uploadToNewSlot(tiny).then((slot) => api.commit(slot))
  expect(alone.status).toBe(201)
  await api.seed.comment(first)
  await api.seed.comment(first, { commented_by: 1001 })
  await api.seed.point(second)
  await api.seed.tag(first, await api.seed.subject())
  const described = {
    id: batch,
    name: 'album.csv',
    user: { id: 1001, username: 'user-1001' },
    imported: 2,
  }
  expect((await api.preview(batch)).body).toMatchObject({
    ...described,
    images: 2,
    duplicated: 0,
    contributions: { georeferences: 1, comments: 1, validations: 0, subjects: 1 },
  })
  const changes = randomUUID()
  const undone = await api.undo(batch, { 'Batch-Id': changes })
  expect(undone).toEqual({
    status: 200,
    body: { batch: changes, deleted: 2, left: [], complete: true },
  })
  expect(await imageIds(api)).toEqual([other, 4])
  // After a lost response, the same request tells that nothing is left.
  expect((await api.undo(batch)).body).toMatchObject({ deleted: 0, left: [], complete: true })
  expect((await api.preview(batch)).body).toMatchObject({ ...described, images: 0 })
  const history = await api.request(`/api/v2/audit/?batch=${changes}`)
  expect(
    history.body.results.map(({ action, object_id }: Record<string, string>) => [
      action,
      object_id,
    ]),
  ).toEqual([
    ['batch.revert', batch],
    ['image.delete', String(first)],
    ['image.delete', String(second)],
  ])
})

test('deletes duplicates before their originals, and leaves what images outside duplicate', async () => {
  await using api = await openBatches()
  const batch = randomUUID()
  const [original, duplicate, kept] = [
    await api.import(batch),
    await api.import(batch),
    await api.import(batch),
  ]
  const outside = await api.seed.image({ collection_id: api.collection, duplicate_of: kept })
  await api.seed.change(duplicate, { duplicate_of: original })
  expect((await api.preview(batch)).body).toMatchObject({ name: null, images: 3, duplicated: 2 })
  const undone = (await api.undo(batch)).body
  expect(undone).toMatchObject({ deleted: 2, left: [kept], complete: true })
  const [recorded] = (await api.request(`/api/v2/audit/?batch=${undone.batch}`)).body.results
  expect(recorded).toMatchObject({
    action: 'batch.revert',
    after: { reverted: 2, left: [{ object: `image/${kept}`, reason: 'duplicated' }] },
  })
  expect(await imageIds(api)).toEqual([kept, outside])
  await api.seed.change(outside, { duplicate_of: null })
  expect((await api.undo(batch)).body).toMatchObject({ deleted: 1, left: [], complete: true })
})

test('undoes a large import by requests of bounded size', async () => {
  await using api = await openBatches()
  const batch = randomUUID()
  const actor = { userId: 1001 }
  for (let n = 0; n < 450; n += 1) {
    const id = await api.seed.image({ collection_id: api.collection, created_by: 1001 })
    await api.server.catalog.write((tx) =>
      recordImported(
        tx,
        { id, title: 'Pier', collectionId: api.collection },
        { actor, now: 1, batch },
      ),
    )
  }
  const changes = randomUUID()
  const answers = []
  do answers.push((await api.undo(batch, { 'Batch-Id': changes })).body)
  while (!answers.at(-1).complete)
  expect(answers.map(({ deleted }) => deleted)).toEqual([200, 200, 50])
  expect(await imageIds(api)).toEqual([])
  const { body } = await api.request('/api/v2/audit/?action=batch.revert')
  expect(body.results).toMatchObject([{ batch: changes, after: { reverted: 450, left: [] } }])
})

test('an import that was undone accepts no more images, and says so when it is named again', async () => {
  await using api = await openBatches()
  const batch = randomUUID()
  await api.name(batch, 'album.csv')
  await api.import(batch)
  expect((await api.undo(batch)).body).toMatchObject({ deleted: 1, complete: true })
  const slot = await api.uploadToNewSlot(tiny)
  const body = { slot_id: slot.slot_id, ...FIELDS }
  const refused = await api.commitBody(body, { ...api.importer, 'Batch-Id': batch })
  expect([refused.status, await refused.json()]).toEqual([
    409,
    { code: 'import_undone', error: expect.stringContaining('This import was undone.') },
  ])
  expect((await api.name(batch, 'album.csv')).body).toMatchObject({ code: 'import_undone' })
  expect(await imageIds(api)).toEqual([])
  const other = await api.commitBody(body, { ...api.importer, 'Batch-Id': randomUUID() })
  expect(other.status).toBe(201)
})

test('names an import once, and lists imports by name', async () => {
  await using api = await openBatches()
  const [first, second] = [randomUUID(), randomUUID()]
  for (const name of ['album.csv', 'album.csv']) {
    expect((await api.name(first, name)).status).toBe(204)
  }
  const renamed = await api.name(first, 'other.csv')
  expect([renamed.status, JSON.stringify(renamed.body)]).toEqual([
    409,
    expect.stringContaining('This import has the name'),
  ])
  await api.import(first)
  await api.name(second, 'scans 2')
  const named = (body: { results: { name: string; imported: number }[] }) =>
    body.results.map(({ name, imported }) => [name, imported])
  const all = await api.list()
  expect(named(all.body)).toEqual([
    ['scans 2', 0],
    ['album.csv', 1],
  ])
  const page = await api.list('?limit=1')
  const next = await api.request(new URL(page.body.next).pathname + new URL(page.body.next).search)
  expect([named(page.body), named(next.body)]).toEqual([[['scans 2', 0]], [['album.csv', 1]]])
  expect(named((await api.list('?name=album.csv')).body)).toEqual([['album.csv', 1]])
  expect((await api.name(second, ' ')).status).toBe(400)
})

test('refuses to name a batch with other changes than imports of the same user', async () => {
  await using api = await openBatches()
  const [imported, edited] = [randomUUID(), randomUUID()]
  const image = await api.import(imported)
  const moderated = await api.request(
    `/api/v2/images/${image}/`,
    { method: 'PATCH', body: JSON.stringify({ title: 'Quay' }), headers: { 'Batch-Id': edited } },
    api.moderator,
  )
  expect(moderated.status).toBe(200)
  const other = bearer(
    await issueToken(api.server, { userId: 1002, staff: true, scopes: ['import', 'moderate'] }),
  )
  const own = randomUUID()
  await api.request(
    `/api/v2/images/${image}/`,
    { method: 'PATCH', body: JSON.stringify({ title: 'Pier' }), headers: { 'Batch-Id': own } },
    other,
  )
  for (const batch of [imported, edited, own]) {
    const refused = await api.name(batch, 'album.csv', other)
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      409,
      expect.stringContaining('has changes that are not your imports'),
    ])
  }
  expect((await api.name(imported, 'album.csv')).status).toBe(204)
  expect((await api.name(imported, 'album.csv', other)).status).toBe(204)
})

test('is for staff: importers name and list, moderators undo', async () => {
  await using api = await openBatches()
  const batch = randomUUID()
  await api.import(batch)
  const path = `/api/v2/import/batches/${batch}/`
  const anonymous = {} as typeof api.importer
  expect((await api.request('/api/v2/import/batches/', {}, api.importer)).status).toBe(200)
  expect((await api.request('/api/v2/import/batches/', {}, anonymous)).status).toBe(401)
  expect((await api.request(path, {}, api.importer)).status).toBe(403)
  expect((await api.request(path, { method: 'DELETE' }, api.importer)).status).toBe(403)
  expect((await api.name(batch, 'x', api.moderator)).status).toBe(403)
  for (const unknown of [randomUUID(), 'x']) {
    expect((await api.preview(unknown)).status).toBe(404)
    expect((await api.undo(unknown)).status).toBe(404)
  }
  const invalid = await api.uploadToNewSlot(tiny)
  const body = { slot_id: invalid.slot_id, ...FIELDS }
  const refused = await api.commitBody(body, { ...api.importer, 'Batch-Id': 'x' })
  expect([refused.status, await refused.json()]).toEqual([
    400,
    { error: 'The Batch-Id header must be a UUID.' },
  ])
})

test('several importers add to one import, and a revert of its batch deletes nothing', async () => {
  await using api = await openBatches()
  const batch = randomUUID()
  const other = bearer(
    await issueToken(api.server, { userId: 1002, staff: true, scopes: ['import'] }),
  )
  await api.name(batch, 'album.csv')
  const first = await api.import(batch)
  const slot = await api.server.get(
    `/api/v2/import/upload-url/?collection=${api.collection}&content_type=image/jpeg`,
    { headers: other },
  )
  await api.upload(slot, tiny)
  const committed = await api.commitBody(
    { slot_id: slot.slot_id, ...FIELDS },
    { ...other, 'Batch-Id': batch },
  )
  expect(committed.status).toBe(201)
  for (const userId of [1001, 1002]) {
    const history = await listHistory(api.server.catalog.reads, { userId, isGrouped: true }, 10)
    expect(history).toMatchObject([{ batch, action: 'image.create', actor: { userId } }])
  }
  const unnamed = randomUUID()
  for (const userId of [1001, 1002]) {
    const image = { id: userId, title: 'Pier', collectionId: api.collection }
    const context = { actor: { userId }, now: userId, batch: unnamed }
    await api.server.catalog.write((tx) => recordImported(tx, image, context))
  }
  expect((await api.preview(unnamed)).body).toMatchObject({
    user: { id: 1001 },
    created_at: '1970-01-01T00:00:00.001001Z',
  })
  const path = `/api/v2/audit/batches/${batch}/revert/`
  const { body } = await api.request(path, { method: 'POST' })
  expect(body).toMatchObject({ reverted: 0, left: [{ reason: 'created' }, { reason: 'created' }] })
  expect(await imageIds(api)).toEqual([first, first + 1])
  expect((await api.undo(batch)).body).toMatchObject({ deleted: 2 })
})
