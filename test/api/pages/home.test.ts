import { expect, test } from 'vitest'
import { ensureStaff } from '../../../src/core/writes/users/ensure-staff.ts'
import { hostContext } from '../../support/host-context.ts'
import { parsePage } from '../../support/parse-page.ts'
import { createSeed } from '../../support/seed.ts'
import { startTestServer } from '../../support/test-server.ts'

test('tells the administrator of an empty catalog the next step, until there are images', async () => {
  await using server = await startTestServer()
  const seed = createSeed(server)
  const open = async () => (await server.fetch('/')).text()
  const nextStep = async () => {
    return parsePage(await open()).lines('li.next code')
  }
  expect(await nextStep()).toBe('catalog admin init --staff NAME')
  expect(await open()).not.toContain(server.data)
  expect(parsePage(await open()).text('.setup > pre')).toBe(
    'catalog basemap fetch --bbox WEST,SOUTH,EAST,NORTH',
  )
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
  const page = parsePage(text)
  expect(page.has('.setup')).toBe(false)
  expect(page.attributes('a', 'href')).toContain(`${server.baseUrl}/collections/${collection_id}/`)
})

test('features the newest image with a picture, and lists it no second time', async () => {
  await using server = await startTestServer()
  const seed = createSeed(server)
  await seed.image({ title: 'Bridge', generation: 'first', created_at: 1 })
  await seed.image({ title: 'Mill', generation: 'second', created_at: 2 })
  const plain = await seed.image({ title: 'Not photographed', created_at: 3 })
  await seed.image({ title: 'Bridge again', created_at: 0, duplicate_of: plain })
  const page = parsePage(await (await server.fetch('/')).text())
  expect(page.text('figure')).toContain('Mill')
  expect(page.attribute('figure img', 'srcset')).toMatch(
    /second\/thumbnail\.jpg 500w, .*second\/display\.jpg 2048w/v,
  )
  expect(page.texts('.pictures .title')).toEqual(['Not photographed', 'Bridge', 'Bridge again'])
  // As many as the list of images has, with the duplicate.
  expect(page.text('dt:has(a[href$="/images/"]:contains("Images")) + dd')).toBe('4')
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
  expect(text).toContain('Durch die Jahre')
  expect(text).not.toContain('Secret')
  const page = parsePage(text)
  const links = page.attributes('a', 'href')
  for (const path of [
    'images/?year_min=1890&year_max=1899',
    `collections/${collection_id}/`,
    'contributors/7001/',
    'georeference/',
    'check/',
  ])
    expect(links).toContain(`${server.baseUrl}/${path}`)
  expect(page.has('[name=mode][value=semantic]')).toBe(true)
  const people = parsePage(await (await server.fetch('/contributors/')).text())
  const contributor = people.find('li:has(a[href$="/contributors/7001/"])')
  expect(contributor?.text('a bdi')).toBe('ada')
  expect(contributor?.text()).toMatch(/1 placement$/v)
})
