import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { openCommunity } from '../../support/contributors.ts'

const community = await openCommunity()
afterAll(() => community[Symbol.asyncDispose]())
const { seed, server } = community
const moderator = await community.person({ staff: true, scopes: ['moderate'] })
const colleague = await community.person({ staff: true, scopes: ['moderate'] })

const read = (image: number) => server.get(`/api/v2/images/${image}/`)

const list = async (batch: string) =>
  (await moderator.send('GET', `/audit/?batch=${batch}`)).body.results

const revert = (batch: string, { query = '', headers = {} } = {}) =>
  moderator.post(`/audit/batches/${batch}/revert/${query}`, {}, headers)

/** Changes images in one batch, each by a request of its own. */
async function changeTogether(
  images: readonly number[],
  body: object,
  batch: string = randomUUID(),
) {
  for (const image of images) {
    const headers = { 'Batch-Id': batch }
    const { status } = await moderator.send('PATCH', `/images/${image}/`, body, headers)
    expect(status).toBe(200)
  }
  return batch
}

test('reverts the changes of a batch, and the revert in turn', async () => {
  const images = [await seed.image({ title: 'One' }), await seed.image({ title: 'Two' })]
  const original = await Promise.all(images.map(read))
  const batch = await changeTogether(images, { title: 'Wrong', order: 7 })
  const changed = await Promise.all(images.map(read))
  const entries = await list(batch)
  expect(entries).toHaveLength(4)
  const reverted = await revert(batch)
  expect(reverted.body).toEqual({
    batch: expect.any(String),
    reverted: 4,
    left: [],
    next_before: null,
  })
  expect(await Promise.all(images.map(read))).toEqual(original)
  const own = await list(reverted.body.batch)
  expect(own[0]).toMatchObject({
    action: 'batch.revert',
    object_id: batch,
    after: { reverted: 4, left: [] },
    obstacle: 'summary',
  })
  expect(own).toHaveLength(5)
  expect((await revert(reverted.body.batch)).body).toMatchObject({ reverted: 4, left: [] })
  expect(await Promise.all(images.map(read))).toEqual(changed)
})

test('leaves what was changed or deleted since, and says so', async () => {
  const [kept, edited, deleted] = [await seed.image(), await seed.image(), await seed.image()]
  const before = await read(kept)
  const batch = await changeTogether([kept, edited, deleted], { title: 'Wrong' })
  await moderator.send('PATCH', `/images/${edited}/`, { title: 'Better' })
  expect((await moderator.send('DELETE', `/images/${deleted}/`)).status).toBe(204)
  const { body } = await revert(batch)
  expect(body).toMatchObject({
    reverted: 1,
    left: [
      { object: `image/${deleted}`, reason: 'gone' },
      {
        object: `image/${edited}`,
        reason: 'changed_since',
        message: `The image ${edited} was changed since: title is now "Better".`,
      },
    ],
  })
  expect(await read(kept)).toEqual(before)
  expect((await read(edited)).title).toBe('Better')
})

test('reverts several changes of one object, the last one first', async () => {
  const image = await seed.image({ title: 'First' })
  const batch = await changeTogether([image], { title: 'Second' })
  await changeTogether([image], { title: 'Third' }, batch)
  expect((await revert(batch)).body).toMatchObject({ reverted: 2, left: [] })
  expect((await read(image)).title).toBe('First')
})

test('continues before an entry, as changes of the same batch', async () => {
  const images = [await seed.image({ title: 'One' }), await seed.image({ title: 'Two' })]
  const batch = await changeTogether(images, { title: 'Wrong' })
  const [last] = await list(batch)
  const headers = { 'Batch-Id': randomUUID() }
  const query = `?before=${last.id}`
  const rest = await revert(batch, { query, headers })
  expect(rest.body).toMatchObject({ batch: headers['Batch-Id'], reverted: 1 })
  expect((await Promise.all(images.map(read))).map(({ title }) => title)).toEqual(['One', 'Wrong'])
  expect((await revert(batch, { headers })).body).toMatchObject({ reverted: 1 })
  expect(await list(headers['Batch-Id'])).toHaveLength(4)
})

test('knows a batch regardless of the case of its id', async () => {
  const image = await seed.image({ title: 'First' })
  const batch = randomUUID().toUpperCase()
  await changeTogether([image], { title: 'Second' }, batch)
  expect(await list(batch)).toMatchObject([{ batch: batch.toLowerCase() }])
  expect((await revert(batch)).body).toMatchObject({ reverted: 1, left: [] })
})

test('refuses unknown batches, ids that are no UUID, and batches of somebody else', async () => {
  expect((await revert(randomUUID())).status).toBe(404)
  const image = await seed.image()
  const batch = await changeTogether([image], { title: 'Mine' })
  const path = `/images/${image}/`
  const joined = await colleague.send('PATCH', path, { title: 'X' }, { 'Batch-Id': batch })
  expect([joined.status, joined.body.detail]).toEqual([
    409,
    'This batch has changes by another user. Choose another UUID.',
  ])
  const wrong = await moderator.send('PATCH', path, { title: 'X' }, { 'Batch-Id': 'spring' })
  expect([wrong.status, wrong.body.detail]).toEqual([400, 'The Batch-Id header must be a UUID.'])
  expect((await read(image)).title).toBe('Mine')
})

test('reverts the reverted contributions of a user', async () => {
  const spammer = await community.person()
  const [image, tagged] = [await seed.image(), await seed.image()]
  for (const slug of ['pier', 'ferry']) await seed.subject({ slug })
  await spammer.post('/georeferences/', {
    image,
    latitude: 47.5,
    longitude: 7.5,
    confidence: 'high',
  })
  await spammer.post(`/images/${image}/comments/`, { text: 'Nice.' })
  for (const subject of ['pier', 'ferry'])
    await spammer.post(`/images/${tagged}/subjects/`, { subject })
  const readBoth = async () => [await read(image), await read(tagged)]
  const before = await readBoth()
  const since = encodeURIComponent('2026-01-01T00:00:00Z')
  const path = `/users/${spammer.userId}/contributions/?since=${since}`
  const { id } = (await server.get(`/api/v2/subjects/?slug=pier`)).results[0] ?? { id: 0 }
  const refused = await moderator.send('DELETE', `${path}&keep=comments`)
  expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['keep']])
  const kept = `tag-${id}-${tagged}`
  const partly = await moderator.send('DELETE', `${path}&keep=${kept}`)
  expect(partly.body).toMatchObject({ complete: true, comments: 1, tags: 1 })
  const headers = { 'Batch-Id': partly.body.batch }
  const reverted = await moderator.send('DELETE', path, undefined, headers)
  expect(reverted.body).toMatchObject({ complete: true, comments: 0, tags: 1 })
  expect(await readBoth()).not.toEqual(before)
  const history = await moderator.send('GET', `/audit/?object=user/${spammer.userId}`)
  expect(history.body.results).toMatchObject([
    { action: 'user.revert', batch: reverted.body.batch, after: { since: expect.any(String) } },
  ])
  expect((await revert(reverted.body.batch)).body).toMatchObject({ left: [] })
  expect(await readBoth()).toEqual(before)
})

test('shows a revert in the history of each user, if those of several are one batch', async () => {
  const spammers = [await community.person(), await community.person()]
  const image = await seed.image()
  for (const spammer of spammers) await spammer.post(`/images/${image}/comments/`, { text: 'Buy.' })
  const since = encodeURIComponent('2026-01-01T00:00:00Z')
  const headers = { 'Batch-Id': randomUUID() }
  for (const { userId } of spammers) {
    const path = `/users/${userId}/contributions/?since=${since}`
    await moderator.send('DELETE', path, undefined, headers)
    await moderator.send('DELETE', path, undefined, headers)
    const { body } = await moderator.send('GET', `/audit/?object=user/${userId}`)
    expect(body.results).toMatchObject([{ action: 'user.revert', batch: headers['Batch-Id'] }])
  }
})
