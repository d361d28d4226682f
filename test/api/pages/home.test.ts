import { expect, test } from 'vitest'
import { ensureStaff } from '../../../src/core/writes/users/ensure-staff.ts'
import { hostContext } from '../../support/host-context.ts'
import { createSeed } from '../../support/seed.ts'
import { startTestServer } from '../../support/test-server.ts'

test('tells the administrator of an empty catalog the next step, until there are images', async () => {
  await using server = await startTestServer()
  const seed = createSeed(server)
  const open = async () => (await server.fetch('/')).text()
  const nextStep = async () => {
    const [, next = ''] = /<li\s+class="next"[^>]*>(.*?)<\/li>/sv.exec(await open()) ?? []
    return /<code>([^<]*)<\/code>/v.exec(next)?.[1]
  }
  expect(await nextStep()).toBe('catalog admin init --staff NAME')
  expect(await open()).not.toContain(server.data)
  const staff = { username: 'ada' }
  await server.catalog.write((tx) => ensureStaff(tx, staff, hostContext(server.clock)))
  expect(await nextStep()).toMatch(/^catalog source create /v)
  const source_id = await seed.source()
  expect(await nextStep()).toMatch(/^catalog collection create /v)
  const collection_id = await seed.collection({ source_id })
  expect(await nextStep()).toBe(
    `catalog login ${server.baseUrl}\ncatalog import album3.csv --collection 1`,
  )
  const secret = await seed.collection({ source_id, public: 0 })
  await seed.image({ collection_id: secret })
  expect(await nextStep()).toMatch(/^catalog collection list [^\n]*\n.*publish/sv)
  await seed.image({ collection_id })
  const text = await open()
  expect(text).not.toContain('class="setup"')
  expect(text).toContain(`href="${server.baseUrl}/collections/${collection_id}/"`)
})

test('features the newest image with a picture, and lists it no second time', async () => {
  await using server = await startTestServer()
  const seed = createSeed(server)
  await seed.image({ title: 'Bridge', generation: 'first', created_at: 1 })
  await seed.image({ title: 'Mill', generation: 'second', created_at: 2 })
  const plain = await seed.image({ title: 'Not photographed', created_at: 3 })
  await seed.image({ title: 'Bridge again', created_at: 0, duplicate_of: plain })
  const text = await (await server.fetch('/')).text()
  const [figure = ''] = /<figure>.*<\/figure>/sv.exec(text) ?? []
  expect(figure).toContain('Mill')
  expect(figure).toMatch(/second\/thumbnail\.jpg 500w, .*second\/display\.jpg 2048w/v)
  const [grid = ''] = /<ul class="pictures".*?<\/ul>/sv.exec(text) ?? []
  expect(grid).not.toContain('Mill')
  expect(grid).toMatch(/Not photographed.*Bridge/sv)
  // As many as the list of images has, with the duplicate.
  expect(text).toMatch(/\/images\/">Images<\/a><\/dt>\s*<dd>4<\/dd>/v)
})

test('leads to decades, new collections and activity, and to nothing that is not public', async () => {
  await using server = await startTestServer()
  const seed = createSeed(server)
  const collection_id = await seed.collection({ name: 'Streets' })
  const days = (year: number) => (Date.UTC(year, 0, 1) / 86_400_000) | 0
  const dated = (year: number) => ({ fuzzy_from: days(year), fuzzy_to: days(year) })
  const old = await seed.image({ collection_id, ...dated(1895) })
  await seed.image({ collection_id, ...dated(1912) })
  const secret = await seed.collection({ name: 'Secret', public: 0 })
  await seed.image({ collection_id: secret, title: 'Secret' })
  await seed.point(old, { user_id: await seed.user({ id: 7001, username: 'ada' }) })
  await seed.rebuildFeed()
  const text = await (await server.fetch('/?lang=de')).text()
  for (const part of [
    'Durch die Jahre',
    `${server.baseUrl}/images/?year_min=1890&amp;year_max=1899`,
    `href="${server.baseUrl}/collections/${collection_id}/"`,
    `href="${server.baseUrl}/contributors/7001/"`,
    'name="mode" value="semantic"',
    `href="${server.baseUrl}/georeference/"`,
    `href="${server.baseUrl}/check/"`,
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('Secret')
  const people = await (await server.fetch('/contributors/')).text()
  expect(people).toMatch(/\/contributors\/7001\/"[^>]*>\s*<bdi>ada<\/bdi>.*1 placement</sv)
})
