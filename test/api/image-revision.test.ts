import { expect, test } from 'vitest'
import { answerOf, openImportDesk, type ImportDesk } from '../support/importing.ts'
import { plain, RED } from '../support/pictures.ts'
import { bearer, issueToken } from '../support/tokens.ts'

const red = await plain(8, 8, RED).jpeg().toBuffer()

test('sends a strong ETag for the detail, and no-store with a token', async () => {
  await using desk = await openImportDesk()
  const image = await imported(desk)
  const reader = bearer(await issueToken(desk.server, { userId: 4 }))
  for (const [headers, cached] of [
    [{}, 'public, no-cache'],
    [reader, 'no-store'],
    [desk.importer, 'no-store'],
  ] as const) {
    const first = await get(desk, image, headers)
    expect(first.headers.get('Cache-Control')).toBe(cached)
    const tag = first.headers.get('ETag')!
    expect(tag).toMatch(/^"\d+-[\w-]+"$/)
    for (const held of [tag, `W/${tag}`, '*', `"other", ${tag}`]) {
      const again = await get(desk, image, { ...headers, 'If-None-Match': held })
      expect([again.status, again.headers.get('ETag'), await again.text()]).toEqual([304, tag, ''])
    }
    expect((await get(desk, image, { ...headers, 'If-None-Match': '"other"' })).status).toBe(200)
  }
})

test('increments the revision for writes of the image, not for comments, georeferences or derivatives', async () => {
  await using desk = await openImportDesk()
  const image = await imported(desk)
  const another = await desk.seed.image({ collection_id: desk.collection })
  const subject = await desk.seed.subject({ slug: 'market' })
  await desk.server.catalog.jobs.drain()
  const steps: [name: string, step: () => Promise<unknown>, isRevised: boolean][] = [
    ['a correction', () => patch(desk, image, { creator: 'A.' }), true],
    ['the same again', () => patch(desk, image, { creator: 'A.' }), false],
    ['a subject', () => patch(desk, image, { subjects: ['market'] }), true],
    ['a file', async () => desk.replace(image, await desk.uploaded(red)), true],
    ['its pictures', () => desk.server.catalog.jobs.drain(), false],
    ['a decision', () => desk.seed.change(image, { will_not_georef: 1 }), true],
    ['a comment', () => desk.seed.comment(image), false],
    ['a georeference', () => desk.seed.point(image), false],
    ['another image', () => patch(desk, another, { title: 'Another' }), false],
    ['a tag less', () => untag(desk, image, subject), true],
  ]
  for (const [name, step, isRevised] of steps) {
    const before = await revision(desk, image)
    await step()
    expect((await revision(desk, image)) > before, name).toBe(isRevised)
  }
})

test('with If-Match changes only the revision that it names', async () => {
  await using desk = await openImportDesk()
  const image = await imported(desk)
  const first = await tagOf(desk, image)
  await desk.seed.comment(image)
  expect(await tagOf(desk, image)).not.toBe(first)
  const changed = await patch(desk, image, { title: 'One' }, { 'If-Match': first })
  const second = changed.headers.get('ETag')!
  expect([changed.status, second]).toEqual([200, await tagOf(desk, image)])

  const refused = await patch(desk, image, { title: 'Two' }, { 'If-Match': first })
  expect(await answerOf(refused)).toEqual([
    412,
    { detail: expect.stringContaining('changed'), code: 'image_changed' },
  ])
  expect(await title(desk, image)).toBe('One')
  // Errors in the body take precedence over the precondition (RFC 9110, section 13.2.1).
  expect((await patch(desk, image, { title: '' }, { 'If-Match': first })).status).toBe(400)

  for (const held of [
    '*',
    `W/${second}`,
    `"x", ${first} ,${second}`,
    second.replace(/"$/, '-gzip"'),
  ]) {
    expect((await patch(desk, image, { title: 'One' }, { 'If-Match': held })).status, held).toBe(
      200,
    )
  }
  for (const held of ['"nonsense"', '""', '"-1-a"', `"${'9'.repeat(40)}-a"`, `${first}, "7-a,b"`]) {
    expect((await patch(desk, image, {}, { 'If-Match': held })).status, held).toBe(412)
  }
  for (const held of ['nonsense', second.slice(1, -1), `${second},`, `${second} ${second}`]) {
    expect((await patch(desk, image, {}, { 'If-Match': held })).status, held).toBe(400)
  }
})

test('makes exactly one of several concurrent changes to the same revision', async () => {
  await using desk = await openImportDesk()
  const image = await imported(desk)
  const tag = await tagOf(desk, image)
  const [slot, names] = [
    await desk.uploaded(red),
    Array.from({ length: 20 }, (_, n) => `Title ${n}`),
  ]
  const answers = await Promise.all(
    names.map((name) => patch(desk, image, { title: name }, { 'If-Match': tag })),
  )
  const won = answers.filter(({ status }) => status === 200)
  expect(won).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 412)).toHaveLength(19)
  expect(((await won[0]!.json()) as { title: string }).title).toBe(await title(desk, image))

  const now = await tagOf(desk, image)
  expect((await desk.replace(image, slot)).status).toBe(200)
  expect((await patch(desk, image, { rotation: 90 }, { 'If-Match': now })).status).toBe(412)
})

test('makes all concurrent changes without a precondition, each as a whole', async () => {
  await using desk = await openImportDesk()
  const image = await imported(desk)
  for (const slug of ['a', 'b', 'c']) await desk.seed.subject({ slug })
  const wishes = ['a', 'b', 'c'].map((slug) => ({ title: slug, creator: slug, subjects: [slug] }))
  const answers = await Promise.all(
    [...wishes, ...wishes, ...wishes].map((wish) => patch(desk, image, wish)),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const { title, creator, subjects } = await (await get(desk, image)).json()
  expect([creator, ...subjects.map(({ slug }: { slug: string }) => slug)]).toEqual([title, title])
})

test('repeats the first response to a change with the same idempotency key, even after other changes', async () => {
  await using desk = await openImportDesk()
  const license = await desk.seed.license({ name: 'cc0' })
  const [image, another] = [await imported(desk), await imported(desk)]
  const tag = await tagOf(desk, image)
  const change = (id = image, body: object = { title: 'One', license_name: 'cc0' }) =>
    patch(desk, id, body, { 'Idempotency-Key': 'k', 'If-Match': tag })
  const first = await change()
  expect([first.status, first.headers.get('Idempotency-Replayed')]).toEqual([200, null])
  await patch(desk, image, { title: 'Two', license_name: null })
  await desk.server.catalog.write((tx) =>
    tx.deleteFrom('license').where('id', '=', license).execute(),
  )
  const again = await change()
  expect(again.headers.get('Idempotency-Replayed')).toBe('true')
  expect([again.status, again.headers.get('ETag')]).toEqual([200, first.headers.get('ETag')])
  expect(await again.json()).toEqual(await first.json())
  expect(await title(desk, image)).toBe('Two')
  for (const other of [change(another, { title: 'One' }), change(image, { title: 'Three' })]) {
    expect(await answerOf(await other)).toEqual([
      422,
      { detail: expect.any(String), code: 'key_reused' },
    ])
  }
  const bad = await patch(desk, image, {}, { 'Idempotency-Key': 'two words' })
  expect(await answerOf(bad)).toEqual([400, { detail: expect.stringContaining('Idempotency-Key') }])
})

test('an idempotency key can be reused after its change was rejected', async () => {
  await using desk = await openImportDesk()
  const image = await imported(desk)
  const tag = await tagOf(desk, image)
  await patch(desk, image, { title: 'One' })
  const change = async (held: string) =>
    (await patch(desk, image, { title: 'Two' }, { 'Idempotency-Key': 'k', 'If-Match': held }))
      .status
  expect(await change(tag)).toBe(412)
  expect(await change(await tagOf(desk, image))).toBe(200)
})

test('allows scripts of other origins to change images and to read the ETag', async () => {
  await using desk = await openImportDesk({ dev: false })
  const preflight = await desk.server.fetch('/api/v2/images/1/', {
    method: 'OPTIONS',
    headers: { Origin: 'https://other.example', 'Access-Control-Request-Method': 'PATCH' },
  })
  const list = (name: string) => preflight.headers.get(name)!.split(', ')
  expect(list('Access-Control-Allow-Methods')).toContain('PATCH')
  expect(list('Access-Control-Allow-Headers')).toEqual(
    expect.arrayContaining(['authorization', 'content-type', 'if-match', 'idempotency-key']),
  )
  const image = await imported(desk)
  const exposed = (await get(desk, image)).headers.get('Access-Control-Expose-Headers')!
  expect(exposed.split(', ')).toContain('ETag')
})

async function imported(desk: ImportDesk): Promise<number> {
  const answer = await desk.commit(await desk.uploaded(red))
  return ((await answer.json()) as { image_id: number }).image_id
}

function patch(
  { server, importer }: ImportDesk,
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
  { server, importer }: ImportDesk,
  image: number,
  headers: Record<string, string> = importer,
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read what the contract promises
): Promise<Response & { json(): Promise<any> }> {
  return server.fetch(`/api/v2/images/${image}/`, { headers })
}

async function tagOf(desk: ImportDesk, image: number): Promise<string> {
  return (await get(desk, image)).headers.get('ETag')!
}

async function revision(desk: ImportDesk, image: number): Promise<number> {
  return Number(/^"(\d+)-/.exec(await tagOf(desk, image))![1])
}

async function title(desk: ImportDesk, image: number): Promise<string> {
  return (await (await get(desk, image)).json()).title
}

async function untag({ server }: ImportDesk, image: number, subject: number): Promise<void> {
  await server.catalog.write((tx) =>
    tx
      .deleteFrom('image_subject')
      .where('image_id', '=', image)
      .where('subject_id', '=', subject)
      .execute(),
  )
}
