/**
 * The rules that the validator of the IIIF project tests at compliance level 2, with a picture like its own: 100 colored
 * squares. Which sizes it expects is tested in unit/core/iiif/level-2.test.ts.
 */

import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { createRandom } from '../../support/campaign.ts'
import { createSeed } from '../../support/seed.ts'
import { createSquares } from '../../support/squares.ts'
import { startTestServer } from '../../support/test-server.ts'
import { encodeTiles } from '../../support/tile-file.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)

const picture = createSquares({ width: 1000, height: 1000 })
const image = await seed.image()
const generation = await seed.tiles(image, await encodeTiles(picture))
const identifier = `${image}-${generation}`

const random = createRandom(3)
const pick = (from: number, to: number): number => from + Math.floor(random() * (to - from + 1))
const tenSquares = Array.from({ length: 10 }, () => [pick(0, 9), pick(0, 9)] as const)

describe.each([2, 3] as const)('version %i', (version) => {
  const service = `/iiif/${version}/${identifier}`
  const max = version === 2 ? 'full' : 'max'

  async function getImage(path: string) {
    const response = await server.fetch(`${service}/${path}`)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(response.status, bytes.toString('latin1', 0, 200)).toBe(200)
    const decoded = sharp(bytes)
    const { format } = await decoded.metadata()
    const { data, info } = await decoded
      .toColorspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height } = info
    const colorAt = (x: number, y: number) => [
      ...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
    ]
    return { width, height, format, data, colorAt }
  }

  /** Expects the color of a square of the picture, within 6 of each channel. */
  function expectColor(color: number[], [column, row]: readonly [number, number]) {
    const truth = picture.colorAt(column * 100, row * 100)
    const difference = Math.max(...color.map((value, index) => Math.abs(value - truth[index]!)))
    expect(difference).toBeLessThan(6)
  }

  test('the information document has the required members', async () => {
    const info = await server.get(`${service}/info.json`)
    const names = version === 2 ? { id: '@id', type: '@type' } : { id: 'id', type: 'type' }
    expect(info).toMatchObject({
      '@context': `http://iiif.io/api/image/${version}/context.json`,
      [names.id]: server.baseUrl + service,
      [names.type]: version === 2 ? 'iiif:Image' : 'ImageService3',
      protocol: 'http://iiif.io/api/image',
      profile: version === 2 ? ['http://iiif.io/api/image/2/level2.json', {}] : 'level2',
      width: 1000,
      height: 1000,
      sizes: [
        { width: 500, height: 500 },
        { width: 1000, height: 1000 },
      ],
      tiles: [{ width: 512, scaleFactors: [1, 2] }],
    })
  })

  test('the whole image is returned', async () => {
    const { width, height, format, colorAt } = await getImage(`full/${max}/0/default.jpg`)
    expect({ width, height, format }).toEqual({ width: 1000, height: 1000, format: 'jpeg' })
    for (const [x, y] of tenSquares) expectColor(colorAt(x * 100 + 50, y * 100 + 50), [x, y])
  })

  test.each(tenSquares)('the region by pixels in square %i, %i', async (x, y) => {
    const { width, height, colorAt } = await getImage(
      `${x * 100 + 13},${y * 100 + 13},74,74/${max}/0/default.jpg`,
    )
    expect({ width, height }).toEqual({ width: 74, height: 74 })
    expectColor(colorAt(37, 37), [x, y])
  })

  test.each(tenSquares)('the region by percent in square %i, %i', async (x, y) => {
    const { width, height, colorAt } = await getImage(
      `pct:${x * 10 + 1},${y * 10 + 1},8,8/${max}/0/default.jpg`,
    )
    expect({ width, height }).toEqual({ width: 80, height: 80 })
    expectColor(colorAt(40, 40), [x, y])
  })

  test.each([
    ['w,', `${pick(450, 750)},`],
    [',h', `,${pick(450, 750)}`],
    ['pct:n', `pct:${pick(45, 75)}`],
    ['w,h', `${pick(450, 750)},${pick(450, 750)}`],
    ['!w,h', `!${pick(350, 750)},${pick(350, 750)}`],
    ['the original size', max],
  ])('the size %s keeps the colors', async (_, size) => {
    const { width, height, colorAt } = await getImage(`full/${size}/0/default.jpg`)
    for (const [x, y] of tenSquares) {
      const at = (square: number, side: number) => Math.floor(((square + 0.5) * side) / 10)
      expectColor(colorAt(at(x, width), at(y, height)), [x, y])
    }
  })

  test.each(tenSquares.slice(0, 4))('a scaled region in square %i, %i', async (x, y) => {
    const side = pick(35, 90)
    const path = `${x * 100},${y * 100},100,100/${side},${side}/0/default.jpg`
    const { width, height, colorAt } = await getImage(path)
    expect({ width, height }).toEqual({ width: side, height: side })
    expectColor(colorAt(side >> 1, side >> 1), [x, y])
  })

  test.each<[string, (x: number, y: number) => [number, number]]>([
    ['90', (x, y) => [9 - y, x]],
    ['180', (x, y) => [9 - x, 9 - y]],
    ['270', (x, y) => [y, 9 - x]],
    ['!0', (x, y) => [9 - x, y]],
    ['!180', (x, y) => [x, 9 - y]],
    ['!90', (x, y) => [9 - y, 9 - x]],
  ])('the rotation %s moves the squares', async (rotation, move) => {
    const { colorAt } = await getImage(`full/${max}/${rotation}/default.jpg`)
    for (const square of tenSquares) {
      const [x, y] = move(...square)
      expectColor(colorAt(x * 100 + 50, y * 100 + 50), square)
    }
  })

  test.each(tenSquares.slice(0, 4))('a rotated region in square %i, %i', async (x, y) => {
    const region = `${x * 100 + 13},${y * 100 + 13},76,76`
    const { width, colorAt } = await getImage(`${region}/${max}/180/default.jpg`)
    expect(width).toBe(76)
    expectColor(colorAt(38, 38), [x, y])
  })

  test('color is in color, gray is gray, and bitonal is black and white', async () => {
    const { colorAt } = await getImage(`full/${max}/0/color.jpg`)
    expectColor(colorAt(50, 50), [0, 0])
    const gray = await getImage(`full/${max}/0/gray.jpg`)
    const pixels = Array.from({ length: 10_000 }, (_, n) => gray.colorAt((n * 7) % 1000, n % 1000))
    expect(pixels.every(([r, g, b]) => r === g && g === b)).toBe(true)
    const { data } = await getImage(`full/${max}/0/bitonal.png`)
    expect(new Set(data)).toEqual(new Set([0, 255]))
  })

  test.each([
    ['jpg', 'image/jpeg', 'jpeg'],
    ['png', 'image/png', 'png'],
    ['webp', 'image/webp', 'webp'],
  ])('the format %s is sent as %s', async (extension, type, format) => {
    const path = `full/100,100/0/default.${extension}`
    expect((await server.fetch(`${service}/${path}`)).headers.get('Content-Type')).toBe(type)
    expect((await getImage(path)).format).toBe(format)
  })

  test.each([
    ['an unknown identifier', '/1e8ff4b0/full/max/0/default.jpg', 404],
    ['an identifier with an encoded slash', '/a%2Fb/full/max/0/default.jpg', 404],
    ['an identifier that should be encoded', '/[frob]/full/max/0/default.jpg', 404],
    ['an identifier with an unencoded slash', '/a/b/full/max/0/default.jpg', 404],
    ['a random region', `/${identifier}/x:Yz1/max/0/default.jpg`, 400],
    ['a random size', `/${identifier}/full/^^AA/0/default.jpg`, 400],
    ['a random rotation', `/${identifier}/full/max/k_3a/default.jpg`, 400],
    ['a random quality', `/${identifier}/full/max/0/Zx1QfA.jpg`, 400],
    ['a random format', `/${identifier}/full/max/0/default.k4d`, 400],
  ])('%s gives %s: %i', async (_, path, status) => {
    expect((await server.fetch(`/iiif/${version}${path}`)).status).toBe(status)
  })

  test('an identifier may be percent-encoded', async () => {
    const escaped = identifier.replaceAll('-', '%2D').replace(/^\d/, (digit) => `%3${digit}`)
    expect((await server.fetch(`/iiif/${version}/${escaped}/info.json`)).status).toBe(200)
    const encoded = `%66ull/%21100%2C100/0/default%2Ejpg`
    expect((await server.fetch(`/iiif/${version}/${escaped}/${encoded}`)).status).toBe(200)
  })

  test('the base address redirects to the information document', async () => {
    for (const address of [service, `${service}/`]) {
      const response = await server.fetch(address, { redirect: 'manual' })
      expect(response.status).toBe(303)
      expect(response.headers.get('Location')).toBe(`${server.baseUrl}${service}/info.json`)
    }
  })

  test('the document is sent as JSON-LD to clients that ask for it, and as JSON to others', async () => {
    const typeFor = async (accept: string) =>
      (await server.fetch(`${service}/info.json`, { headers: { accept } })).headers
    const linked = await typeFor('application/ld+json')
    expect(linked.get('Content-Type')).toBe(
      `application/ld+json;profile="http://iiif.io/api/image/${version}/context.json"`,
    )
    const plain = await typeFor('application/json, */*')
    expect(plain.get('Content-Type')).toBe('application/json')
    expect(plain.get('Link')).toBe(
      `<http://iiif.io/api/image/${version}/context.json>;rel="http://www.w3.org/ns/json-ld#context";type="application/ld+json"`,
    )
    for (const headers of [linked, plain]) {
      expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
      expect(headers.get('Vary')).toContain('Accept')
    }
  })

  test('images link to their canonical address and the profile', async () => {
    const { headers } = await server.fetch(
      `${service}/pct:0,0,50,50/^600,/0/color.jpg`.replace(
        version === 2 ? '^600,' : '',
        version === 2 ? '300,' : '',
      ),
    )
    const canonical =
      version === 2 ? '0,0,500,500/300,/0/default.jpg' : '0,0,500,500/%5E600,600/0/default.jpg'
    expect(headers.get('Link')).toBe(
      `<${server.baseUrl}${service}/${canonical}>;rel="canonical", <http://iiif.io/api/image/${version}/level2.json>;rel="profile"`,
    )
  })
})

test.each(['1500,1500', ',1500', '1500,', 'pct:200'])(
  'version 3 enlarges to %s after ^ only',
  async (size) => {
    const address = (text: string) => `/iiif/3/${identifier}/full/${text}/0/default.jpg`
    expect((await server.fetch(address(size))).status).toBe(400)
    const enlarged = await server.fetch(address(`^${size}`))
    const { width, height } = await sharp(await enlarged.arrayBuffer()).metadata()
    expect([width, height]).toEqual(size === 'pct:200' ? [2000, 2000] : [1500, 1500])
  },
)
