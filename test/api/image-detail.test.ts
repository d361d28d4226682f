import { afterAll, expect, test } from 'vitest'
import { createSeed } from '../support/seed.ts'
import { startTestServer } from '../support/test-server.ts'
import { bearer, issueToken } from '../support/tokens.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)
const at = (text: string): number => Date.parse(text) * 1000
const detail = (id: number, init?: RequestInit) => server.get(`/api/v2/images/${id}/`, init)

test.each(['999', '0', 'x', '1.0', '99999999999999999999'])('image %s is not found', async (id) => {
  const response = await server.fetch(`/api/v2/images/${id}/`)
  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({ detail: 'Image not found.' })
})

test('an image without metadata has every member, empty or null', async () => {
  const id = await seed.image({ title: 'Bare' })
  expect(await detail(id)).toEqual({
    id,
    title: 'Bare',
    thumbnail: null,
    creator: '',
    original_date: '',
    date_display: 'Unknown date',
    from_above: false,
    duplicate_of: null,
    collection: expect.objectContaining({ source_name: expect.any(String) }),
    georeference_status: 'available',
    detail_url: `${server.baseUrl}/api/v2/images/${id}/`,
    permalink: null,
    original_url: '',
    description: '',
    license: null,
    edtf_date: '',
    subjects: [],
    scale: null,
    mirror: 'none',
    rotation: 0,
    georeferences: [],
    from_above_georeferences: [],
    comments: [],
    iiif_url: null,
  })
})

test('an image contains all of its metadata', async () => {
  const license_id = await seed.license({ name: 'pdm', permalink: 'https://pdm.example/' })
  const id = await seed.image({
    creator: 'E. Atget',
    original_date: 'about 1920',
    edtf_date: '1920~',
    original_url: 'https://archive.example/7',
    description: 'A street.',
    scale: '1:5000',
    rotation: 270,
    mirror: 'h',
    from_above: 1,
    license_id,
  })
  expect(await detail(id)).toMatchObject({
    creator: 'E. Atget',
    original_date: 'about 1920',
    edtf_date: '1920~',
    date_display: 'c. 1920',
    original_url: 'https://archive.example/7',
    description: 'A street.',
    scale: '1:5000',
    rotation: 270,
    mirror: 'h',
    from_above: true,
    license: { name: 'pdm', display_name: 'PDM', permalink: 'https://pdm.example/' },
  })
})

test('lists subjects in the order of tagging, with the id and the URI of the knowledge base', async () => {
  const id = await seed.image()
  const [bridge, tower] = [
    await seed.subject({ title: 'Bridge', kb_id: 'Q12280' }),
    await seed.subject({ title: 'Tower', kb_id: 'Q12518' }),
  ]
  await seed.tag(id, tower, bridge)
  const { subjects } = await detail(id)
  expect(subjects.map((subject: { id: number }) => subject.id)).toEqual([tower, bridge])
  const item = {
    uri: 'http://www.wikidata.org/entity/Q12518',
    title: 'Tower',
    description: 'in the base',
  }
  expect(subjects[0]).toEqual({
    id: tower,
    title: 'Tower',
    slug: 'tower',
    kb: { kb_id: 'Q12518', ...item },
    wikidata: { wikidata_id: 'Q12518', ...item },
  })
})

test('orders georeferences and validations oldest first, comments newest first', async () => {
  const id = await seed.image({ from_above: 1 })
  const user_id = await seed.user({ username: 'ada' })
  const time = { created_at: at('1999-12-31T23:59:59Z') + 1 }
  const later = await seed.point(id, { user_id, direction: 12.5, confidence: 'low' })
  const earlier = await seed.point(id, { user_id, ...time, confidence_notes: 'The church.' })
  const area = await seed.area(id, { user_id })
  const second = { validation: 'incorrect', notes: 'No.', validated_by: user_id } as const
  await seed.validation({ image: id, point: earlier }, second)
  await seed.validation({ image: id, point: earlier }, { validated_by: user_id, validated_at: 0 })
  await seed.validation({ image: id, area }, { validated_by: user_id, validation: 'uncertain' })
  const comments = [await seed.comment(id, { created_at: 1 }), await seed.comment(id)]
  const shown = await detail(id)
  expect(shown.georeferences).toEqual([
    {
      id: earlier,
      latitude: 47.56,
      longitude: 7.59,
      direction: null,
      confidence: 'high',
      confidence_notes: 'The church.',
      georeferenced_by: 'ada',
      georeferenced_at: '1999-12-31T23:59:59.000001Z',
      verdict: 'disputed',
      score: 0.0945,
      validations: [
        {
          validation: 'correct',
          validated_by: 'ada',
          notes: '',
          validated_at: '1970-01-01T00:00:00.000000Z',
        },
        {
          validation: 'incorrect',
          validated_by: 'ada',
          notes: 'No.',
          validated_at: '2026-03-01T12:00:00.000000Z',
        },
      ],
    },
    expect.objectContaining({ id: later, direction: 12.5, confidence: 'low', validations: [] }),
  ])
  expect(shown.from_above_georeferences).toEqual([
    expect.objectContaining({
      id: area,
      polygon: expect.objectContaining({ type: 'Polygon' }),
      validations: [expect.objectContaining({ validation: 'uncertain' })],
    }),
  ])
  expect(shown.comments.map((comment: { id: number }) => comment.id)).toEqual(comments.reverse())
})

test('only the kind of georeference that fits the image sets its status', async () => {
  const [street, map] = [await seed.image(), await seed.image({ from_above: 1 })]
  const status = async (id: number) => (await detail(id)).georeference_status
  await seed.area(street)
  await seed.point(map)
  expect([await status(street), await status(map)]).toEqual(['available', 'available'])
  await seed.point(street)
  await seed.area(map)
  expect([await status(street), await status(map)]).toEqual(['georeferenced', 'georeferenced'])
  await seed.change(street, { will_not_georef: 1 })
  expect(await status(street)).toBe('will_not_georef')
  await seed.change(street, { duplicate_of: map })
  expect(await detail(street)).toMatchObject({
    georeference_status: 'duplicate',
    duplicate_of: map,
  })
})

test('thumbnail and permalink lead to existing files', async () => {
  const id = await seed.image()
  const version = await seed.file(id, Buffer.from('bytes'), 'image/tiff', 'tif')
  const media = `${server.baseUrl}/media`
  const original = `${media}/images/${id}/original.tif?v=${version}`
  expect(await detail(id)).toMatchObject({ thumbnail: null, permalink: original })

  const folder = `${media}/derivatives/${id}/generationOne0000`
  const made = { generation: 'generationOne0000', generation_of: version } as const
  await seed.change(id, made)
  expect(await detail(id)).toMatchObject({
    thumbnail: `${folder}/thumbnail.jpg`,
    permalink: original,
  })
  await seed.change(id, { generation_corrected: 1, rotation: 90 })
  expect((await detail(id)).permalink).toBe(`${folder}/corrected.jpg`)
  await seed.change(id, { generation_of: 'another' })
  expect((await detail(id)).permalink).toBe(original)
})

test('iiif_url names the generation of the tiles', async () => {
  const id = await seed.image()
  await seed.file(id, Buffer.from('bytes'))
  expect((await detail(id)).iiif_url).toBeNull()
  const tiles = { tiles_generation: 'tilesOne00000000', tiles_width: 40, tiles_height: 30 }
  await seed.change(id, { ...tiles, tiles_of: 'an earlier picture' })
  expect((await detail(id)).iiif_url).toBe(`${server.baseUrl}/iiif/3/${id}-tilesOne00000000/`)
})

test('for an importer only permalinks of non-public images carry a key', async () => {
  const headers = bearer(await issueToken(server, { staff: true, scopes: ['import'] }))
  const hidden = await seed.image({ collection_id: await seed.collection({ public: 0 }) })
  const open = await seed.image()
  for (const id of [hidden, open]) await seed.file(id, Buffer.from('bytes'))
  expect((await detail(hidden, { headers })).permalink).toMatch(
    /\?v=[\w-]+&key=\d+\.\d+\.[\w-]{22}$/,
  )
  expect((await detail(open, { headers })).permalink).toMatch(/\?v=[\w-]+$/)
})

test('filters images by source, collection and subject, alone and combined', async () => {
  const source_id = await seed.source()
  const [one, two] = [await seed.collection({ source_id }), await seed.collection({ source_id })]
  const a = await seed.image({ collection_id: one })
  const b = await seed.image({ collection_id: two })
  const park = await seed.subject({ kb_id: 'Q22698' })
  await seed.tag(b, park)
  const ids = async (query: string): Promise<number[]> =>
    (await server.get(`/api/v2/images/?${query}`)).results.map(({ id }: { id: number }) => id)
  expect(await ids(`source=${source_id}`)).toEqual([b, a])
  expect(await ids(`collection=${one}`)).toEqual([a])
  expect(await ids(`collection=${one},${two},12345`)).toEqual([b, a])
  expect(await ids(`subject=${park}`)).toEqual([b])
  expect(await ids('subject=Q22698,Q1')).toEqual([b])
  expect(await ids('subject=q22698')).toEqual([])
  expect(await ids(`collection=${one}&subject=Q22698`)).toEqual([])
  expect(await ids('source=999')).toEqual([])
})

test('rejects id filters that are not numbers, all at once', async () => {
  const response = await server.fetch('/api/v2/images/?source=1,x&collection=-1&subject=anything')
  expect(response.status).toBe(400)
  const told = ['Enter whole numbers, separated by commas.']
  expect(await response.json()).toEqual({ source: told, collection: told })
})

/** Reads a list to its end. Returns its pages. */
async function readPages(url: string) {
  const pages: { id: number }[][] = []
  for (let next: string | null = url; next !== null;) {
    const page: { next: string | null; results: { id: number }[] } = await server.get(next)
    pages.push(page.results)
    next = page.next
  }
  return pages
}

const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

test('contains the newest of very many contributions, and leads to all of them', async () => {
  const id = await seed.image()
  const first = await seed.point(id, { created_at: 1 })
  await seed.points(id, 200, { created_at: 2 })
  const row = { image_id: id, text: 'Again.', commented_by: await seed.user(), created_at: 5 }
  const comments = Array.from({ length: 201 }, () => row)
  await server.catalog.write((tx) => tx.insertInto('comment').values(comments).execute())
  const image = await detail(id)
  expect([image.georeferences.length, image.comments.length]).toEqual([200, 200])
  expect(ids(image.georeferences)).not.toContain(first)
  expect(image).not.toHaveProperty('from_above_georeferences_url')

  const points = await readPages(image.georeferences_url)
  expect(points.map((page) => page.length)).toEqual([50, 50, 50, 50, 1])
  expect(ids(points.flat())).toEqual([first, ...ids(image.georeferences)])
  expect(points[4]?.[0]).toEqual(image.georeferences.at(-1))
  const all = (await readPages(`${image.comments_url}?limit=1000`)).flat()
  expect(ids(all).slice(0, 200)).toEqual(ids(image.comments))
  expect(ids(all)).toEqual(ids(all).toSorted((one, other) => other - one))
  expect(all).toHaveLength(201)
})

test('bounds the bytes of areas, but always contains the newest one whole', async () => {
  const id = await seed.image({ from_above: 1 })
  const outline = (steps: number): string => {
    const side = Array.from({ length: steps }, (_, step) => [step / (3 * steps), -1 / 3])
    return JSON.stringify({
      type: 'Polygon',
      coordinates: [[...side, [1, 0], [1, 1], [0, -1 / 3]]],
    })
  }
  const large = outline(4000)
  const [oldest, middle] = [await seed.area(id), await seed.area(id, { polygon: large })]
  const [small, newest] = [await seed.area(id), await seed.area(id, { polygon: large })]
  await seed.validation({ image: id, area: newest }, { notes: 'It fits.' })
  const image = await detail(id)
  expect(ids(image.from_above_georeferences)).toEqual([small, newest])
  expect(image.from_above_georeferences[1]).toMatchObject({
    polygon: JSON.parse(large),
    validations: [{ notes: 'It fits.' }],
  })
  const pages = await readPages(image.from_above_georeferences_url)
  expect(pages.map(ids)).toEqual([[oldest, middle, small], [newest]])
  expect(pages.flat().slice(2)).toEqual(image.from_above_georeferences)
})

test('bounds the bytes of notes, of comments and of a page', async () => {
  const id = await seed.image()
  const long = 'ü'.repeat(10_000)
  await seed.points(id, 9, { confidence_notes: long })
  const point = await seed.point(id)
  for (let n = 0; n < 6; n += 1) await seed.validation({ image: id, point }, { notes: long })
  await seed.validation({ image: id, point }, { notes: 'Late.' })
  const image = await detail(id)
  expect(image.georeferences).toHaveLength(6)
  const shown = image.georeferences.at(-1)
  expect(shown.validations.map(({ notes }: { notes: string }) => notes.length)).toEqual([
    ...Array<number>(5).fill(10_000),
    5,
  ])
  const validations = (await readPages(shown.validations_url)).flat()
  expect(validations).toHaveLength(7)
  expect(validations.slice(1)).toEqual(shown.validations)
  const pages = await readPages(image.georeferences_url)
  expect(pages.flat()).toHaveLength(10)
  expect(pages.flat().at(-1)).toEqual(shown)
})

test('hides the contributions to images that are not public', async () => {
  const id = await seed.image({ collection_id: await seed.collection({ public: 0 }) })
  const point = await seed.point(id)
  const paths = ['georeferences/', 'from-above-georeferences/', 'comments/']
  for (const path of paths.map((list) => `/images/${id}/${list}`)) {
    expect(await status(path)).toBe(404)
  }
  expect(await status(`/georeferences/${point}/validations/`)).toBe(404)
  const visible = await seed.image()
  expect(await status(`/images/${visible}/comments/?after=x`)).toBe(400)
})

async function status(path: string): Promise<number> {
  return (await server.fetch(`/api/v2${path}`)).status
}
