import { rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createPmtilesArchive } from '../support/pmtiles-file.ts'
import { parsePage } from '../support/parse-page.ts'
import { createSeed, type Seed } from '../support/seed.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const TILES = 'https://tiles.example/{z}/{x}/{y}.png?key=a1'
const CREDIT = '<Us>, © [OpenStreetMap](https://www.openstreetmap.org/copyright)'

const server = await startTestServer({ cdnUrl: 'https://cdn.example/pictures' })
const foreign = await startTestServer({ basemapUrl: TILES, basemapAttribution: CREDIT })
afterAll(async () => {
  await foreign[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const seed = createSeed(server)
const foreignSeed = createSeed(foreign)

async function addPlacedImage(seed: Seed): Promise<number> {
  const image = await seed.image()
  await seed.point(image, { latitude: 1, longitude: 2 })
  await seed.point(image, { latitude: -47.56, longitude: 7.590001, direction: 137.5 })
  return image
}

async function readPage(of: TestServer, image: number) {
  const response = await of.fetch(`/${image}/`, { headers: { accept: 'text/html' } })
  const policy = response.headers.get('Content-Security-Policy')!
  return { text: await response.text(), policy, referrer: response.headers.get('Referrer-Policy') }
}

/** The value of a `data-` attribute of the map. */
function mapData(text: string, name: string): string | undefined {
  return parsePage(text).attribute('.map-container', `data-${name}`)
}

const placed = await addPlacedImage(seed)

test('the page of a placed image has its newest coordinates as text, and a map of this server only', async () => {
  const { text, policy, referrer } = await readPage(server, placed)
  const page = parsePage(text)
  expect(page.text('.map-container a[href*="openstreetmap"]')).toBe('47.56000° S, 7.59000° E')
  expect(page.text('a[href="geo:-47.56000,7.59000"]')).toBe('Open in an app')
  const around = new URL(page.attribute('a:contains("See what is around")', 'href')!)
  expect(around.searchParams.get('map')).toBe('17/-47.56000/7.59000')
  const [kind, box, chosen] = around.searchParams.get('corner')!.split('/')
  expect([kind, box?.split(',').length, chosen]).toEqual(['points', 4, String(placed)])
  expect(page.attribute('a:contains("What shows this spot?")', 'href')).toEqual(
    expect.stringMatching(/\/search\/\?mode=in-view&lat=-47\.56000&lon=7\.59000$/v),
  )
  // Where the link to an app is hidden, no space stands before the comma.
  expect(page.text('.map-texts p')).toBe(
    'Camera at 47.56000° S, 7.59000° EOpen in an app, looking southeast (138°)',
  )
  expect(mapData(text, 'basemap')).toBe('natural-earth')
  const credit = 'Natural Earth · Close up, streets and coasts are missing.'
  expect(parsePage(text).text('.map-credit')).toBe(credit)
  expect([mapData(text, 'direction'), mapData(text, 'cone')]).toEqual(['137.5', '40'])
  expect(policy).toContain(
    "connect-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' https://cdn.example;",
  )
  expect(referrer).toBe('no-referrer')
  const world = await server.fetch(mapData(text, 'world')!)
  expect(world.headers.get('Cache-Control')).toContain('immutable')
  expect(await world.json()).toMatchObject({ type: 'Topology', objects: { land: {} } })
})

test('the cone is as wide as the community decided', async () => {
  await seed.setting('viewing_cone', 60)
  expect(mapData((await readPage(server, placed)).text, 'cone')).toBe('60')
})

test('an image from above shows its area, also across 180 degrees', async () => {
  const image = await seed.image({ from_above: 1 })
  const ring = [[179, -17], [182, -17], [182, -16], [179, -16], [179, -17]] // prettier-ignore
  await seed.area(image, { polygon: JSON.stringify({ type: 'Polygon', coordinates: [ring] }) })
  const { text } = await readPage(server, image)
  const area = parsePage(text).find('.map-container p:contains("Area around")')
  expect(area?.attributes('a', 'href')).toContain('geo:-16.50000,-179.50000')
})

test('an image that is not placed has no map', async () => {
  const { text, policy } = await readPage(foreign, await foreignSeed.image())
  expect(text).not.toMatch(/map-container|geo:/)
  expect(policy).not.toContain('tiles.example')
})

test('only pages with a map of another host allow it, and tell it their origin', async () => {
  const { text, policy, referrer } = await readPage(foreign, await addPlacedImage(foreignSeed))
  expect([mapData(text, 'basemap'), mapData(text, 'basemap-url')]).toEqual(['xyz', TILES])
  expect(policy).toMatch(
    /connect-src 'self' https:\/\/tiles.example; .*img-src [^;]+ https:\/\/tiles.example;/,
  )
  expect(referrer).toBe('strict-origin-when-cross-origin')
  const credit = parsePage(text).find('.map-credit')
  expect(credit?.text()).toContain('<Us>, © OpenStreetMap')
  const openStreetMap = 'a[href="https://www.openstreetmap.org/copyright"]'
  expect(credit?.text(openStreetMap)).toBe('OpenStreetMap')
})

test('pages allow the origins of layers and no others, and the files of layers are served', async () => {
  const layer = JSON.stringify([
    {
      title: 'Plan',
      url: 'https://maps.example/{z}/{x}/{y}.png',
      credit: '<i> [Us](https://us.example)',
    },
    { title: 'Sheet', url: 'sheet.json', credit: 'Us', hosts: ['https://iiif.example'] },
    { title: 'Missing', url: 'missing.pmtiles', credit: 'Us' },
  ])
  await using mapped = await startTestServer({ layer })
  await writeFile(join(mapped.data, 'sheet.json'), '{}')
  const { text, policy, referrer } = await readPage(
    mapped,
    await addPlacedImage(createSeed(mapped)),
  )
  const origins = ['https://maps.example', 'https://iiif.example']
  expect(policy.match(/https:[^ ;]+/gv)).toEqual([...origins, ...origins])
  expect(referrer).toBe('strict-origin-when-cross-origin')
  const page = parsePage(text)
  expect(page.texts('[data-layers] option')).toEqual(['None', 'Plan', 'Sheet'])
  expect(page.text('[data-credit="plan"]')).toBe('· <i> Us')
  const [, sheet] = JSON.parse(page.attribute('[data-layers]', 'data-layers')!)
  const file = await mapped.fetch(sheet.address)
  expect([file.status, file.headers.get('Content-Type')]).toEqual([200, 'application/json'])
  expect((await mapped.fetch('/layers/plan')).status).toBe(404)
  expect((await mapped.fetch('/layers/missing')).status).toBe(404)
})

test.each(['geojson', 'pmtiles'])(
  'basemap.%s in the data directory lies under maps',
  async (kind) => {
    const path = join(server.data, `basemap.${kind}`)
    expect((await server.fetch(`/basemap.${kind}`)).status).toBe(404)
    await writeFile(path, '0123456789')
    const url = mapData((await readPage(server, placed)).text, 'basemap-url')!
    expect(url).toMatch(new RegExp(`^/basemap\\.${kind}\\?v=`))
    const whole = await server.fetch(url)
    expect(whole.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(await whole.text()).toBe('0123456789')
    const etag = whole.headers.get('ETag')!
    const part = await server.fetch(url, { headers: { Range: 'bytes=2-4', 'If-Range': etag } })
    expect([part.status, part.headers.get('Content-Range')]).toEqual([206, 'bytes 2-4/10'])
    expect(await part.text()).toBe('234')
    expect((await server.fetch(url, { headers: { 'If-None-Match': etag } })).status).toBe(304)
    expect((await server.fetch(url, { headers: { Range: 'bytes=10-' } })).status).toBe(416)
    await utimes(path, 1, 1)
    const later = await server.fetch(url)
    expect(later.headers.get('ETag')).not.toBe(etag)
    expect(later.headers.get('Cache-Control')).toBe('public, no-cache')
  },
)

test('maps show the credit that a PMTiles file names, as text with links', async () => {
  const attribution =
    '<a href="https://www.openstreetmap.org/copyright" target="_blank">&copy; OpenStreetMap</a><script>1</script>'
  const metadata = { name: 'Protomaps Basemap', attribution }
  const path = join(server.data, 'basemap.pmtiles')
  const tiles = new Map([[0, Buffer.from('tile')]])
  const readCredit = async () => {
    const page = parsePage((await readPage(server, placed)).text).find('.map-credit')
    return [page?.text(), page?.attributes('a', 'href')]
  }
  await writeFile(path, createPmtilesArchive({ tiles, maxZoom: 0, tileType: 1, metadata }))
  expect(await readCredit()).toEqual([
    'Protomaps © OpenStreetMap1 · Natural Earth',
    [
      'https://protomaps.com/',
      'https://www.openstreetmap.org/copyright',
      'https://www.naturalearthdata.com/',
    ],
  ])
  await writeFile(path, createPmtilesArchive({ tiles, maxZoom: 0, tileType: 1 }))
  expect((await readCredit())[0]).toBe('© OpenStreetMap · Natural Earth')
  await rm(path)
})
