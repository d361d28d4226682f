import { expect, test } from 'vitest'
import { readResponse, openImportApi, type ImportApi } from '../support/import-api.ts'
import { plain, RED } from '../support/pictures.ts'
import { bearer, issueToken } from '../support/tokens.ts'

const red = await plain(8, 8, RED).jpeg().toBuffer()

test('sends a strong ETag for the detail, and no-store with a token', async () => {
  await using api = await openImportApi()
  const image = await importImage(api)
  const reader = bearer(await issueToken(api.server, { userId: 4 }))
  for (const [headers, cached] of [
    [{}, 'public, no-cache'],
    [reader, 'no-store'],
    [api.importer, 'no-store'],
  ] as const) {
    const first = await get(api, image, headers)
    expect(first.headers.get('Cache-Control')).toBe(cached)
    const tag = first.headers.get('ETag')!
    expect(tag).toMatch(/^"\d+-[\w-]+"$/)
    for (const held of [tag, `W/${tag}`, '*', `"other", ${tag}`]) {
      const again = await get(api, image, { ...headers, 'If-None-Match': held })
      expect([again.status, again.headers.get('ETag'), await again.text()]).toEqual([304, tag, ''])
    }
    expect((await get(api, image, { ...headers, 'If-None-Match': '"other"' })).status).toBe(200)
  }
})

test('increments the revision for writes of the image, not for comments, georeferences or derivatives', async () => {
  await using api = await openImportApi()
  const image = await importImage(api)
  const another = await api.seed.image({ collection_id: api.collection })
  const subject = await api.seed.subject({ slug: 'market' })
  await api.server.catalog.jobs.drain()
  const steps: [name: string, step: () => Promise<unknown>, isRevised: boolean][] = [
    ['a correction', () => patch(api, image, { creator: 'A.' }), true],
    ['the same again', () => patch(api, image, { creator: 'A.' }), false],
    ['a stated position', () => patch(api, image, { archive_position: '1, 2' }), true],
    ['a subject', () => patch(api, image, { subjects: ['market'] }), true],
    ['a file', async () => api.replace(image, await api.uploadToNewSlot(red)), true],
    ['its pictures', () => api.server.catalog.jobs.drain(), false],
    ['a decision', () => api.seed.change(image, { will_not_georef: 1 }), true],
    ['a comment', () => api.seed.comment(image), false],
    ['a georeference', () => api.seed.point(image), false],
    ['another image', () => patch(api, another, { title: 'Another' }), false],
    ['a tag less', () => api.seed.untag(image, subject), true],
  ]
  for (const [name, step, isRevised] of steps) {
    const before = await revision(api, image)
    await step()
    expect((await revision(api, image)) > before, name).toBe(isRevised)
  }
})

test('with If-Match changes only the revision that it names', async () => {
  await using api = await openImportApi()
  const image = await importImage(api)
  const first = await tagOf(api, image)
  await api.seed.comment(image)
  expect(await tagOf(api, image)).not.toBe(first)
  const changed = await patch(api, image, { title: 'One' }, { 'If-Match': first })
  const second = changed.headers.get('ETag')!
  expect([changed.status, second]).toEqual([200, await tagOf(api, image)])

  const refused = await patch(api, image, { title: 'Two' }, { 'If-Match': first })
  expect(await readResponse(refused)).toEqual([
    412,
    { detail: expect.stringContaining('changed'), code: 'image_changed' },
  ])
  expect(await title(api, image)).toBe('One')
  // Errors in the body take precedence over the precondition (RFC 9110, section 13.2.1).
  expect((await patch(api, image, { title: '' }, { 'If-Match': first })).status).toBe(400)

  for (const held of [
    '*',
    `W/${second}`,
    `"x", ${first} ,${second}`,
    second.replace(/"$/, '-gzip"'),
  ]) {
    expect((await patch(api, image, { title: 'One' }, { 'If-Match': held })).status, held).toBe(200)
  }
  for (const held of ['"nonsense"', '""', '"-1-a"', `"${'9'.repeat(40)}-a"`, `${first}, "7-a,b"`]) {
    expect((await patch(api, image, {}, { 'If-Match': held })).status, held).toBe(412)
  }
  for (const held of ['nonsense', second.slice(1, -1), `${second},`, `${second} ${second}`]) {
    expect((await patch(api, image, {}, { 'If-Match': held })).status, held).toBe(400)
  }
})

test('makes exactly one of several concurrent changes to the same revision', async () => {
  await using api = await openImportApi()
  const image = await importImage(api)
  const tag = await tagOf(api, image)
  const [slot, names] = [
    await api.uploadToNewSlot(red),
    Array.from({ length: 20 }, (_, n) => `Title ${n}`),
  ]
  const answers = await Promise.all(
    names.map((name) => patch(api, image, { title: name }, { 'If-Match': tag })),
  )
  const won = answers.filter(({ status }) => status === 200)
  expect(won).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 412)).toHaveLength(19)
  expect(((await won[0]!.json()) as { title: string }).title).toBe(await title(api, image))

  const now = await tagOf(api, image)
  expect((await api.replace(image, slot)).status).toBe(200)
  expect((await patch(api, image, { rotation: 90 }, { 'If-Match': now })).status).toBe(412)
})

test('makes all concurrent changes without a precondition, each as a whole', async () => {
  await using api = await openImportApi()
  const image = await importImage(api)
  for (const slug of ['a', 'b', 'c']) await api.seed.subject({ slug })
  const wishes = ['a', 'b', 'c'].map((slug) => ({ title: slug, creator: slug, subjects: [slug] }))
  const answers = await Promise.all(
    [...wishes, ...wishes, ...wishes].map((wish) => patch(api, image, wish)),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const { title, creator, subjects } = await (await get(api, image)).json()
  expect([creator, ...subjects.map(({ slug }: { slug: string }) => slug)]).toEqual([title, title])
})

test('repeats the first response to a change with the same idempotency key, even after other changes', async () => {
  await using api = await openImportApi()
  const license = await api.seed.license({ name: 'cc0' })
  const [image, another] = [await importImage(api), await importImage(api)]
  const tag = await tagOf(api, image)
  const change = (id = image, body: object = { title: 'One', license_name: 'cc0' }) =>
    patch(api, id, body, { 'Idempotency-Key': 'k', 'If-Match': tag })
  const first = await change()
  expect([first.status, first.headers.get('Idempotency-Replayed')]).toEqual([200, null])
  await patch(api, image, { title: 'Two', license_name: null })
  await api.seed.delete('license', license)
  const again = await change()
  expect(again.headers.get('Idempotency-Replayed')).toBe('true')
  expect([again.status, again.headers.get('ETag')]).toEqual([200, first.headers.get('ETag')])
  expect(await again.json()).toEqual(await first.json())
  expect(await title(api, image)).toBe('Two')
  for (const other of [change(another, { title: 'One' }), change(image, { title: 'Three' })]) {
    expect(await readResponse(await other)).toEqual([
      422,
      { detail: expect.any(String), code: 'key_reused' },
    ])
  }
  const bad = await patch(api, image, {}, { 'Idempotency-Key': 'two words' })
  expect(await readResponse(bad)).toEqual([
    400,
    { detail: expect.stringContaining('Idempotency-Key') },
  ])
})

test('an idempotency key can be reused after its change was rejected', async () => {
  await using api = await openImportApi()
  const image = await importImage(api)
  const tag = await tagOf(api, image)
  await patch(api, image, { title: 'One' })
  const change = async (held: string) =>
    (await patch(api, image, { title: 'Two' }, { 'Idempotency-Key': 'k', 'If-Match': held })).status
  expect(await change(tag)).toBe(412)
  expect(await change(await tagOf(api, image))).toBe(200)
})

test('allows scripts of other origins to change images and to read the ETag', async () => {
  await using api = await openImportApi({ dev: false })
  const preflight = await api.server.fetch('/api/v2/images/1/', {
    method: 'OPTIONS',
    headers: { Origin: 'https://other.example', 'Access-Control-Request-Method': 'PATCH' },
  })
  const list = (name: string) => preflight.headers.get(name)!.split(', ')
  expect(list('Access-Control-Allow-Methods')).toContain('PATCH')
  expect(list('Access-Control-Allow-Headers')).toEqual(
    expect.arrayContaining(['authorization', 'content-type', 'if-match', 'idempotency-key']),
  )
  const image = await importImage(api)
  const exposed = (await get(api, image)).headers.get('Access-Control-Expose-Headers')!
  expect(exposed.split(', ')).toContain('ETag')
})

/** Imports an image. Waits for its derivation, which would change the ETag. */
async function importImage(api: ImportApi): Promise<number> {
  const answer = await api.commit(await api.uploadToNewSlot(red))
  await api.server.catalog.jobs.drain()
  return ((await answer.json()) as { image_id: number }).image_id
}

function patch(
  { server, importer }: ImportApi,
  image: number,
  body: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  return server.fetch(`/api/v2/images/${image}/`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json', ...importer, ...headers },
    body: JSON.stringify(body),
  })
}

function get(
  { server, importer }: ImportApi,
  image: number,
  headers: Record<string, string> = importer,
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read what the contract promises
): Promise<Response & { json(): Promise<any> }> {
  return server.fetch(`/api/v2/images/${image}/`, { headers })
}

async function tagOf(api: ImportApi, image: number): Promise<string> {
  return (await get(api, image)).headers.get('ETag')!
}

async function revision(api: ImportApi, image: number): Promise<number> {
  return Number(/^"(\d+)-/.exec(await tagOf(api, image))![1])
}

async function title(api: ImportApi, image: number): Promise<string> {
  return (await (await get(api, image)).json()).title
}
