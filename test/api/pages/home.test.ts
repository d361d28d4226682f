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

test('shows a public picture of each day, which is the same for everyone until midnight in UTC', async () => {
  await using server = await startTestServer()
  const seed = createSeed(server)
  const collection_id = await seed.collection()
  const picture = { collection_id, created_at: 1, generation: 'made' }
  for (const title of ['Bridge', 'Mill', 'Gate']) {
    const id = await seed.image({ ...picture, title })
    await seed.image({ ...picture, title: 'Duplicate', duplicate_of: id })
  }
  await seed.image({ collection_id, created_at: 1, title: 'Without a picture' })
  const hidden = await seed.collection({ public: 0 })
  await seed.image({ ...picture, title: 'Hidden', collection_id: hidden })
  const open = async () => parsePage(await (await server.fetch('/')).text()).text('figcaption a')
  const titles = new Set<string | undefined>()
  for (let day = 0; day < 9; day += 1) {
    const title = await open()
    titles.add(title)
    await seed.image({ ...picture, created_at: server.clock.now(), title: `Added on day ${day}` })
    server.clock.advance(11 * 3600)
    expect(await open()).toBe(title)
    // Nothing is written before the next day begins.
    server.clock.advance(13 * 3600)
  }
  expect(titles.size).toBeGreaterThan(2)
  for (const title of titles) expect(title).toMatch(/Bridge|Mill|Gate|Added/v)
})

test('shows what was placed last and the newest pictures whole, in rows that are filled', async () => {
  await using server = await startTestServer()
  const seed = createSeed(server)
  const user_id = await seed.user()
  const place = async (title: string, created_at: number, width: number) => {
    const tiles = { tiles_generation: 't', tiles_of: 'file 0 none', tiles_width: width }
    const file = { generation: title, file_version: 'file', file_type: 'image/jpeg' }
    const id = await seed.image({ title, created_at: 1, ...file, ...tiles, tiles_height: 1000 })
    await seed.point(id, { created_at, user_id })
    return id
  }
  const upright = await place('Upright', 50, 500)
  await place('Wide', 60, 1600)
  for (const time of [10, 20, 30, 40]) await place(`Square ${time}`, time, 1000)
  await seed.point(upright, { created_at: 70, user_id })
  await seed.image({ title: 'Without a picture' })
  const page = parsePage(await (await server.fetch('/')).text())
  const titles = page.texts('.gallery[aria-labelledby=placed] .title')
  // The other squares would begin a row that they do not fill.
  expect(titles).toEqual(['Upright', 'Wide', 'Square 40', 'Square 30'])
  // Those that are shown already are left out.
  const newest = page.texts('.gallery[aria-labelledby=newest] .title')
  expect(newest.filter((title) => titles.includes(title))).toEqual([])
  const [first] = page.findAll('.gallery img')
  expect([first?.own.width, first?.own.height]).toEqual(['210', '420'])
  expect(first?.own.srcset).toMatch(/thumbnail\.jpg 250w, .*display\.jpg 1024w/v)
  expect(page.has('[data-enhance=overview-map]')).toBe(true)
  // As many as the list of images has.
  expect(page.text('dt:has(a[href$="/images/"]:contains("Images")) + dd')).toBe('7')
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
  expect(page.attributes('[name=mode]', 'value')).toEqual(['text', 'in-view'])
  const people = parsePage(await (await server.fetch('/contributors/')).text())
  const contributor = people.find('li:has(a[href$="/contributors/7001/"])')
  expect(contributor?.text('a bdi')).toBe('ada')
  expect(contributor?.text()).toMatch(/1 placement$/v)
})
