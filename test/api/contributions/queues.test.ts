import { afterAll, beforeEach, expect, test } from 'vitest'
import { MICROS_PER_SECOND } from '../../../src/core/base/clock.ts'
import { CONTRIBUTIONS_PER_MINUTE } from '../../../src/core/base/limits.ts'
import { openCommunity, type Person } from '../../support/contributors.ts'
import { browserWithSession } from '../../support/oauth.ts'
import { READY } from '../../support/seed.ts'

const community = await openCommunity()
afterAll(() => community[Symbol.asyncDispose]())
const { seed, server } = community
const ada = await community.person()
const moderator = await community.person({ staff: true })
beforeEach(() => server.clock.advance(60))

const DAY = 24 * 60 * 60 * MICROS_PER_SECOND

async function draw(person: Person, path: string): Promise<number[]> {
  const { status, body } = await person.send('GET', `/queues/${path}`)
  expect(status).toBe(200)
  return body.results.map(({ id }: { id: number }) => id)
}

test('draws available images that the user sees and has not skipped lately', async () => {
  const collection_id = await seed.collection()
  const in_ = `placing/?collection=${collection_id}`
  const available = await seed.ready({ collection_id })
  const other = await seed.ready({ collection_id })
  const aerial = await seed.ready({ collection_id, from_above: 1 })
  await seed.point(aerial)
  await seed.point(await seed.ready({ collection_id }))
  await seed.ready({ collection_id, will_not_georef: 1 })
  await seed.image({ collection_id })
  await seed.ready({ collection_id, duplicate_of: other })
  const hidden = await seed.ready({ collection_id: await seed.collection({ public: 0 }) })
  const drawn = await draw(ada, in_)
  expect(drawn.toSorted((a, b) => a - b)).toEqual([available, other, aerial])
  expect(await draw(ada, 'placing/')).not.toContain(hidden)
  expect(await draw(ada, `${in_}&from_above=true`)).toEqual([aerial])
  await ada.post(`/images/${other}/skips/`)
  expect(await draw(ada, in_)).not.toContain(other)
  expect(await draw(moderator, in_)).toContain(other)
  expect((await ada.send('DELETE', `/images/${other}/skips/`)).status).toBe(204)
  expect(await draw(ada, in_)).toContain(other)
  await ada.post(`/images/${other}/skips/`)
  const skipped_at = server.clock.now() - 30 * DAY
  await server.catalog.write((tx) => tx.updateTable('skip').set({ skipped_at }).execute())
  expect(await draw(ada, in_)).toContain(other)
})

test('keeps a skipped image out of the checking queue until it is placed again', async () => {
  const collection_id = await seed.collection()
  const image = await seed.ready({ collection_id })
  const queue = `checking/?collection=${collection_id}`
  // Skipped while it was to be placed.
  await moderator.post(`/images/${image}/skips/`)
  server.clock.advance(1000)
  await seed.point(image)
  expect(await draw(moderator, queue)).toEqual([image])
  server.clock.advance(1000)
  await moderator.post(`/images/${image}/skips/`)
  expect(await draw(moderator, queue)).toEqual([])
  server.clock.advance(1000)
  await seed.point(image)
  expect(await draw(moderator, queue)).toEqual([image])
})

test('restricts the queues by source, subject, creator and year', async () => {
  const source_id = await seed.source()
  const collection_id = await seed.collection({ source_id })
  const dates = { edtf_date: '1905', fuzzy_from: -23_741, fuzzy_to: -23_377 }
  const image = await seed.ready({ collection_id, creator: 'A. Painter', ...dates })
  await seed.ready({ collection_id })
  const subject = await seed.subject({ kb_id: 'Q77' })
  await seed.tag(image, subject)
  const filters = [
    `subject=${subject}`,
    'subject=Q77',
    'creator=painter',
    'year_min=1905&year_max=1905',
  ]
  for (const filter of filters) {
    expect(await draw(ada, `placing/?source=${source_id}&${filter}`)).toEqual([image])
  }
  const bad = await ada.send('GET', '/queues/placing/?source=x&year_min=old')
  expect([bad.status, Object.keys(bad.body).toSorted()]).toEqual([400, ['source', 'year_min']])
  expect((await ada.send('GET', '/queues/placing/?in_bbox=1,2,3')).status).toBe(400)
  expect((await ada.send('GET', '/queues/checking/?in_bbox=1,2,3')).status).toBe(403)
  expect((await moderator.send('GET', '/queues/checking/?in_bbox=1,2,3')).status).toBe(400)
})

test('draws images first for which the editor suggests a place', async () => {
  const collection_id = await seed.collection()
  const ids = Array.from({ length: 60 }, (_, n) => 100_000 + 20 * n)
  await seed.images(collection_id, ids, READY)
  await server.catalog.write((tx) => tx.updateTable('image').set({ title: '' }).execute())
  const [similar = 0, tagged = 0, beside = 0, named = 0] = ids
  await seed.point(await seed.ready({ title: 'View of the Herengracht in the snow' }))
  await seed.change(similar, { title: 'View of the HERENGRACHT, looking east' })
  await seed.subject({ title: 'Prinsengracht' })
  await seed.change(named, { title: 'Prinsengracht' })
  const shown = await seed.subject()
  await seed.outline(shown, 'way/7')
  await seed.tag(tagged, shown)
  await seed.point(await seed.ready({ id: beside + 1, collection_id }))
  const drawn = await draw(ada, `placing/?collection=${collection_id}`)
  expect(drawn).toHaveLength(20)
  expect(drawn.slice(0, 3).toSorted((a, b) => a - b)).toEqual([similar, tagged, beside])
  const others = await draw(ada, `placing/?collection=${collection_id}`)
  expect(others).not.toEqual(drawn)
})

test('finds images to place in a box beside placed ones of their collection', async () => {
  const collection_id = await seed.collection()
  const placed = await seed.ready({ id: 200_000, collection_id })
  await seed.point(placed, { latitude: -33.9, longitude: 18.4 })
  await seed.ready({ id: 200_001, collection_id })
  await seed.ready({ id: 200_002 })
  await seed.ready({ id: 200_050, collection_id })
  expect(await draw(ada, 'placing/?in_bbox=18,-34,19,-33')).toEqual([200_001])
  expect(await draw(ada, 'placing/?in_bbox=28,-34,29,-33')).toEqual([])
})

test.each(['georeference', 'from_above_georeference'] as const)(
  'a %s with more incorrect than correct checks returns to the queue of images to place',
  async (table) => {
    const from_above = table === 'georeference' ? 0 : 1
    const path = from_above ? 'from-above-georeferences' : 'georeferences'
    const collection_id = await seed.collection()
    const image = await seed.ready({ collection_id, from_above })
    const made = from_above ? await seed.area(image) : await seed.point(image)
    const box = from_above ? '7.4,47.4,7.7,47.7' : '7.5,47.5,7.6,47.6'
    const queue = async () => [
      await draw(ada, `placing/?collection=${collection_id}`),
      await draw(ada, `placing/?collection=${collection_id}&in_bbox=${box}`),
    ]
    const staff = await Promise.all([1, 2, 3].map(() => community.person({ staff: true })))
    const [one, two, three] = staff as [Person, Person, Person]
    const check = async (person: Person, validation: string) => {
      server.clock.advance(1)
      await person.post(`/${path}/${made}/validations/`, { validation })
    }
    await check(one, 'correct')
    await check(two, 'incorrect')
    expect(await queue()).toEqual([[], []])
    await check(three, 'incorrect')
    expect(await queue()).toEqual([[image], [image]])
    await check(three, 'uncertain')
    expect(await queue()).toEqual([[], []])
    await check(one, 'incorrect')
    expect(await queue()).toEqual([[image], [image]])
    // A newer placement has no checks.
    server.clock.advance(1)
    const newer = from_above ? await seed.area(image) : await seed.point(image)
    expect(await queue()).toEqual([[], []])
    const deleter = await community.person({ staff: true, scopes: ['moderate'] })
    expect((await deleter.send('DELETE', `/${path}/${newer}/`)).status).toBe(204)
    expect(await queue()).toEqual([[image], [image]])
    await seed.delete('validation')
    expect(await queue()).toEqual([[], []])
  },
)

test('draws placements to check that have a picture: unchecked ones of others, doubtful ones first', async () => {
  const collection_id = await seed.collection()
  const place = async (values: Parameters<typeof seed.point>[1] = {}) => {
    const image = await seed.ready({ collection_id })
    return { image, point: await seed.point(image, values) }
  }
  const certain = await place()
  const low = await place({ confidence: 'low' })
  const newcomer = await seed.user({ created_at: server.clock.now() })
  const byNewcomer = await place({ user_id: newcomer })
  const checked = await place()
  await seed.validation(checked)
  const own = await place({ user_id: moderator.userId, confidence: 'low' })
  const mine = await place()
  await seed.validation(mine, { validated_by: moderator.userId })
  const aerial = await seed.ready({ collection_id, from_above: 1 })
  await seed.area(aerial)
  await seed.ready({ collection_id })
  await seed.point(await seed.image({ collection_id }))
  const drawn = await draw(moderator, `checking/?collection=${collection_id}`)
  expect(drawn).toHaveLength(5)
  expect(new Set(drawn.slice(0, 2))).toEqual(new Set([low.image, byNewcomer.image]))
  expect(new Set(drawn.slice(2, 4))).toEqual(new Set([certain.image, aerial]))
  expect(drawn[4]).toBe(checked.image)
  expect(drawn).not.toContain(own.image)
  expect(await draw(moderator, `checking/?collection=${collection_id}&from_above=true`)).toEqual([
    aerial,
  ])
  expect(await draw(moderator, `checking/?collection=${collection_id}&in_bbox=0,0,1,1`)).toEqual([])
  expect((await ada.send('GET', '/queues/checking/')).status).toBe(403)
})

test.each(['georeference', 'from_above_georeference'] as const)(
  'checks a %s first that an account made on its first day of an image that two confirmed',
  async (table) => {
    const from_above = table === 'georeference' ? 0 : 1
    const collection_id = await seed.collection()
    const day = server.clock.now()
    const newcomer = await seed.user({ created_at: day })
    const place = (image: number, values: object) =>
      from_above ? seed.area(image, values) : seed.point(image, values)
    const replace = async (confirmations: number, created_at: number) => {
      const image = await seed.ready({ collection_id, from_above })
      const earlier = await place(image, { created_at: day - 1 })
      for (let n = 0; n < confirmations; n += 1)
        await seed.validation(from_above ? { image, area: earlier } : { image, point: earlier }, {
          validated_by: await seed.user({ created_at: 0 }),
        })
      await place(image, { user_id: newcomer, created_at })
      return image
    }
    const low = await seed.ready({ collection_id, from_above })
    await place(low, { confidence: 'low' })
    await replace(1, day)
    await replace(2, day + DAY)
    const urgent = await replace(2, day)
    const queue = `checking/?collection=${collection_id}`
    for (let n = 0; n < 3; n += 1) expect((await draw(moderator, queue))[0]).toBe(urgent)
    const path = from_above ? 'from-above-georeferences' : 'georeferences'
    const [newest] = (await server.get(`/api/v2/images/${urgent}/`))[`${table}s`].slice(-1)
    const other = await community.person({ staff: true })
    await other.post(`/${path}/${newest.id}/validations/`, { validation: 'correct' })
    expect((await draw(moderator, queue)).at(-1)).toBe(urgent)
  },
)

test('counts the draws of a user by apps and on pages together, for each queue', async () => {
  const person = await browserWithSession(server, `mapper-${ada.userId}`)
  const most = CONTRIBUTIONS_PER_MINUTE.placing_draws
  for (const [api, page, others] of [
    ['placing/', 'georeference/', 'check/'],
    ['checking/', 'check/', 'georeference/'],
  ] as const) {
    server.clock.advance(60)
    await seed.setting('validators', 'everyone')
    const statuses: number[] = []
    for (let n = 0; n < most; n += 2) {
      statuses.push((await ada.send('GET', `/queues/${api}?collection=1000000`)).status)
      statuses.push((await person.open(`${page}?collection=1000000`)).status)
    }
    expect(new Set(statuses)).toEqual(new Set([200]))
    const refused = await ada.send('GET', `/queues/${api}`)
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60'])
    const shown = await person.open(`${page}?lang=de`)
    expect([shown.status, shown.text]).toEqual([
      429,
      expect.stringContaining('Sie haben zu viele Anfragen gesendet.'),
    ])
    expect((await person.open(`${others}?collection=1000000`)).status).toBe(200)
  }
})
