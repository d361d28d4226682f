import { writeFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { tileFileKey } from '../../../src/core/storage/keys.ts'
import { get, openConnectionTo } from '../../support/raw-connection.ts'
import { createSeed } from '../../support/seed.ts'
import { createSquares } from '../../support/squares.ts'
import { createTestLog } from '../../support/test-log.ts'
import { startTestServer } from '../../support/test-server.ts'
import { encodeTiles } from '../../support/tile-file.ts'

const { log, lines } = createTestLog()
const server = await startTestServer({ dev: false, trustProxy: '1' }, { log })
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)

const bytes = await encodeTiles(createSquares({ width: 700, height: 500 }))
const image = await seed.image()
const service = `/iiif/3/${image}-${await seed.tiles(image, bytes)}`
const RENDERED = `${service}/0,0,400,400/200,200/90/default.jpg`

test.each([
  ['cut inside the header', (file: Buffer) => file.subarray(0, 20), 500],
  ['cut inside the index', (file: Buffer) => file.subarray(0, 40), 200],
  ['cut inside the last tile', (file: Buffer) => file.subarray(0, -10), 200],
  ['of another type', (file: Buffer) => Buffer.alloc(file.length, 'JFIF'), 500],
  ['without JPEGs behind the index', (file: Buffer) => Buffer.from(file).fill(0, 200), 200],
  ['with an impossible size', (file: Buffer) => Buffer.from(file).fill(0xff, 8, 16), 500],
  ['with huge tiles', (file: Buffer) => Buffer.from(file).fill(0xff, 24, 60), 200],
])(
  'a file of tiles %s fails its own requests only, and is logged',
  async (_, damage, infoStatus) => {
    const damaged = await seed.image()
    const generation = await seed.tiles(damaged, bytes)
    await writeFile(server.catalog.storage.locate(tileFileKey(damaged, generation)), damage(bytes))
    const base = `/iiif/3/${damaged}-${generation}`
    expect((await server.fetch(`${base}/info.json`)).status).toBe(infoStatus)
    const logged = lines.length
    const response = await server.fetch(`${base}/full/340,/90/gray.jpg`)
    expect(response.status).toBe(500)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(lines.slice(logged).join('')).toContain('request failed unexpectedly')
    expect((await server.fetch(RENDERED)).status).toBe(200)
  },
)

test.each([
  ['digits', `full/${'9'.repeat(15_000)},/0/default.jpg`],
  ['dots', `full/${'.'.repeat(15_000)}/0/default.jpg`],
  ['commas', `${'1,'.repeat(7500)}/max/0/default.jpg`],
  ['percent signs', `${'%25'.repeat(5000)}/max/0/default.jpg`],
  ['formats', `full/max/0/default${'.jpg'.repeat(3700)}`],
  ['decimals', `pct:0.${'1'.repeat(14_900)},0,10,10/max/0/default.jpg`],
])('a long path of %s is rejected', async (_, path) => {
  expect((await server.fetch(`${service}/${path}`)).status).toBe(400)
})

const fetchFrom = (address: string, path: string): Promise<Response> =>
  server.fetch(path, { headers: { 'X-Forwarded-For': address } })

test('refuses images of an address of which too many wait, until it disconnects', async () => {
  const large = await seed.image()
  const size = { width: 1000, height: 1000 }
  const file = await encodeTiles({ ...size, data: Buffer.alloc(size.width * size.height * 3, 120) })
  // Takes seconds, so that the queue stays full.
  const path = `/iiif/3/${large}-${await seed.tiles(large, file)}/full/^2000,2000/90/default.png`
  const sockets = Array.from({ length: 250 }, () => openConnectionTo(server))
  for (const socket of sockets) socket.write(get(path))
  await expect.poll(() => lines.join('')).toContain('"status":503')
  const refused = await server.fetch(RENDERED)
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5'])
  expect(await refused.json()).toMatchObject({ code: 'rendering_busy' })
  // The addresses of one IPv6 network take turns as one.
  const others = ['192.0.2.1', '2001:db8::1', '2001:db8::2'].map((address) =>
    fetchFrom(address, RENDERED),
  )
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await server.fetch(`${service}/full/350,250/0/default.jpg`)).status).toBe(200)
  for (const socket of sockets) socket.destroy()
  await expect.poll(async () => (await server.fetch(RENDERED)).status).toBe(200)
})
