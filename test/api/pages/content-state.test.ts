import { afterAll, expect, test } from 'vitest'
import { parsePage } from '../../support/parse-page.ts'
import { createSeed } from '../../support/seed.ts'
import { startTestServer } from '../../support/test-server.ts'
import { addZoomableImage } from '../../support/zoomable-image.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const image = await addZoomableImage(server)
const { iiif_url: service } = await server.get(`/api/v2/images/${image}/`)
const page = `${server.baseUrl}/${image}/`
const manifest = `${server.baseUrl}/iiif/presentation/3/images/${image}/`
const canvas = `${manifest}canvas/`
const elsewhere = 'https://elsewhere.example/manifest.json'

/** Encodes a content state as section 6 of the specification says. */
function encode(state: unknown): string {
  const text = typeof state === 'string' ? state : JSON.stringify(state)
  return Buffer.from(encodeURIComponent(text)).toString('base64url')
}

const annotation = (target: unknown) => ({
  '@context': 'http://iiif.io/api/presentation/3/context.json',
  id: 'https://elsewhere.example/state/1',
  type: 'Annotation',
  motivation: ['contentState'],
  target,
})

const within = (selector: unknown, source: unknown = canvas) =>
  annotation({ type: 'SpecificResource', source, selector })

function nest(levels: number): unknown {
  return levels === 0 ? manifest : { type: 'Annotation', target: nest(levels - 1) }
}

async function open(state: string) {
  const query = new URLSearchParams({ 'iiif-content': state })
  const response = await server.fetch(`/viewer/?${query}`, {
    redirect: 'manual',
    headers: { Accept: 'text/html' },
  })
  return { status: response.status, location: response.headers.get('Location'), response }
}

const ZONE = '?xywh=800%2C600%2C800%2C600'
const fragment = { type: 'FragmentSelector', value: 'xywh=800,600,800,600' }

test.each<[string, unknown, string]>([
  ['the address of a manifest', manifest, ''],
  ['the address of a page', page, ''],
  ['the address of an image service', `${service}info.json`, ''],
  ['the address of a part of a canvas', `${canvas}#xywh=800,600,800,600`, ZONE],
  ['an annotation of a manifest', annotation({ id: manifest, type: 'Manifest' }), ''],
  ['a manifest without an annotation', { id: manifest, type: 'Manifest' }, ''],
  [
    'a part of a canvas with its manifest',
    annotation({
      id: `${canvas}#xywh=800,600,800,600`,
      type: 'Canvas',
      partOf: [{ id: manifest }],
    }),
    ZONE,
  ],
  [
    'a canvas that only its manifest identifies',
    { id: 'urn:canvas', type: 'Canvas', partOf: { id: manifest, type: 'Manifest' } },
    '',
  ],
  ['a fragment selector', within(fragment), ZONE],
  [
    'a percentage',
    within({ type: 'FragmentSelector', value: 'xywh=percent:50,50,50,50' }),
    '?xywh=percent%3A50%2C50%2C50%2C50',
  ],
  ['a point', within({ type: 'PointSelector', x: 800, y: 100 }), '?xywh=550%2C0%2C500%2C500'],
  ['several selectors', within([{ type: 'SvgSelector', value: '<svg/>' }, fragment]), ZONE],
  ['a canvas in a source', within(fragment, { id: canvas, type: 'Canvas' }), ZONE],
  ['several targets', annotation([elsewhere, { id: canvas, type: 'Canvas' }]), ''],
  ['a part that begins outside of the canvas', `${canvas}#xywh=-20,0,300,200`, ''],
  ['a part in an unknown unit', within({ ...fragment, value: 'xywh=cm:1,2,3,4' }), ''],
  ['a point that no picture has', within({ type: 'PointSelector', x: 1e21, y: 0 }), ''],
  [
    'a part with the decimals of a double',
    `${canvas}#xywh=800.0000000000000001,600,800,600`,
    '?xywh=800.0000000000000001%2C600%2C800%2C600',
  ],
  ['members of version 2', { '@id': manifest, '@type': 'sc:Manifest' }, ''],
])('opens %s, in each form', async (_, state, query) => {
  const text = typeof state === 'string' ? state : JSON.stringify(state)
  for (const form of [text, encode(text), `${encode(text)}=`, ` ${text}\n`]) {
    expect(await open(form)).toMatchObject({ status: 303, location: `${page}${query}` })
  }
})

test.each<[string, string, number]>([
  ['nothing', '', 400],
  ['words', 'a manifest', 400],
  ['cut JSON', `{"id": "${manifest}"`, 400],
  ['an encoding of cut JSON', encode(`{"id": "${manifest}"`), 400],
  ['an encoding of bytes that are no text', Buffer.from('%E0%A4%A').toString('base64url'), 400],
  ['a number', '[1]', 400],
  ['an object without an address', '{"type": "Manifest"}', 400],
  ['annotations that nest too deeply', JSON.stringify(nest(50)), 400],
  ['lists that nest without end', '['.repeat(2000) + ']'.repeat(2000), 400],
  ['too much text', `${manifest}?${'x'.repeat(8000)}`, 400],
  ['another site', elsewhere, 404],
  ['another site with our path', `https://elsewhere.example/${image}/`, 404],
  ['another port', manifest.replace(/:\d+/, ':1'), 404],
  ['another scheme', JSON.stringify({ id: `file:///iiif/presentation/3/images/${image}/` }), 404],
  ['a page that shows no image', `${server.baseUrl}/map/`, 404],
  ['a collection', `${server.baseUrl}/iiif/presentation/3/collections/1/`, 404],
])('refuses %s with a page that says why', async (_, state, status) => {
  const refused = await open(state)
  expect(refused.status).toBe(status)
  const text = parsePage(await refused.response.text()).text('main') ?? ''
  expect(text).toContain(status === 400 ? 'must be a IIIF content state' : 'does not point to')
})

test('says in the language of the visitor what is wrong', async () => {
  const response = await server.fetch('/viewer/?lang=de', { headers: { Accept: 'text/html' } })
  expect(await response.text()).toContain('Der Parameter iiif-content muss')
})

test('leads to an image that does not exist or is hidden as a link to its page does', async () => {
  const hidden = await addHiddenImage()
  for (const id of [999_999, hidden]) {
    const { location } = await open(manifest.replace(`/${image}/`, `/${id}/`))
    expect((await server.fetch(location!)).status).toBe(404)
  }
})

async function addHiddenImage(): Promise<number> {
  const seed = createSeed(server)
  const source_id = await seed.source({ name: 'Hidden', slug: 'hidden' })
  return await seed.image({ collection_id: await seed.collection({ source_id, public: 0 }) })
}

async function readPage(query: string) {
  const response = await server.fetch(`/${image}/${query}`, { headers: { Accept: 'text/html' } })
  return { status: response.status, page: parsePage(await response.text()) }
}

test.each([
  ['800,600,800,600', '800,600,800,600'],
  ['pixel:800,600,900,900', '800,600,800,600'],
  ['percent:50,50,25,25', '800,600,400,300'],
  ['10.4,0,99.5,50', '10,0,100,50'],
  ['percent:33.33333333333333333,50,25,25', '533,600,400,300'],
])('shows the part %s of a picture, also without scripts', async (xywh, region) => {
  const { status, page: shown } = await readPage(`?xywh=${xywh}`)
  expect(status).toBe(200)
  expect(shown.attribute('.frame', 'data-part')).toBe(region)
  const [, , width, height] = region.split(',')
  const picture = shown.find('.frame img')!.own
  expect(picture).toMatchObject({ width, height, alt: 'Market square' })
  expect(shown.attribute('link[rel=canonical]', 'href')).toBe(page)
  expect(shown.find('noscript a')).toMatchObject({ own: { href: page } })
  const response = await server.fetch(picture.src!)
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'image/jpeg'])
})

test('shows the whole picture, and says so, if it does not have the part', async () => {
  for (const xywh of ['1600,0,10,10', '5,5,0,0']) {
    const { status, page: shown } = await readPage(`?xywh=${xywh}`)
    expect([status, shown.attribute('.frame', 'data-part')]).toEqual([200, undefined])
    expect(shown.text('.note')).toContain('can’t be shown')
  }
})

test.each([
  '',
  '1,2,3',
  '1,2,3,-4',
  'npt:1,2,3,4',
  '01,2,3,4',
  '1e3,2,3,4',
  `${'9'.repeat(50)},0,1,1`,
])('refuses the part %j', async (xywh) => {
  const { status, page: shown } = await readPage(`?xywh=${xywh}`)
  expect(status).toBe(400)
  expect(shown.text('main')).toContain('x,y,width,height')
})

test('has a link that viewers open when it is dragged into them', async () => {
  const { page: shown } = await readPage('')
  const link = shown.find('.files a:has(svg)')!
  expect(link.text()).toBe('IIIF manifest')
  const url = new URL(link.own.href!)
  expect(url.searchParams.get('manifest')).toBe(manifest)
  expect(url.searchParams.get('iiif-content')).toBe(manifest)
  expect(await server.get(url.href)).toMatchObject({ id: manifest, type: 'Manifest' })
})
