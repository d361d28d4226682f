import { afterAll, expect, test } from 'vitest'
import { member, node, relation, sendElements, sendRemark, way } from '../support/overpass.ts'
import { createSeed } from '../support/seed.ts'
import { sendStatus, startService, type Answer } from '../support/service-server.ts'
import { runCli, type TestCliOptions } from '../support/test-cli.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

/** Runs `catalog admin subject geometry …` on the data directory of the running server. */
async function geometry(server: TestServer, words: string[], options: TestCliOptions = {}) {
  const result = await runCli(['admin', 'subject', 'geometry', ...words, '--json', '--yes'], {
    clock: server.clock,
    ...options,
    env: { CATALOG_DATA: server.data, ...options.env },
  })
  return { ...result, body: JSON.parse(result.stdout) }
}

/** Starts a server with subjects that an image shows, and an Overpass server. */
async function startScene(...answers: Answer[]) {
  const server = await startTestServer()
  const seed = createSeed(server)
  const image = await seed.image()
  const subjects = [
    await seed.subject({ slug: 'park', kb_id: 'Q1' }),
    await seed.subject({ slug: 'hall', kb_id: 'Q2' }),
  ]
  await seed.tag(image, ...subjects)
  const overpass = await startService(...(answers.length > 0 ? answers : [sendStatus(500)]))
  const env = { CATALOG_OVERPASS_URL: overpass.url }
  return {
    server,
    overpass,
    /** Runs a command of geometries. */
    run: (...words: string[]) => geometry(server, words, { env }),
    set: (content: object | string, ...words: string[]) =>
      geometry(server, ['set', 'park', '-', ...words], {
        stdin: typeof content === 'string' ? content : JSON.stringify(content),
      }),
    /** What the API shows. */
    read: async (subject = subjects[0]) =>
      (await server.get(`/api/v2/subjects/${subject}/geometry/`)).features as {
        geometry: { type: string; coordinates: unknown }
        properties: { map_id: string }
      }[],
    hall: subjects[1]!,
    async [Symbol.asyncDispose]() {
      await overpass[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

/** The scene of commands that fail, and change nothing. */
const refusing = await startScene()
afterAll(() => refusing[Symbol.asyncDispose]())

type Position = [number, number]

const RING: Position[] = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
  [0, 0],
]
const HOLE: Position[] = [
  [1, 1],
  [1, 2],
  [2, 2],
  [2, 1],
  [1, 1],
]
const FAR: Position[] = [
  [10, 0],
  [11, 0],
  [11, 1],
  [10, 0],
]

test('fetches all elements with the item of a subject, which a running server shows', async () => {
  await using scene = await startScene(
    sendElements(
      relation(
        5,
        [
          member(1, 'outer', RING.slice(2)),
          member(2, 'inner', HOLE.toReversed()),
          member(3, 'outer', RING.slice(0, 3).toReversed()),
          { type: 'node', ref: 9, role: 'label', lat: 1, lon: 1 },
        ],
        { wikidata: 'Q1' },
      ),
      way(7, FAR, { wikidata: 'Q1', building: 'yes' }),
      node(8, [2, 2], { wikidata: 'Q1', tourism: 'attraction' }),
      way(6, FAR, { wikidata: 'Q2', barrier: 'city_wall' }),
      { type: 'area', id: 3600000005, tags: { wikidata: 'Q1' } },
    ),
  )
  expect(await scene.read()).toEqual([])
  const { code, body } = await scene.run('fetch', 'park', 'Q2')
  expect([code, body]).toEqual([
    0,
    [
      expect.objectContaining({ slug: 'park', state: 'fetched', added: 2, problems: [] }),
      expect.objectContaining({ slug: 'hall', state: 'fetched', added: 1, problems: [] }),
    ],
  ])
  expect(await scene.read()).toEqual([
    {
      type: 'Feature',
      geometry: { type: 'MultiPolygon', coordinates: [[RING, HOLE]] },
      properties: { map_id: 'relation/5' },
    },
    {
      type: 'Feature',
      geometry: { type: 'MultiPolygon', coordinates: [[FAR]] },
      properties: { map_id: 'way/7' },
    },
  ])
  expect(await scene.read(scene.hall)).toMatchObject([{ geometry: { type: 'LineString' } }])
  const [request] = scene.overpass.requests
  expect(request!.form.get('data')).toBe(
    '[out:json][timeout:90];(nwr["wikidata"="Q1"];nwr["wikidata"="Q2"];);out geom;',
  )
  expect((await scene.run('fetch', '--all')).body).toMatchObject([
    { state: 'unchanged', unchanged: 2 },
    { state: 'unchanged', unchanged: 1 },
  ])
  const audit = await runCli(['admin', 'audit', 'list', '--object', 'subject', '--json'], {
    env: { CATALOG_DATA: scene.server.data },
  })
  expect(JSON.parse(audit.stdout)).toMatchObject([
    { action: 'subject.set_geometry', object: 'subject/2' },
    {
      action: 'subject.set_geometry',
      object: 'subject/1',
      before: { geometries: {} },
      after: { geometries: { 'relation/5': expect.any(String), 'way/7': expect.any(String) } },
    },
  ])
})

test('fetches a point only if there is nothing larger', async () => {
  await using scene = await startScene(sendElements(node(8, [2, 2], { wikidata: 'Q1' })))
  await scene.run('fetch', 'park')
  expect(await scene.read()).toMatchObject([
    { geometry: { type: 'Point', coordinates: [2, 2] }, properties: { map_id: 'node/8' } },
  ])
})

test('joins the ways of a street, a river or a route to lines', async () => {
  const street = relation(
    4,
    [
      member(1, 'street', [
        [1, 0],
        [2, 0],
      ]),
      member(2, 'street', [
        [1, 0],
        [0, 0],
      ]),
      member(3, 'street', [
        [2, 0],
        [3, 1],
      ]),
    ],
    { type: 'street', wikidata: 'Q1' },
  )
  await using scene = await startScene(sendElements(street))
  await scene.run('fetch', 'park')
  const line = [
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 1],
  ]
  const [feature] = await scene.read()
  expect(feature!.geometry.type).toBe('LineString')
  expect([line, line.toReversed()]).toContainEqual(feature!.geometry.coordinates)
})

test('reports broken elements and keeps the others, and what they had before', async () => {
  const whole = way(1, RING, { wikidata: 'Q1' })
  const bowTie: Position[] = [
    [0, 0],
    [4, 4],
    [4, 0],
    [0, 5],
    [0, 0],
  ]
  const incomplete = { ...member(3, 'outer', RING), geometry: [null, { lat: 0, lon: 0 }] }
  await using scene = await startScene(
    sendElements(whole, way(2, FAR, { wikidata: 'Q1' })),
    sendElements(
      whole,
      way(2, bowTie, { wikidata: 'Q1' }),
      relation(3, [member(4, 'outer', RING.slice(1))], { wikidata: 'Q1' }),
      relation(5, [incomplete], { wikidata: 'Q1' }),
      relation(6, [{ type: 'relation', ref: 7, role: 'outer' }], { wikidata: 'Q1' }),
      relation(8, [], { wikidata: 'Q1' }),
    ),
    sendElements(relation(8, [], { wikidata: 'Q1' })),
  )
  await scene.run('fetch', 'park')
  const { code, body } = await scene.run('fetch', 'park')
  expect(code).toBe(6)
  expect(body[0].problems).toEqual([
    expect.stringMatching(/^way\/2: The geometry is not valid: Self-intersection/),
    'relation/3: Its outline is not closed: it ends at longitude 4, latitude 0.',
    'relation/5: The geometry of way/3 is incomplete.',
    'relation/6: It has the member relation/7; fetch that one.',
    'relation/8: It has no outline.',
  ])
  const before = await scene.read()
  expect(before.map(({ properties }) => properties.map_id)).toEqual(['way/1', 'way/2'])
  const none = await scene.run('fetch', 'park')
  expect([none.code, none.body[0].state]).toEqual([5, 'none'])
  expect(await scene.read()).toEqual(before)
})

test('fetches elements by name and keeps those of other elements', async () => {
  await using scene = await startScene(
    sendElements(way(1, RING, { wikidata: 'Q1' })),
    sendElements(way(5, FAR), node(7, [1, 2])),
  )
  await scene.run('fetch', 'park')
  const words = ['--element', 'way/5', '--element', 'node/7', '--element', 'relation/9']
  const dry = await scene.run('fetch', 'park', ...words, '--dry-run')
  expect(dry.body).toMatchObject([{ state: 'would_fetch', added: 2 }])
  expect(await scene.read()).toHaveLength(1)
  const { code, body } = await scene.run('fetch', 'park', ...words)
  expect([code, body[0].problems]).toEqual([6, ['relation/9: OpenStreetMap has no such element.']])
  expect((await scene.read()).map(({ properties }) => properties.map_id)).toEqual([
    'way/1',
    'way/5',
    'node/7',
  ])
  expect(scene.overpass.requests[1]!.form.get('data')).toContain('(way(5);node(7);relation(9););')
})

test('fetches missing geometries only, in batches of 20', async () => {
  await using scene = await startScene(sendElements())
  const seed = createSeed(scene.server)
  await scene.set({ type: 'Point', coordinates: [1, 1] })
  for (let number = 100; number < 130; number += 1) await seed.subject({ kb_id: `Q${number}` })
  const { code, body } = await scene.run('fetch', '--missing')
  expect([code, body.length]).toEqual([0, 31])
  const queries = scene.overpass.requests.map(({ form }) => form.get('data')!)
  expect(queries.map((query) => query.split('nwr').length - 1)).toEqual([20, 11])
  expect(queries.join()).not.toContain('"Q1"')
})

test.each<[string, Answer]>([
  [
    'runs out of time',
    sendRemark('runtime error: Query timed out in "query" at line 1 after 91 seconds.'),
  ],
  ['limits requests', sendStatus(429)],
  ['is too busy', sendStatus(504)],
])('asks Overpass again if it %s', async (_, failure) => {
  await using scene = await startScene(failure, sendElements(way(1, RING, { wikidata: 'Q1' })))
  expect((await scene.run('fetch', 'park')).body).toMatchObject([{ state: 'fetched' }])
})

test.each<[string, Answer, string, number]>([
  [
    'runs out of memory',
    sendRemark('runtime error: Query run out of memory using about 2048 MB of RAM.'),
    'Overpass: runtime error: Query run out of memory using about 2048 MB of RAM.',
    1,
  ],
  [
    'does not understand the query',
    sendStatus(400),
    'Overpass: The server responds with HTTP 400.',
    1,
  ],
  ['sends a page', sendStatus(200), 'Overpass: The server sent a web page instead of JSON.', 1],
  ['sends other JSON', (_, response) => response.end('{"elements": 7}'), 'no list of elements', 1],
  [
    'sends a broken element',
    sendElements({ type: 'way', id: 'seven' }),
    'element in an unexpected format',
    1,
  ],
  ['stays busy', sendStatus(503), 'Overpass: The server cannot answer now (HTTP 503).', 5],
])('explains that Overpass %s', async (_, answer, message, requests) => {
  await using scene = await startScene(answer)
  const { code, body } = await scene.run('fetch', 'park')
  expect([code, body.error.message]).toEqual([8, expect.stringContaining(message)])
  expect(body.error.hint).toContain('CATALOG_OVERPASS_URL')
  expect(scene.overpass.requests).toHaveLength(requests)
  expect(await scene.read()).toEqual([])
})

test('sets geometries from each kind of GeoJSON', async () => {
  await using scene = await startScene()
  const polygon = { type: 'Polygon', coordinates: [RING.toReversed()], bbox: [0, 0, 4, 4] }
  const bare = await scene.set(polygon, '--map-id', 'way/5')
  expect(bare.body).toMatchObject({ added: 1, removed: 0, map_ids: ['way/5'] })
  expect(await scene.read()).toMatchObject([
    { geometry: { type: 'Polygon', coordinates: [RING] }, properties: { map_id: 'way/5' } },
  ])

  const line = {
    type: 'LineString',
    coordinates: [
      [0, 0, 12],
      [1, 1, 13],
    ],
  }
  const feature = { type: 'Feature', id: 'way/6', properties: null, geometry: line }
  expect((await scene.set(feature)).body).toMatchObject({ added: 1, removed: 1 })
  expect(await scene.read()).toMatchObject([
    {
      geometry: {
        type: 'LineString',
        coordinates: [
          [0, 0],
          [1, 1],
        ],
      },
    },
  ])

  const point = { type: 'Point', coordinates: [1, 1] }
  const features = [
    { type: 'Feature', properties: { '@id': 'relation/7' }, geometry: polygon },
    { type: 'Feature', properties: { name: 'Old gate' }, geometry: point },
    { type: 'Feature', properties: {}, geometry: line },
  ]
  const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:OGC:1.3:CRS84' } }
  const { body } = await scene.set({ type: 'FeatureCollection', crs, features }, '--add')
  expect(body).toMatchObject({ added: 3, removed: 0, map_ids: ['relation/7', 'node/-1', 'way/-2'] })
  expect(await scene.read()).toHaveLength(4)
  const shown = await runCli(['admin', 'subject', 'geometry', 'show', 'park', '--geojson'], {
    env: { CATALOG_DATA: scene.server.data },
  })
  const again = await scene.set(shown.stdout)
  expect(again.body).toMatchObject({ added: 0, changed: 0, removed: 0, unchanged: 4 })
})

test('a fetch keeps geometries that OpenStreetMap does not have', async () => {
  await using scene = await startScene(sendElements(way(1, RING, { wikidata: 'Q1' })))
  await scene.set({ type: 'Polygon', coordinates: [FAR] })
  await scene.run('fetch', 'park')
  const ids = (await scene.read()).map(({ properties }) => properties.map_id)
  expect(ids).toEqual(['way/-1', 'way/1'])
})

test('refuses a response with very many elements', async () => {
  const points = Array.from({ length: 10_001 }, (_, id) => node(id, [0, 0], { wikidata: 'Q1' }))
  await using scene = await startScene(sendElements(...points))
  const { code, body } = await scene.run('fetch', 'park')
  expect([code, body.error.message]).toEqual([8, expect.stringContaining('more than 10000')])
})

const bowTie = [
  [0, 0],
  [4, 4],
  [4, 0],
  [0, 5],
  [0, 0],
]

const DEEP = '['.repeat(100_000) + ']'.repeat(100_000)

test.each<[string, object | string, string]>([
  ['a deeply nested type', `{"type":${DEEP},"coordinates":[]}`, 'not a list'],
  ['a deeply nested reference system', `{"type":"Point","crs":${DEEP}}`, 'not WGS 84'],
  ['text', 'hello', 'It is not JSON'],
  ['a number', '7', 'should be a GeoJSON'],
  ['an empty collection', { type: 'FeatureCollection', features: [] }, 'no features'],
  ['a feature without geometry', { type: 'Feature', geometry: null }, 'should be a GeoJSON'],
  ['a mixed geometry', { type: 'GeometryCollection', geometries: [] }, 'coordinates'],
  ['points', { type: 'MultiPoint', coordinates: [[0, 0]] }, 'not "MultiPoint"'],
  [
    'a line of one point',
    {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [0, 0],
      ],
    },
    'too few',
  ],
  ['a place north of the pole', { type: 'Point', coordinates: [0, 91] }, 'between -90 and 90'],
  ['a bow tie', { type: 'Polygon', coordinates: [bowTie] }, 'Self-intersection'],
  [
    'meters',
    { type: 'Point', coordinates: [0, 0], crs: { properties: { name: 'EPSG:25832' } } },
    'not WGS 84',
  ],
  [
    'the second feature',
    {
      type: 'FeatureCollection',
      features: [
        { type: 'Feature', geometry: { type: 'Point', coordinates: [0, 0] } },
        { type: 'Feature', geometry: { type: 'Point', coordinates: [0] } },
      ],
    },
    'Feature 2: The point should be two numbers',
  ],
])('refuses a file with %s', async (_, content, message) => {
  const { code, body } = await refusing.set(content)
  expect([code, body.error.message]).toEqual([3, expect.stringContaining(message)])
  expect(await refusing.read()).toEqual([])
})

test('refuses a name that is not an element, or that two geometries would have', async () => {
  const feature = { type: 'Feature', geometry: { type: 'Point', coordinates: [0, 0] } }
  const bad = await refusing.set(feature, '--map-id', 'way/x')
  expect([bad.code, bad.body.error.message]).toEqual([2, expect.stringContaining('way/123')])
  const two = { type: 'FeatureCollection', features: [feature, feature] }
  const { code, body } = await refusing.set(two, '--map-id', 'node/1')
  expect([code, body.error.message]).toEqual([2, expect.stringContaining('--map-id')])
  expect(await refusing.read()).toEqual([])
})

test.each([
  [['fetch'], '--missing'],
  [['fetch', 'park', '--all'], '--missing'],
  [['fetch', '--all', '--missing'], '--missing'],
  [['fetch', 'park', 'hall', '--element', 'way/1'], 'exactly one'],
  [['fetch', 'park', '--element', 'way/-1'], 'way/123'],
])('explains what is wrong with %j', async (words, message) => {
  const { code, body } = await refusing.run(...words)
  expect([code, body.error.message]).toEqual([2, expect.stringContaining(message)])
})

test('clears the geometries of subjects', async () => {
  await using scene = await startScene()
  await scene.set({ type: 'Polygon', coordinates: [RING] })
  const dry = await scene.run('clear', 'park', 'hall', '--dry-run')
  expect(dry.body).toMatchObject([
    { slug: 'park', geometries: 1, state: 'would_delete' },
    { slug: 'hall', geometries: 0, state: 'would_delete' },
  ])
  expect(await scene.read()).toHaveLength(1)
  expect((await scene.run('clear', 'park')).body).toMatchObject([{ state: 'deleted' }])
  expect(await scene.read()).toEqual([])
})
