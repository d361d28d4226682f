import { afterAll, expect, test } from 'vitest'
import { deleteSubject } from '../../../src/core/writes/subjects/remove-subject.ts'
import { openCommunity } from '../../support/contributors.ts'
import { startService } from '../../support/service-server.ts'
import { item, sendItems } from '../../support/wikidata.ts'

const items = [
  item('Q4321', { en: 'Mill' }),
  item('Q4322', { en: 'Pond' }),
  item('Q4323', { en: 'Weir' }),
]
const wikidata = await startService(sendItems(...items))
const community = await openCommunity({ wikidataUrl: wikidata.url })
afterAll(async () => {
  await community[Symbol.asyncDispose]()
  await wikidata[Symbol.asyncDispose]()
})
const { seed, server } = community
const moderator = await community.person({ staff: true, scopes: ['moderate'] })

async function listAudit(objectType: string, id: number) {
  const entries = await server.catalog.reads
    .selectFrom('audit_entry')
    .select(['action', 'before', 'after', 'user_id'])
    .where('object_type', '=', objectType)
    .where('object_id', '=', String(id))
    .orderBy('id')
    .execute()
  return entries.map(({ before, after, ...entry }) => ({
    ...entry,
    before: JSON.parse(before ?? 'null'),
    after: JSON.parse(after ?? 'null'),
  }))
}

test('a suspended user cannot write until a moderator reinstates them', async () => {
  const person = await community.person()
  const image = await seed.image()
  const comment = () => person.post(`/images/${image}/comments/`, { text: 'Hello.' })
  const path = `/users/${person.userId}/suspension/`
  expect((await moderator.send('GET', path)).status).toBe(404)
  const at = new Date(server.clock.now() / 1000).toISOString()
  const made = await moderator.send('PUT', path, { reason: 'Spam.' })
  expect([made.status, made.body]).toEqual([
    200,
    {
      user_id: person.userId,
      suspended_by: moderator.userId,
      suspended_at: at.replace('Z', '000Z'),
      reason: 'Spam.',
    },
  ])
  expect((await moderator.send('GET', path)).body).toEqual(made.body)
  server.clock.advance(60)
  expect((await moderator.send('PUT', path, { reason: 'Spam.' })).body).toEqual(made.body)
  expect((await moderator.send('PUT', path, {})).body).toEqual({ ...made.body, reason: '' })
  expect(await comment()).toMatchObject({ status: 403, body: { code: 'suspended' } })
  for (let n = 0; n < 2; n++) expect((await moderator.send('DELETE', path)).status).toBe(204)
  expect((await comment()).status).toBe(201)
  const entries = await listAudit('user', person.userId)
  const suspended_at = entries[0]!.after.suspended_at
  const none = { suspended_at: null, reason: null }
  expect(entries).toEqual(
    [
      { action: 'user.suspend', before: none, after: { suspended_at, reason: 'Spam.' } },
      {
        action: 'user.suspend',
        before: { suspended_at, reason: 'Spam.' },
        after: { suspended_at, reason: null },
      },
      { action: 'user.reinstate', before: { suspended_at, reason: null }, after: none },
    ].map((entry) => ({ ...entry, user_id: moderator.userId })),
  )
})

test('moderators suspend neither themselves nor staff, and not users who do not exist', async () => {
  const staff = await community.person({ staff: true })
  for (const [id, status] of [
    [moderator.userId, 403],
    [staff.userId, 403],
    [987_654, 404],
    [-1, 404],
    ['x', 404],
  ]) {
    expect([id, (await moderator.send('PUT', `/users/${id}/suspension/`, {})).status]).toEqual([
      id,
      status,
    ])
  }
  expect((await moderator.send('DELETE', '/users/987654/suspension/')).status).toBe(404)
  const { userId } = staff
  const suspension = { user_id: userId, suspended_by: null, suspended_at: 0, reason: null }
  await server.catalog.write((tx) => tx.insertInto('suspension').values(suspension).execute())
  expect((await moderator.send('DELETE', `/users/${userId}/suspension/`)).status).toBe(403)
  expect((await moderator.send('GET', `/users/${userId}/suspension/`)).status).toBe(200)
  const long = { reason: 'x'.repeat(501) }
  const { status, body } = await moderator.send('PUT', `/users/${staff.userId}/suspension/`, long)
  expect([status, Object.keys(body)]).toEqual([400, ['reason']])
})

test('a hidden comment is in no list and not in the feed, until it is shown again', async () => {
  const person = await community.person()
  const image = await seed.image()
  const made = await person.post(`/images/${image}/comments/`, { text: 'Rude.' })
  const { id } = made.body
  const read = async () => {
    const detail = await server.get(`/api/v2/images/${image}/`)
    const events = await server.get('/api/v2/activity/?types=comment')
    const own = events.filter(({ data }: { data: { image_id: number } }) => data.image_id === image)
    return { comments: detail.comments, events: own }
  }
  const before = await read()
  expect([before.comments.length, before.events.length]).toEqual([1, 1])
  for (let n = 0; n < 2; n++)
    expect((await moderator.send('PUT', `/comments/${id}/hidden/`)).status).toBe(204)
  expect(await read()).toEqual({ comments: [], events: [] })
  expect((await moderator.send('DELETE', `/comments/${id}/`)).status).toBe(404)
  for (let n = 0; n < 2; n++)
    expect((await moderator.send('DELETE', `/comments/${id}/hidden/`)).status).toBe(204)
  expect(await read()).toEqual(before)
  expect(await listAudit('comment', id)).toMatchObject([
    { action: 'comment.hide', before: { hidden_at: null }, after: { text: 'Rude.' } },
    { action: 'comment.unhide', before: { text: 'Rude.' }, after: { hidden_at: null } },
  ])
  for (const method of ['PUT', 'DELETE'])
    expect((await moderator.send(method, '/comments/987654/hidden/')).status).toBe(404)
})

test('reverts what a user contributed since a time, after a preview, in several requests', async () => {
  const [person, other] = [await community.person(), await community.person()]
  const [image, tagged] = [await seed.image(), await seed.image()]
  const place = (who: typeof person) =>
    who.post('/georeferences/', { image, latitude: 1, longitude: 2, confidence: 'high' })
  await seed.setting('validators', 'everyone')
  const kept = await place(person)
  const others = await place(other)
  server.clock.advance(60)
  const since = new Date(server.clock.now() / 1000).toISOString()
  const checks = `/georeferences/${others.body.id}/validations/`
  await place(person)
  await person.post(checks, { validation: 'incorrect' })
  await person.post(`/images/${image}/comments/`, { text: 'Rude.' })
  const subject = await seed.subject({ slug: 'vandalized' })
  await person.post(`/images/${tagged}/subjects/`, { subject })
  const row = { image_id: image, commented_by: person.userId, created_at: server.clock.now() }
  const many = Array.from({ length: 230 }, (_, n) => ({ ...row, text: `Rude ${n}.` }))
  await server.catalog.write((tx) => tx.insertInto('comment').values(many).execute())
  await seed.rebuildFeed()
  const path = `/users/${person.userId}/contributions/?since=${encodeURIComponent(since)}`
  const preview = await moderator.send('GET', path)
  const counts = {
    point_georeferences: 1,
    from_above_georeferences: 0,
    validations: 1,
    comments: 231,
    tags: 1,
    removed_tags: 0,
    tag_orders: 0,
    subjects: 0,
  }
  expect(preview.body).toMatchObject(counts)
  expect(preview.body.results).toHaveLength(20)
  const first = await moderator.send('DELETE', path)
  const { batch } = first.body
  expect(first.body).toEqual({ ...counts, comments: 200, tags: 0, batch, complete: false })
  const second = await moderator.send('DELETE', path, undefined, { 'Batch-Id': batch })
  const changes = await moderator.send('GET', `/audit/?object=user/${person.userId}`)
  expect(changes.body.results).toMatchObject([{ action: 'user.revert', batch }])
  expect([first.body.comments + second.body.comments, second.body.tags]).toEqual([231, 1])
  expect(second.body.complete).toBe(true)
  const none = {
    point_georeferences: 0,
    from_above_georeferences: 0,
    validations: 0,
    comments: 0,
    tags: 0,
    removed_tags: 0,
    tag_orders: 0,
    subjects: 0,
  }
  const last = await moderator.send('DELETE', path)
  expect(last.body).toEqual({ ...none, batch: expect.any(String), complete: true })
  expect((await moderator.send('GET', path)).body).toEqual({ ...none, results: [] })
  const detail = await server.get(`/api/v2/images/${image}/`)
  expect(detail.comments).toEqual([])
  const points = detail.point_georeferences ?? detail.georeferences
  expect(points.map(({ id }: { id: number }) => id).toSorted()).toEqual([
    kept.body.id,
    others.body.id,
  ])
  expect(points.flatMap(({ validations }: { validations: object[] }) => validations)).toEqual([])
  expect((await server.get(`/api/v2/images/${tagged}/`)).subjects).toEqual([])
  for (const bad of ['', '?since=', '?since=yesterday']) {
    const address = `/users/${person.userId}/contributions/${bad}`
    for (const method of ['GET', 'DELETE'])
      expect((await moderator.send(method, address)).status).toBe(400)
  }
})

test('moderators revert all that they contributed themselves, but not all that other staff did', async () => {
  const staff = await community.person({ staff: true, scopes: ['contribute', 'moderate'] })
  const image = await seed.image()
  expect((await staff.post(`/images/${image}/comments/`, { text: 'Mine.' })).status).toBe(201)
  const path = `/users/${staff.userId}/contributions/?since=2000-01-01T00:00:00Z`
  const { status, body } = await moderator.send('DELETE', path)
  expect([status, body.detail]).toEqual([403, expect.stringContaining('This user is staff.')])
  expect((await moderator.send('GET', path)).body).toMatchObject({ comments: 1 })
  expect((await staff.send('DELETE', path)).body).toMatchObject({ comments: 1, complete: true })
})

test('reverts removed tags, orders of tags and new subjects, unless others have used or changed them', async () => {
  const [vandal, other] = [await community.person(), await community.person()]
  const [hall, tower, gate] = [
    await seed.subject({ slug: 'hall' }),
    await seed.subject({ slug: 'tower' }),
    await seed.subject({ slug: 'gate' }),
  ]
  const tag = async (who: typeof other, image: number, ...subjects: number[]) => {
    for (const subject of subjects)
      expect((await who.post(`/images/${image}/subjects/`, { subject })).status).toBe(201)
  }
  const untag = (who: typeof other, image: number, subject: number) =>
    who.send('DELETE', `/images/${image}/subjects/${subject}/`)
  const reorder = (who: typeof other, image: number, ...order: number[]) =>
    who.send('PUT', `/images/${image}/subjects/`, { order })
  const tagged = async (subjects: number[]) => {
    const image = await seed.image()
    await tag(other, image, ...subjects)
    return image
  }
  const changed = await tagged([hall, tower, gate])
  const removedAndAdded = await tagged([hall])
  const addedAndRemoved = await tagged([])
  const reorderedAgain = await tagged([hall, tower, gate])
  const reorderedBack = await tagged([hall, tower])
  const addedByOther = await tagged([hall])
  server.clock.advance(60)
  const since = new Date(server.clock.now() / 1000).toISOString()
  await untag(vandal, changed, tower)
  await reorder(vandal, changed, gate, hall)
  await untag(vandal, removedAndAdded, hall)
  await tag(vandal, removedAndAdded, hall)
  await tag(vandal, addedAndRemoved, tower)
  await untag(vandal, addedAndRemoved, tower)
  await reorder(vandal, reorderedAgain, gate, tower, hall)
  await reorder(other, reorderedAgain, tower, hall, gate)
  await reorder(vandal, reorderedBack, tower, hall)
  await reorder(vandal, reorderedBack, hall, tower)
  await untag(vandal, addedByOther, hall)
  await tag(other, addedByOther, hall)
  const mill = (await vandal.post('/subjects/', { kb_id: 'Q4321' })).body
  const pond = (await vandal.post('/subjects/', { kb_id: 'Q4322' })).body
  await tag(vandal, addedAndRemoved, mill.id)
  await tag(other, addedAndRemoved, pond.id)

  const path = `/users/${vandal.userId}/contributions/?since=${encodeURIComponent(since)}`
  const preview = (await moderator.send('GET', path)).body
  expect(preview).toMatchObject({ tags: 1, removed_tags: 1, tag_orders: 1, subjects: 1 })
  const results = [
    ['removed_tag', tower, changed],
    ['subject', mill.id, null],
    ['tag', mill.id, addedAndRemoved],
    ['tag_order', expect.any(Number), changed],
  ]
  type Result = { kind: string; id: number; image_id: number | null }
  expect(
    preview.results.map(({ kind, id, image_id }: Result) => [kind, id, image_id]).toSorted(),
  ).toEqual(results)
  expect((await moderator.send('DELETE', path)).body).toMatchObject({
    tags: 1,
    removed_tags: 1,
    tag_orders: 1,
    subjects: 1,
    complete: true,
  })
  const subjectsOf = async (image: number) =>
    (await server.get(`/api/v2/images/${image}/`)).subjects.map(({ id }: { id: number }) => id)
  expect(await subjectsOf(changed)).toEqual([hall, gate, tower])
  expect(await subjectsOf(removedAndAdded)).toEqual([hall])
  expect(await subjectsOf(addedAndRemoved)).toEqual([pond.id])
  expect(await subjectsOf(reorderedAgain)).toEqual([tower, hall, gate])
  expect(await subjectsOf(addedByOther)).toEqual([hall])
  expect((await server.fetch(`/api/v2/subjects/${mill.id}/`)).status).toBe(404)
  const none = { tags: 0, removed_tags: 0, tag_orders: 0, subjects: 0, results: [] }
  expect((await moderator.send('GET', path)).body).toMatchObject(none)
  expect(await listAudit('subject', mill.id)).toMatchObject([
    { action: 'subject.create', user_id: vandal.userId, before: null },
    { action: 'subject.remove', user_id: moderator.userId, after: null },
  ])
})

test('leaves a new subject whose tag it leaves', async () => {
  const person = await community.person()
  const [kept, other] = [await seed.image(), await seed.image()]
  const since = new Date(server.clock.now() / 1000).toISOString()
  const { id } = (await person.post('/subjects/', { kb_id: 'Q4323' })).body
  for (const image of [kept, other])
    await person.post(`/images/${image}/subjects/`, { subject: String(id) })
  const path = `/users/${person.userId}/contributions/?since=${encodeURIComponent(since)}`
  const reverted = await moderator.send('DELETE', `${path}&keep=tag-${id}-${kept}`)
  expect(reverted.body).toMatchObject({ tags: 1, subjects: 0, complete: true })
  const subjectsOf = async (image: number) =>
    (await server.get(`/api/v2/images/${image}/`)).subjects.map(({ id }: { id: number }) => id)
  expect([await subjectsOf(kept), await subjectsOf(other)]).toEqual([[id], []])
  for (const keep of [`tag-${id}`, `subject-${id}-${kept}`, 'comment-012'])
    expect((await moderator.send('DELETE', `${path}&keep=${keep}`)).status).toBe(400)
  expect(await subjectsOf(kept)).toEqual([id])
})

test('restores removed subjects in the order that they had', async () => {
  const [vandal, other] = [await community.person(), await community.person()]
  const subjects = [await seed.subject(), await seed.subject(), await seed.subject()] as const
  const [one, two, three] = subjects
  const tagged = async (order: readonly number[]) => {
    const image = await seed.image()
    for (const subject of order) await other.post(`/images/${image}/subjects/`, { subject })
    return image
  }
  const images = [
    { removed: [one, two, three], image: await tagged(subjects) },
    { removed: [three, two, one], image: await tagged(subjects) },
    { removed: [two, three], image: await tagged(subjects) },
  ]
  server.clock.advance(60)
  const since = new Date(server.clock.now() / 1000).toISOString()
  for (const { image, removed } of images) {
    for (const subject of removed) {
      await vandal.send('DELETE', `/images/${image}/subjects/${subject}/`)
      server.clock.advance(1)
    }
  }
  const path = `/users/${vandal.userId}/contributions/?since=${encodeURIComponent(since)}`
  expect((await moderator.send('DELETE', path)).body).toMatchObject({ removed_tags: 8 })
  const subjectsOf = async (image: number) =>
    (await server.get(`/api/v2/images/${image}/`)).subjects.map(({ id }: { id: number }) => id)
  for (const { image } of images) expect(await subjectsOf(image)).toEqual(subjects)
  const entries: number[] = []
  for (const id of subjects) {
    const context = { actor: { userId: moderator.userId }, now: server.clock.now() }
    await server.catalog.write((tx) => deleteSubject(tx, { id, untag: true }, context))
    const removal = await server.catalog.reads
      .selectFrom('audit_entry')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
    entries.unshift(removal.id)
  }
  for (const id of entries)
    expect((await moderator.send('POST', `/audit/${id}/revert/`)).status).toBe(204)
  for (const { image } of images) expect(await subjectsOf(image)).toEqual(subjects)
})
