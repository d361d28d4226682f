import { readFile, writeFile } from 'node:fs/promises'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { admin, createAdminScene, runAdmin } from '../support/admin-scene.ts'
import { readRows } from '../support/rows.ts'

const HEADER = 'image,lat,lon,direction,confidence,notes,user,time'

async function scene() {
  const world = await createAdminScene()
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-contributions-'))
  return {
    ...world,
    async file(name: string, content: string | Buffer | object) {
      const path = join(folder.path, name)
      const isWritten = typeof content === 'string' || Buffer.isBuffer(content)
      await writeFile(path, isWritten ? content : JSON.stringify(content))
      return path
    },
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]()
      await folder.remove()
    },
  }
}

const point = (coordinates: unknown, properties: object) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates },
  properties,
})

test('imports points and polygons from GeoJSON, once', async () => {
  await using world = await scene()
  const { server, seed, image } = world
  const above = await seed.image({ from_above: 1 })
  const ring = [
    [7.5, 47.5],
    [7.6, 47.5],
    [7.6, 47.6],
    [7.5, 47.5],
  ]
  const common = { confidence: 'high', georeferenced_at: '2026-02-01T09:00:00Z' }
  const path = await world.file('places.geojson', {
    type: 'FeatureCollection',
    name: 'Places with "features": []',
    features: [
      point([7.59, 47.56], { ...common, image_id: image, georeferenced_by: 'ada', direction: 90 }),
      {
        type: 'Feature',
        geometry: { type: 'Polygon', coordinates: [ring] },
        properties: { ...common, image: above, user: 12, confidence_notes: 'The {river} bends.' },
      },
    ],
  })
  const words = ['georeference', 'import', path]
  const preview = await admin(server, [...words, '--dry-run'])
  expect(preview).toMatchObject({ dry_run: true, summary: { rows: 2, added: 2, invalid: 0 } })
  expect((await server.get('/api/v2/georeferences/')).count).toBe(0)
  const first = await admin(server, words)
  expect(first.summary).toMatchObject({ rows: 2, added: 2, present: 0 })
  const again = await admin(server, words)
  expect(again.summary).toMatchObject({ rows: 2, added: 0, present: 2 })
  expect(await server.get('/api/v2/georeferences/')).toMatchObject({
    count: 1,
    features: [
      {
        geometry: { coordinates: [7.59, 47.56] },
        properties: { image_id: image, direction: 90, georeferenced_by: 'ada' },
      },
    ],
  })
  expect(await server.get('/api/v2/from-above-georeferences/')).toMatchObject({
    count: 1,
    features: [{ properties: { image_id: above, georeferenced_by: 'Grace Hopper' } }],
  })
  expect(await server.get('/api/v2/search/text/?q=river')).toMatchObject({ count: 1 })
  const inView = await server.get('/api/v2/search/in-view/?lat=47.56&lon=7.591&radius=500')
  expect(inView.results).toMatchObject([{ id: image }])
  expect(await server.get('/api/v2/stats/')).toMatchObject({ total_georeferences: 2 })
  expect(await server.get('/api/v2/activity/')).toMatchObject([
    { type: 'georeference_group', data: { user: expect.any(String), count: 1 } },
    { type: 'georeference_group', data: { user: expect.any(String), count: 1 } },
  ])
  expect(await admin(server, ['audit', 'list', '--action', 'georeference.create'])).toHaveLength(1)
})

test('names all errors with row and column, and writes nothing', async () => {
  await using world = await scene()
  const { server, seed, image } = world
  const duplicate = await seed.image({ duplicate_of: image })
  const good = `${image},47.5,7.5,,high,,ada,2026-02-01T09:00:00Z`
  const path = await world.file(
    'places.csv',
    [
      HEADER,
      good,
      `999,47.5,7.5,,high,,ada,2026-02-01T09:00:00Z`,
      `${image},97.5,"7,5",400,sure,,Ada,yesterday`,
      `${duplicate},47.5,7.5,,high,,,2026-04-01T09:00:00Z`,
      `${image},47.5,7.5,,high,,ada,2026-02-01T09:00:00Z,surplus`,
      '',
    ].join('\n'),
  )
  const refused = await runAdmin(server, ['georeference', 'import', path])
  expect(refused.code).toBe(3)
  const { summary, errors } = JSON.parse(refused.stdout)
  expect(summary).toEqual({
    rows: 5,
    added: 0,
    replaced: 0,
    present: 0,
    invalid: 4,
    errors_left_out: 0,
  })
  const places = errors.map(({ row, column }: { row: number; column: string }) => [row, column])
  expect(places).toEqual([
    [2, 'image'],
    [3, 'latitude'],
    [3, 'longitude'],
    [3, 'direction'],
    [3, 'confidence'],
    [3, 'user'],
    [3, 'time'],
    [4, 'user'],
    [4, 'time'],
    [5, null],
  ])
  expect(errors[5]).toMatchObject({
    line: 4,
    value: 'Ada',
    message: expect.stringContaining('ada (11)'),
  })
  expect((await server.get('/api/v2/georeferences/')).count).toBe(0)
  const skipping = await runAdmin(server, ['georeference', 'import', path, '--skip-invalid'])
  expect(skipping.code).toBe(6)
  expect(JSON.parse(skipping.stdout).summary).toMatchObject({ added: 1, invalid: 4 })
  expect((await server.get('/api/v2/georeferences/')).count).toBe(1)
})

test('refuses files that cannot be read to their end, even with --skip-invalid', async () => {
  await using world = await scene()
  const { server, image } = world
  const feature = point([7.5, 47.5], {
    image,
    confidence: 'low',
    user: 'ada',
    time: '2026-02-01T09:00:00Z',
  })
  const whole = JSON.stringify({ type: 'FeatureCollection', features: [feature, feature] })
  const files = {
    'cut.geojson': whole.slice(0, -20),
    'list.json': '{} [1]',
    'quote.csv': `${HEADER}\n${image},47.5,7.5,,high,"never closed,ada,2026-02-01T09:00:00Z\n`,
    'empty.csv': '',
    'binary.csv': 'a\0b',
  }
  const codes = []
  for (const [name, content] of Object.entries(files)) {
    const path = await world.file(name, content)
    codes.push((await runAdmin(server, ['georeference', 'import', path, '--skip-invalid'])).code)
  }
  codes.push((await runAdmin(server, ['georeference', 'import', '/nowhere.csv'])).code)
  expect(codes).toEqual([3, 3, 3, 2, 2, 5])
  expect((await server.get('/api/v2/georeferences/')).count).toBe(0)
})

test('reports values that are nested deeply', async () => {
  await using world = await scene()
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  const path = await world.file(
    'deep.geojson',
    `{"type":"Feature","geometry":{"type":"Point","coordinates":${deep}},"properties":{"image":${deep}}}`,
  )
  const { code, stdout } = await runAdmin(world.server, ['georeference', 'import', path])
  expect(code).toBe(3)
  expect(JSON.parse(stdout).errors).toContainEqual(
    expect.objectContaining({ row: 1, column: 'image', value: 'a list' }),
  )
})

test('imports what the list of georeferences and the API export', async () => {
  await using world = await scene()
  const { server, seed, ada, grace, image } = world
  await seed.point(image, { user_id: ada, confidence_notes: 'A "corner", and\na line.' })
  await seed.point(image, { user_id: grace, direction: 12.5 })
  const { stdout: table } = await runAdmin(server, ['georeference', 'list', '-o', 'csv'], {})
  const csv = await world.file('list.csv', table)
  expect((await admin(server, ['georeference', 'import', csv])).summary).toMatchObject({
    rows: 2,
    present: 2,
  })
  const geojson = await world.file('api.geojson', await server.get('/api/v2/georeferences/'))
  expect((await admin(server, ['georeference', 'import', geojson])).summary).toMatchObject({
    rows: 1,
    present: 1,
  })
})

test('tells once that rows lack cells, or have empty ones too many', async () => {
  await using world = await scene()
  const { server, image } = world
  const row = (text: string) => `${image},${text},ada,2026-02-01T09:00:00Z`
  const rows = [row('First'), `${row('Second')},,`, row('Third')]
  const header = 'image,text,user,time,source'
  const path = await world.file('comments.csv', `${[header, ...rows].join('\n')}\n`)
  const { stderr } = await runAdmin(server, ['comment', 'import', path])
  expect(stderr).toMatch(/Line 2: The row has 4 cells, the header 5, and 2 more rows differ\./)
  expect(stderr.match(/cells/g)).toHaveLength(2)
})

test('imports comments and validations, with a user and a time for rows without', async () => {
  await using world = await scene()
  const { server, seed, ada, image } = world
  const georeference = await seed.point(image, { user_id: ada })
  const comments = await world.file('comments.csv', `image;text\n${image};"First; second"\n`)
  const by = ['--user', 'Grace Hopper', '--time', '2026-02-01T09:00:00Z']
  expect((await admin(server, ['comment', 'import', comments, ...by])).summary).toMatchObject({
    added: 1,
  })
  expect((await admin(server, ['comment', 'import', comments, ...by])).summary).toMatchObject({
    present: 1,
  })
  const row = (verdict: string, time: string, user = '12') =>
    `${georeference},${verdict},${user},2026-02-0${time}T09:00:00Z\n`
  const header = 'georeference,validation,user,time\n'
  const validations = await world.file(
    'checks.csv',
    `${header}${row('incorrect', '1')}${row('correct', '2')}`,
  )
  const imported = await admin(server, ['validation', 'import', validations])
  expect(imported.summary).toMatchObject({ added: 1, replaced: 1 })
  const again = await admin(server, ['validation', 'import', validations])
  expect(again.summary).toMatchObject({ added: 0, replaced: 0, present: 2 })
  const detail = await server.get(`/api/v2/images/${image}/`)
  expect(detail.comments).toMatchObject([{ text: 'First; second', commented_by: 'Grace Hopper' }])
  expect(detail.georeferences[0].validations).toMatchObject([{ validation: 'correct' }])
  const own = await world.file('own.csv', `${header}${row('correct', '3', 'ada')}`)
  expect(await runAdmin(server, ['validation', 'import', own])).toMatchObject({
    code: 3,
    stdout: expect.stringContaining('by the same user'),
  })
})

test('imports a table of two encodings, and names the lines that are not in the first', async () => {
  await using world = await scene()
  const { server, image } = world
  const lines = ['image;text\n', `${image};Brücke\n`, `${image};Mühle\n`]
  const bytes = lines.map((line, index) => Buffer.from(line, index === 2 ? 'latin1' : 'utf8'))
  const path = await world.file('comments.csv', Buffer.concat(bytes))
  const words = ['comment', 'import', path, '--user', '12', '--time', '2026-02-01T09:00:00Z']
  const refused = await runAdmin(server, words)
  expect(refused.code).not.toBe(0)
  expect(refused.stderr + refused.stdout).toContain('--encoding-fallback windows-1252 gives')
  const { code, stderr } = await runAdmin(server, [...words, '--encoding-fallback', 'latin1'])
  expect(code).toBe(0)
  expect(stderr).toContain('Line 3 is not UTF-8 and read as windows-1252.')
  const { comments } = await server.get(`/api/v2/images/${image}/`)
  expect(comments.map(({ text }: { text: string }) => text).toSorted()).toEqual(['Brücke', 'Mühle'])
})

test('the feed equals the one of a command for each row', async () => {
  await using world = await scene()
  const { server, seed, image } = world
  const times = [5, 3, 9, 1, 1, 7, 4, 30, 31].map((hours, row) => {
    const time = new Date(Date.UTC(2026, 0, 1, hours)).toISOString()
    return `${image},47.5,${row},,low,,${row % 3 ? 'ada' : '12'},${time}`
  })
  await seed.setting('milestones', { user: [2, 5], sitewide: [3] })
  const path = await world.file('places.csv', `${HEADER}\n${times.join('\n')}\n`)
  await admin(server, ['georeference', 'import', path])
  const feed = await server.get('/api/v2/activity/')
  await admin(server, ['activity', 'rebuild'])
  expect(feed).toEqual(await server.get('/api/v2/activity/'))
  expect(feed.map(({ type }: { type: string }) => type)).toContain('user_milestone')
  expect(await readRows(server, 'audit_entry')).toHaveLength(times.length)
  const written = (await readRows(server, 'georeference')).map(({ created_at }) => created_at)
  expect(written).toEqual(written.toSorted((one, other) => one - other))
})

test('the examples of the page can be imported', async () => {
  await using world = await scene()
  const { server, seed } = world
  for (const id of [12, 13]) await seed.image({ id, from_above: id === 13 ? 1 : 0 })
  await seed.point(12, { id: 31, user_id: 11 })
  await seed.user({ id: 13, username: 'grace' })
  const page = await readFile(new URL('../../docs/contributions.md', import.meta.url), 'utf8')
  const examples = [...page.matchAll(/```(csv|json)\n([^]*?)```/g)].map(([, , text]) => text!)
  expect(examples).toHaveLength(4)
  const [points, geojson, validations, comments] = examples as [string, string, string, string]
  for (const [noun, content] of [
    ['georeference', points],
    ['georeference', geojson],
    ['validation', validations],
    ['comment', comments],
  ] as const) {
    const { summary } = await admin(server, [noun, 'import', await world.file('example', content)])
    expect(summary.added).toBe(2)
  }
})
