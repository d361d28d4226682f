import { expect, test, vi } from 'vitest'
import { send, type HttpRequest, type Transport } from '../../src/cli/client/transport.ts'
import { ALBUM_HEADER, createAlbum, createFullAlbum } from '../support/album.ts'
import { openImportCli } from '../support/import-cli.ts'
import { readRows } from '../support/rows.ts'
import { runCli } from '../support/test-cli.ts'
import { issueToken } from '../support/tokens.ts'

vi.setConfig({ testTimeout: 60_000 })

type ImportCli = Awaited<ReturnType<typeof openImportCli>>

const openPlacingCli = () => openImportCli({ scopes: ['read', 'import', 'contribute'] })

const HEADER = `${ALBUM_HEADER},latitude,longitude`

/** Three pictures on one street, of which the last has no position. */
async function createStreet(header: string, cells: string[]) {
  const album = await createFullAlbum(cells.length)
  const rows = cells.map((more, n) => `${n + 1}.jpg,Picture ${n + 1},1920,1920${more}`)
  await album.table(header, ...rows)
  return album
}

const placements = async ({ server }: ImportCli) =>
  (await readRows(server, 'georeference')).map(
    ({ image_id, latitude, longitude, direction, confidence }) => [
      image_id,
      latitude,
      longitude,
      direction,
      confidence,
    ],
  )

const words = (cli: ImportCli, manifest: string, ...more: string[]) => [
  manifest,
  '--collection',
  String(cli.collection),
  '--json',
  '--yes',
  ...more,
]

const isPlacing = ({ url, method }: HttpRequest) =>
  url.endsWith('/georeferences/') && method === 'POST'

test('places each image once, with the confidence, direction and notes of its row', async () => {
  await using cli = await openPlacingCli()
  await using album = await createStreet(`${HEADER},direction,confidence,confidence_notes`, [
    ',52.374,4.8896,118.5,high,The corner house',
    ',"52°22\'26.4""N","4 53 22.56 E",,Low,',
    ',,,,,',
  ])
  const { code, stdout, stderr } = await cli.run(words(cli, album.manifest))
  expect([code, stderr]).toEqual([0, expect.stringContaining('2 images placed.')])
  const { rows, summary } = JSON.parse(stdout)
  expect(summary.places).toEqual({ placed: 2, kept: 0, refused: 0, waiting: 0 })
  expect(rows.map(({ place }: { place?: string }) => place)).toEqual([
    'placed',
    'placed',
    undefined,
  ])
  const [one, two] = rows.map(({ image_id }: { image_id: number }) => image_id)
  expect(await placements(cli)).toEqual([
    [one, 52.374, 4.8896, 118.5, 'high'],
    [two, 52.374, 4.8896, null, 'low'],
  ])
  const again = await cli.run(words(cli, album.manifest, '--places', 'low'))
  expect([again.code, (await placements(cli)).length]).toEqual([0, 2])
})

test('places nothing without a confidence, says so, and a later run with --places places what was imported', async () => {
  await using cli = await openPlacingCli()
  await using album = await createStreet(HEADER, [',52.374,4.8896', ',52.375,4.8897'])
  const first = await cli.run(words(cli, album.manifest))
  expect(first.code).toBe(0)
  expect(first.stderr).toMatch(/2 rows have coordinates, which place nothing: .*--places low/s)
  expect(await placements(cli)).toEqual([])
  const dry = await cli.run(words(cli, album.manifest, '--places', 'medium', '--dry-run'))
  expect(dry.stderr).toContain('2 images would be placed on the map.')
  expect(await placements(cli)).toEqual([])
  const { code, stdout } = await cli.run(
    words(cli, album.manifest, '--places', 'medium', '--error-on-nothing'),
  )
  expect([code, JSON.parse(stdout).summary]).toEqual([
    0,
    expect.objectContaining({ imported: 0, imported_before: 2 }),
  ])
  expect((await placements(cli)).map(([, ...place]) => place)).toEqual([
    [52.374, 4.8896, null, 'medium'],
    [52.375, 4.8897, null, 'medium'],
  ])
  expect(await cli.images()).toHaveLength(2)
})

test('suggests positions instead of placing images with --places suggest, also in updates', async () => {
  await using cli = await openImportCli()
  await using album = await createStreet(`${HEADER},direction,confidence,archive_position`, [
    ',52.374,4.8896,118.5,,',
    ',52.375,4.8897,,suggest,"1, 2"',
    ',,,,,',
  ])
  const run = await cli.run(words(cli, album.manifest, '--places', 'suggest'))
  expect([run.code, run.stderr]).toEqual([0, expect.not.stringContaining('placed')])
  expect(await placements(cli)).toEqual([])
  const stated = async () =>
    (await readRows(cli.server, 'image')).map(({ archive_position: position }) => position)
  expect(await stated()).toEqual(['52.374, 4.8896, 118.5', '1, 2', null])
  const [, , last] = JSON.parse(run.stdout).rows
  await album.table('image_id,latitude,longitude', `${last.image_id},52.376,4.8898`)
  const update = await cli.command(['update', album.manifest, '--places', 'suggest', '--yes'])
  expect(update.code).toBe(0)
  expect((await stated()).at(-1)).toBe('52.376, 4.8898')
})

test('a row without confidence is not placed if the table has the column', async () => {
  await using album = await createStreet(`${HEADER},confidence`, [',52.374,4.8896,'])
  const check = ['import', 'check', album.manifest, '--offline', '--collection', '1', '--json']
  const { code, stdout } = await runCli(check)
  expect([code, JSON.parse(stdout).findings]).toEqual([
    0,
    expect.arrayContaining([expect.objectContaining({ code: 'confidence.blank', cell: 'G2' })]),
  ])
  const chosen = await runCli([...check, '--places', 'low'])
  expect(chosen.stdout).not.toContain('confidence.blank')
})

test('reads both coordinates from the cell of one', async () => {
  await using cli = await openPlacingCli()
  await using album = await createStreet(HEADER, [',"52.374, 4.8896",', ',,"52.375,4.8897"'])
  expect((await cli.run(words(cli, album.manifest, '--places', 'low'))).code).toBe(0)
  expect((await placements(cli)).map(([, ...place]) => place)).toEqual([
    [52.374, 4.8896, null, 'low'],
    [52.375, 4.8897, null, 'low'],
  ])
})

test.each([
  ['place.incomplete', 'no longitude', ',52.374,,,,'],
  ['latitude.invalid', 'decimal comma', ',"52,3748",,,,'],
  ['latitude.invalid', 'such as 52.374', ',"91.5, 4.8",,,,'],
  ['latitude.invalid', 'such as 52.374', ',91,4,,,'],
  ['longitude.invalid', 'such as 4.8896', ',52.3,east,,,'],
  ['latitude.invalid', '--decimal-comma', ',"52,374",4,,,'],
  ['direction.invalid', 'clockwise from north', ',52.3,4.8,abc,,'],
  ['confidence.invalid', 'low, medium, high or suggest', ',52.3,4.8,,perhaps,'],
  ['confidence_notes.refused', 'no more than', `,52.3,4.8,,,${'x'.repeat(20_001)}`],
])('reports %s and says "%s"', async (code, message, cells) => {
  await using album = await createStreet(`${HEADER},direction,confidence,confidence_notes`, [cells])
  const check = ['import', 'check', album.manifest, '--offline', '--collection', '1', '--json']
  const { stdout } = await runCli([...check, '--places', 'low'])
  const { findings } = JSON.parse(stdout) as { findings: { code: string; message: string }[] }
  expect(findings.find((finding) => finding.code === code)?.message).toContain(message)
})

test('reads decimal commas if they are declared', async () => {
  await using cli = await openPlacingCli()
  await using album = await createAlbum()
  await album.picture('1.jpg')
  await album.table(HEADER.replaceAll(',', ';'), '1.jpg;One;1920;1920;52,374;4,8896')
  const { code } = await cli.run(words(cli, album.manifest, '--places', 'high', '--decimal-comma'))
  expect([code, (await placements(cli)).map(([, ...place]) => place)]).toEqual([
    0,
    [[52.374, 4.8896, null, 'high']],
  ])
})

test('tells before anything is sent that the token may not place images', async () => {
  await using cli = await openImportCli()
  await using album = await createStreet(HEADER, [',52.374,4.8896'])
  const { code, stdout } = await cli.run(words(cli, album.manifest, '--places', 'low'))
  expect([code, JSON.parse(stdout).error.message]).toEqual([
    4,
    expect.stringContaining('lacks the scope "contribute"'),
  ])
  expect(await cli.images()).toEqual([])
})

test('a placement that the image has stays, and is replaced with --replace-places', async () => {
  await using cli = await openPlacingCli()
  await using album = await createStreet(HEADER, [',52.374,4.8896'])
  await cli.run(words(cli, album.manifest))
  const [image] = await cli.images()
  await cli.seed.point(image!.id, { latitude: 1, longitude: 1 })
  const kept = await cli.run(words(cli, album.manifest, '--places', 'low'))
  expect([kept.code, kept.stderr]).toEqual([0, expect.stringContaining('1 kept the placement')])
  expect(await placements(cli)).toHaveLength(1)
  for (const count of [2, 2]) {
    const run = await cli.run(words(cli, album.manifest, '--places', 'low', '--replace-places'))
    expect([run.code, (await placements(cli)).length]).toEqual([0, count])
  }
})

test.each(['before', 'after'])(
  'places an image once although the connection is lost %s the request arrives',
  async (when) => {
    await using cli = await openPlacingCli()
    await using album = await createStreet(HEADER, [',52.374,4.8896'])
    await cli.run(words(cli, album.manifest))
    const [image] = await cli.images()
    await cli.seed.point(image!.id, { latitude: 1, longitude: 1 })
    let isLost = true
    const transport: Transport = async (request) => {
      const isReplacing =
        isPlacing(request) && !JSON.stringify(request.body).includes('"previous\\":null')
      if (!isReplacing || !isLost) return send(request, {})
      if (when === 'after') {
        await send(request, {})
        isLost = false
      }
      throw Object.assign(new Error('reset'), { code: 'ECONNRESET' })
    }
    const replacing = words(cli, album.manifest, '--places', 'low', '--replace-places')
    const lost = await cli.run([...replacing, '--retries', '0'], { transport })
    expect(lost.code).toBe(8)
    expect(JSON.parse(lost.stdout).summary.places.waiting).toBe(1)
    // Another person places the image before the next run.
    await cli.seed.point(image!.id, { latitude: 2, longitude: 2 })
    isLost = false
    const { code } = await cli.run(replacing)
    const own = (await placements(cli)).filter(([, latitude]) => latitude === 52.374)
    expect([code, own.length]).toEqual([0, 1])
  },
)

test('places images whose files were moved after the import, if the token may do so', async () => {
  await using cli = await openPlacingCli()
  await using album = await createStreet(HEADER, [',52.374,4.8896'])
  await cli.run(words(cli, album.manifest, '--move-done', `${album.path}/done`))
  const placing = words(cli, album.manifest, '--places', 'low')
  const token = await issueToken(cli.server, { username: 'Ada', staff: true, scopes: ['import'] })
  const refused = await cli.run(placing, { env: { CATALOG_TOKEN: token } })
  expect([refused.code, JSON.parse(refused.stdout).error.code]).toEqual([4, 'may_not_contribute'])
  const { code } = await cli.run(placing)
  expect([code, (await placements(cli)).length]).toEqual([0, 1])
})

test('an interrupted replacement is not made by a later run without the option', async () => {
  await using cli = await openPlacingCli()
  await using album = await createStreet(HEADER, [',52.374,4.8896'])
  await cli.run(words(cli, album.manifest))
  const [image] = await cli.images()
  await cli.seed.point(image!.id, { latitude: 1, longitude: 1 })
  const failing: Transport = async (request) => {
    const isReplacing =
      isPlacing(request) && !JSON.stringify(request.body).includes('previous\\":null')
    if (isReplacing) throw Object.assign(new Error('reset'), { code: 'ECONNRESET' })
    return send(request, {})
  }
  const placing = words(cli, album.manifest, '--places', 'low')
  const lost = await cli.run([...placing, '--replace-places', '--retries', '0'], {
    transport: failing,
  })
  expect(lost.code).toBe(8)
  const { stderr } = await cli.run(placing)
  expect(stderr).toContain('1 kept the placement')
  expect(await placements(cli)).toHaveLength(1)
})

test('reports what the instance refuses to place, and tries again in the next run', async () => {
  await using cli = await openPlacingCli()
  await using album = await createStreet(HEADER, [',52.374,4.8896'])
  const refusing: Transport = async (request) =>
    send(isPlacing(request) ? { ...request, body: '{"image": 1}' } : request, {})
  const placing = words(cli, album.manifest, '--places', 'low')
  const refused = await cli.run(placing, { transport: refusing })
  expect([refused.code, JSON.parse(refused.stdout).rows[0]]).toEqual([
    6,
    expect.objectContaining({ state: 'imported', code: 'place.refused', place: 'refused' }),
  ])
  expect((await cli.run(placing)).code).toBe(0)
  expect(await placements(cli)).toHaveLength(1)
})
