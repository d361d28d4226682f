import { afterAll, expect, test } from 'vitest'
import { answerOf, openImportDesk } from '../support/importing.ts'

const SLOT = { slot_id: '7f0e5a3c-2a53-4c4b-9a53-6a6f0c0a2b11' }
const desk = await openImportDesk()
afterAll(() => desk[Symbol.asyncDispose]())

/** Items that are wrong, too: nothing is said of them, because they are not looked at. */
const wrong = (length: number): unknown[] => Array.from({ length }, () => 7)

function register(body: object): Promise<Response> {
  desk.server.clock.advance(60)
  return desk.server.fetch('/api/v2/apps/', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}

test('a list that is too long is refused before its items are looked at', async () => {
  expect(await answerOf(await desk.commit(SLOT, { subjects: wrong(200_000) }))).toEqual([
    400,
    { subjects: ['Ensure this field has no more than 1000 elements.'] },
  ])
  expect(await answerOf(await desk.cancel(wrong(200_000)))).toEqual([
    400,
    { slot_ids: ['Ensure this field has no more than 100 elements.'] },
  ])
})

test('what is wrong with many items of a list is told once', async () => {
  const [, body] = await answerOf(await desk.commit(SLOT, { subjects: wrong(1000) }))
  expect(body).toEqual({ subjects: ['Invalid value.'] })
})

test.each([
  ['redirect_uris', 'At most 20 redirect URIs.'],
  ['grant_types', 'Ensure this field has no more than 20 elements.'],
])('a registration has at most 20 %s', async (field, problem) => {
  const app = { name: 'App', redirect_uris: ['https://a.example/'], client_type: 'public' }
  const [status, body] = await answerOf(await register({ ...app, [field]: wrong(1000) }))
  expect([status, body]).toEqual([400, expect.objectContaining({ [field]: [problem] })])
})

test('a registration takes at most 16 KiB', async () => {
  const body = { name: 'App', redirect_uris: wrong(200_000), grant_types: wrong(200_000) }
  expect((await register(body)).status).toBe(413)
  expect((await register({ name: 'x'.repeat(16 * 1024) })).status).toBe(413)
})

test('a word that is wrong is shown in part', async () => {
  const [, body] = await answerOf(await desk.commit(SLOT, { mirror: 'x'.repeat(100_000) }))
  expect(JSON.stringify(body).length).toBeLessThan(300)
})
