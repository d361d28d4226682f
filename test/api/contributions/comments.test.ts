import { afterAll, expect, test } from 'vitest'
import { openCommunity } from '../../support/contributors.ts'

const community = await openCommunity()
afterAll(() => community[Symbol.asyncDispose]())
const { seed, server } = community
const ada = await community.person()
const grace = await community.person()
const moderator = await community.person({ scopes: ['moderate'], staff: true })

const found = async (text: string): Promise<number> =>
  (await server.get(`/api/v2/search/text/?q=${encodeURIComponent(text)}`)).count

test('comments on an image, which the detail, the feed and the search show until it is deleted', async () => {
  const image = await seed.image({ title: 'Canal' })
  const text = '<script>alert(1)</script>\n‮The drawbridge \u0001was replaced.'
  const { status, body } = await ada.post(`/images/${image}/comments/`, { text })
  expect(status).toBe(201)
  expect(body).toMatchObject({ id: expect.any(Number), commented_by: `mapper-${ada.userId}` })
  expect(body.text).toContain('<script>alert(1)</script>\n')
  expect(body.text).not.toContain('\u0001')
  const { comments } = await server.get(`/api/v2/images/${image}/`)
  expect(comments).toEqual([body])
  const events = () => server.get('/api/v2/activity/?types=comment')
  expect(await events()).toMatchObject([{ data: { image_id: image, text: body.text } }])
  expect(await found('drawbridge')).toBe(1)
  expect((await grace.send('DELETE', `/comments/${body.id}/`)).status).toBe(403)
  expect((await ada.send('DELETE', `/comments/${body.id}/`)).status).toBe(204)
  expect((await ada.send('DELETE', `/comments/${body.id}/`)).status).toBe(404)
  expect(await events()).toEqual([])
  expect(await found('drawbridge')).toBe(0)
})

test('moderators delete comments of others, which the audit log keeps', async () => {
  const image = await seed.image()
  const { body } = await ada.post(`/images/${image}/comments/`, { text: 'Buy now!' })
  expect((await moderator.send('DELETE', `/comments/${body.id}/`)).status).toBe(204)
  const [entry, ...others] = await server.catalog.reads
    .selectFrom('audit_entry')
    .selectAll()
    .execute()
  expect(others).toEqual([])
  expect(entry).toMatchObject({ user_id: moderator.userId, action: 'comment.delete', after: null })
  expect(JSON.parse(entry!.before!)).toMatchObject({ text: 'Buy now!' })
})

test('rejects comments without a text, too long ones, and on images that are hidden', async () => {
  const image = await seed.image()
  const hidden = await seed.image({ collection_id: await seed.collection({ public: 0 }) })
  const comment = async (id: number | string, body: unknown) => {
    server.clock.advance(60)
    const answer = await ada.post(`/images/${id}/comments/`, body)
    return [answer.status, answer.body]
  }
  const required = { text: ['This field is required.'] }
  expect(await comment(image, {})).toEqual([400, required])
  expect(await comment(image, { text: ' \n ' })).toEqual([400, required])
  for (const invisible of [
    '\u200b\u2060',
    '\u3164\u2800',
    '\ufe0f\u00ad\u200e',
    '\u{e0041}\u{e007f}\u2028',
  ])
    expect(await comment(image, { text: ` ${invisible}\n` })).toEqual([400, required])
  expect(await comment(image, { text: '👩\u200d🚒' })).toMatchObject([201, { text: '👩\u200d🚒' }])
  expect(await comment(image, { text: 5 })).toEqual([400, { text: ['Not a valid string.'] }])
  expect(await comment(image, { text: 'x'.repeat(10_001) })).toMatchObject([400, {}])
  expect(await comment(image, { text: '😀'.repeat(10_000) })).toMatchObject([201, {}])
  const unknown = { detail: 'Image not found.', code: 'image_not_found' }
  expect(await comment(hidden, { text: 'x' })).toEqual([404, unknown])
  expect(await comment('x', { text: 'x' })).toEqual([404, unknown])
  const unseen = await seed.comment(hidden)
  expect((await ada.send('DELETE', `/comments/${unseen}/`)).status).toBe(404)
})

test('limits comments to ten per minute and person', async () => {
  server.clock.advance(60)
  const image = await seed.image()
  const statuses: number[] = []
  for (let n = 0; n < 11; n += 1) {
    statuses.push((await grace.post(`/images/${image}/comments/`, { text: `No. ${n}` })).status)
  }
  expect(statuses).toEqual([...Array<number>(10).fill(201), 429])
})

test('limits how often one user comments on the same image', async () => {
  const image = await seed.image()
  const row = { image_id: image, text: 'Again.', commented_by: ada.userId, created_at: 1 }
  const many = Array.from({ length: 200 }, () => row)
  await server.catalog.write((tx) => tx.insertInto('comment').values(many).execute())
  const another = await ada.post(`/images/${image}/comments/`, { text: 'And again.' })
  expect([another.status, another.body.code]).toEqual([409, 'too_many'])
  const other = await community.person()
  expect((await other.post(`/images/${image}/comments/`, { text: 'Enough.' })).status).toBe(201)
})
