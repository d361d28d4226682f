import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, expect, test } from 'vitest'
import { openFolderTarget } from '../../src/cli/publish/folder-target.ts'
import { computeBounds } from '../../src/core/edtf/bounds.ts'
import { parseEdtf } from '../../src/core/edtf/parse.ts'
import { countOnTile, decodeTile } from '../support/decode-tile.ts'
import { openExportScene } from '../support/export-scene.ts'
import { describeLayers, hasGdal, readFeatures } from '../support/gdal.ts'
import { checkFeature } from '../support/geojson-checker.ts'
import { openPmtiles } from '../support/pmtiles-file.ts'
import { readParquet } from '../support/read-parquet.ts'
import { startS3Stub } from '../support/s3-stub/s3-stub.ts'
import { runCli, type TestCliOptions } from '../support/test-cli.ts'

const scene = await openExportScene()
afterAll(() => scene[Symbol.asyncDispose]())

const { clock, data } = scene.server
const { seed } = scene
const hidden = await seed.image({ collection_id: await seed.collection({ public: 0 }) })
await seed.point(hidden, { latitude: 10, longitude: 10 })
await seed.change(scene.images.tower, { reference_id: 'inventory-7' })
const country = await seed.image({ from_above: 1 })
await seed.area(country, { polygon: JSON.stringify(squareAt([20, 10], 5)) })

function squareAt([west = 0, south = 0]: number[], size: number) {
  const [east, north] = [west + size, south + size]
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  return { type: 'Polygon', coordinates: [ring] }
}

const IMAGES = [...Object.values(scene.images), country]

const ENV = {
  CATALOG_BASE_URL: 'https://archive.example',
  CATALOG_CONTRIBUTIONS_LICENSE: 'CC0-1.0',
}

const LICENSE = 'https://creativecommons.org/publicdomain/zero/1.0/'

/** Publishes a second after the publication before. */
async function publish(place: string, words: string[] = [], options: TestCliOptions = {}) {
  clock.advance(1)
  const { code, stdout, stderr } = await runCli(
    ['publish', place, '--data', data, '--json', ...words],
    { cwd: scene.folder, clock, ...options, env: { ...ENV, ...options.env } },
  )
  return { code, stderr, body: stdout === '' ? null : JSON.parse(stdout) }
}

/** Publishes to a new folder. Returns the path of a file of the release. */
async function publishTo(name: string) {
  const published = await publish(name)
  expect(published.code, published.stderr).toBe(0)
  return { ...published, file: (file: string) => join(scene.folder, name, 'latest', file) }
}

test('publishes what anyone may see, as exports do', async () => {
  const { body, file } = await publishTo('rows')
  expect(body.rows).toEqual({ images: 5, georeferences: 3, areas: 2 })
  const lines = (await readFile(file('georeferences.geojsonl'), 'utf8')).trimEnd().split('\n')
  for (const line of lines) checkFeature(JSON.parse(line))
  const words = ['georeferences', '--from-above', 'any', '--with', 'image']
  const exported = await scene.run(['export', ...words, '--format', 'geojsonl'])
  const local = scene.server.baseUrl
  const expected = exported.stdout
    .replaceAll(local, ENV.CATALOG_BASE_URL)
    .replaceAll('"image_reference_id":null,', '')
  expect(`${lines.join('\n')}\n`).toBe(expected)
  const images = parse<Record<string, string>>(await readFile(file('images.csv'), 'utf8'), {
    columns: true,
  })
  expect(images.map(({ id }) => Number(id))).toEqual(IMAGES)
  expect(images[0]).toMatchObject({
    creator: '\'=HYPERLINK("x")',
    license_name: 'CC0-1.0',
    date_start: '1905-01-01',
    rotation: '0',
  })
  for (const { name } of body.files)
    expect((await readFile(file(name), 'latin1')).includes('inventory-7'), name).toBe(false)
})

test('publishes GeoParquet with the same rows', async () => {
  const { file } = await publishTo('parquet')
  const images = await readParquet(file('images.parquet'))
  expect(images.rows.map(({ id }) => Number(id))).toEqual(IMAGES)
  expect(images.metadata).toEqual({})
  const areas = await readParquet(file('areas.parquet'))
  const lines = (await readFile(file('areas.geojsonl'), 'utf8')).trimEnd().split('\n')
  expect(areas.rows.map(({ geometry }) => geometry)).toEqual(
    lines.map((line) => JSON.parse(line).geometry),
  )
  expect(areas.metadata).toMatchObject({ geo: expect.stringContaining('1.1.0'), license: LICENSE })
  const points = await readParquet(file('georeferences.parquet'))
  expect(points.rows).toHaveLength(3)
})

test.runIf(hasGdal)('GDAL reads the tables', async () => {
  const { file } = await publishTo('gdal')
  const lines = await readFeatures(`GeoJSONSeq:${file('georeferences.geojsonl')}`)
  const options = ['-oo', 'GEOM_POSSIBLE_NAMES=wkt', '-oo', 'AUTODETECT_TYPE=YES']
  const table = await readFeatures(file('georeferences.csv'), undefined, options)
  const geometries = (features: { geometry: object }[]) => features.map(({ geometry }) => geometry)
  expect(geometries(table)).toEqual(geometries(lines))
  expect(await describeLayers(file('images.csv'))).toMatchObject({ images: { count: 5 } })
})

test('names license, checksums and the moment in files beside the data', async () => {
  const { body, file } = await publishTo('facts')
  execFileSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: file('.') })
  const manifest = JSON.parse(await readFile(file('manifest.json'), 'utf8'))
  expect(manifest).toMatchObject({
    release: body.release,
    time: expect.stringMatching(/^2026-.+Z$/v),
    catalog: { url: 'https://archive.example/' },
    license: { url: LICENSE },
    rows: body.rows,
    files: body.files,
  })
  for (const { name, bytes } of body.files) expect((await stat(file(name))).size).toBe(bytes)
  const license = await readFile(file('LICENSE.txt'), 'utf8')
  expect(license).toContain(LICENSE)
  expect(license).toContain('1 image: CC0-1.0 https://cc.example/zero\n')
  expect(license).toContain('4 images: without a license\n')
  expect((await stat(file('images.csv'))).mode & 0o777).toBe(0o644)
})

test('publishes the tiles of the map as PMTiles', async () => {
  const filled = await openFilledScene()
  await using _scene = filled.scene
  const { archive, lists } = filled
  const header = await archive.getHeader()
  expect(header).toMatchObject({ tileType: 1, minZoom: 0, maxZoom: 14, clustered: true })
  expect([header.minLon, header.maxLon, header.maxLat]).toEqual([-180, 180, 47.58])
  expect(await archive.getMetadata()).toMatchObject({
    attribution: expect.stringContaining(LICENSE),
    vector_layers: [{ id: 'points' }, { id: 'clusters' }, { id: 'areas' }],
  })
  const filters = { points: { visibility: 'public' }, areas: { visibility: 'public' } } as const
  for (const z of [0, 4, 8, 11, 14])
    for (const { x, y } of filled.tilesAround(z)) {
      const ours = await archive.getZxy(z, x, y)
      const theirs = await lists.ask('tile', { tile: { z, x, y }, ...filters })
      const decoded = decodeTile(new Uint8Array(ours?.data ?? []))
      expect(decoded, `${z}/${x}/${y}`).toEqual(decodeTile(theirs))
    }
  const whole = decodeTile(new Uint8Array((await archive.getZxy(0, 0, 0))!.data))
  expect(countOnTile(whole, ['points', 'clusters'])).toBe(filled.count)
})

test('draws areas that would be on thousands of tiles as points', async () => {
  const { file } = await publishTo('large')
  const archive = openPmtiles(await readFile(file('placements.pmtiles')))
  const [x, y] = [Math.floor(((22.5 + 180) / 360) * 2 ** 14), 7618]
  const tile = decodeTile(new Uint8Array((await archive.getZxy(14, x, y))!.data))
  expect(tile).toMatchObject([{ layer: 'areas', type: 'Point' }])
  expect((await archive.getHeader()).numAddressedTiles).toBeLessThan(500)
})

/** Placements around a town and the antimeridian, areas of several sizes, and the tiles around them. */
async function openFilledScene() {
  const filled = await openExportScene()
  const { seed: seeded } = filled
  const { strictFrom, strictTo, fuzzyFrom, fuzzyTo } = computeBounds(parseEdtf('1900~/1910'))
  const bounds = { strict_from: strictFrom, strict_to: strictTo, fuzzy_to: fuzzyTo }
  const dated = { edtf_date: '1900~/1910', ...bounds, fuzzy_from: fuzzyFrom }
  const user_id = await seeded.user()
  // SQL knows that tiles inside its hole are not on it, boxes do not.
  await seeded.change(filled.images.aerial, {
    collection_id: await seeded.collection({ public: 0 }),
  })
  const centers = [
    [7.1234568, 47.56],
    [151.2, -33.8],
  ]
  for (let n = 0; n < 24; n += 1) {
    const [longitude = 0, latitude = 0] = n % 4 ? [7.59 + n / 5000, 47.56] : [179.9995, -16.8]
    const image = await seeded.image({ from_above: n % 3 === 0 ? 1 : 0, ...(n % 2 && dated) })
    await seeded.point(image, { longitude, latitude, user_id })
    centers.push([longitude, latitude])
    if (n % 3 > 0) continue
    const size = [0.0002, 0.002, 0.02][n % 9 === 0 ? 0 : n % 2 === 0 ? 1 : 2]!
    const polygon = JSON.stringify(squareAt([longitude, latitude], size))
    await seeded.area(image, { user_id, polygon })
  }
  const beyond = [190, -17]
  centers.push(beyond)
  const image = await seeded.image({ from_above: 1 })
  await seeded.area(image, { user_id, polygon: JSON.stringify(squareAt(beyond, 0.02)) })
  const options = { cwd: filled.folder, clock: filled.server.clock, env: ENV }
  const { code, stderr } = await runCli(['publish', 'tiles', '--data', filled.server.data], options)
  expect(code, stderr).toBe(0)
  const file = await readFile(join(filled.folder, 'tiles', 'latest', 'placements.pmtiles'))
  return {
    scene: filled,
    archive: openPmtiles(file),
    lists: filled.server.catalog.lists,
    count: 26,
    tilesAround(z: number) {
      const tiles = new Map<string, { x: number; y: number }>()
      for (const [longitude = 0, latitude = 0] of centers) {
        const radians = (latitude * Math.PI) / 180
        const column = Math.floor(((longitude + 180) / 360) * 2 ** z)
        const row = Math.floor((1 - Math.asinh(Math.tan(radians)) / Math.PI) * 2 ** (z - 1))
        const reach = Math.ceil(0.025 / (360 / 2 ** z))
        const steps = Array.from({ length: 2 * reach + 1 }, (_, step) => step - reach)
        for (const [dx, dy] of steps.flatMap((one) => steps.map((other) => [one, other])))
          addTile(tiles, z, { x: column + dx!, y: row + dy! })
      }
      return tiles.values()
    },
  }
}

function addTile(
  tiles: Map<string, { x: number; y: number }>,
  z: number,
  { x, y }: { x: number; y: number },
) {
  const wrapped = (x + 2 ** z) % 2 ** z
  if (y >= 0 && y < 2 ** z) tiles.set(`${wrapped}/${y}`, { x: wrapped, y })
}

test('replaces the newest release, and removes old ones', async () => {
  const folder = join(scene.folder, 'kept')
  await mkdir(folder)
  const releases: string[] = []
  for (let n = 0; n < 3; n += 1) {
    const { body } = await publishTo('kept')
    releases.push(body.release)
    expect(await readlink(join(folder, 'latest'))).toBe(body.release)
    // Others may put files beside them once it is ours.
    await writeFile(join(folder, 'index.html'), 'Data')
  }
  expect(await readdir(folder)).toEqual(['index.html', 'latest', ...releases.slice(1)])
  const { body } = await publish('kept', ['--keep', '1'])
  expect(body.removed).toEqual(releases.slice(1).toReversed())
  expect(await readdir(folder)).toEqual(['index.html', 'latest', body.release])
})

test('leaves the former release as it is when it ends early', async () => {
  const { body, file } = await publishTo('whole')
  const folder = join(scene.folder, 'whole')
  const canceled = new AbortController()
  const ended = await publish('whole', ['--progress', 'lines'], {
    signal: canceled.signal,
    onStderr: () => canceled.abort(),
  })
  expect(ended.code).not.toBe(0)
  expect(await readdir(folder)).toEqual(['latest', body.release])
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: file('.') })
  // What a killed run has left.
  const left = '.release-20200101T000000Z.part'
  await mkdir(join(folder, left))
  const next = await publishTo('whole')
  expect(await readdir(folder)).toEqual(['latest', body.release, next.body.release])
})

test('publishes nothing to a folder once it is canceled', async () => {
  const path = join(scene.folder, 'canceled')
  const release = 'release-20261129T020000Z'
  {
    await using target = await openFolderTarget(path)
    await writeFile(join(await target.prepare(release), 'index.html'), '')
    const files = [{ name: 'index.html', mediaType: 'text/html' }] as const
    const signal = AbortSignal.abort(new Error('canceled'))
    await expect(target.publish(release, files, signal)).rejects.toThrow('canceled')
  }
  expect(await readdir(path)).toEqual([])
})

test('refuses folders with other files, and a catalog without an address', async () => {
  const folder = join(scene.folder, 'foreign')
  await mkdir(folder)
  await writeFile(join(folder, 'holiday.jpg'), '')
  const foreign = await publish('foreign')
  expect([foreign.code, foreign.body.error.message]).toEqual([
    9,
    `${folder} has other files, and no release of a catalog.`,
  ])
  expect(await readdir(folder)).toEqual(['holiday.jpg'])
  await publishTo('elsewhere')
  const linked = join(scene.folder, 'linked')
  await mkdir(linked)
  await symlink('../elsewhere/latest', join(linked, 'latest'))
  expect((await publish('linked')).code).toBe(9)
  expect(await readdir(linked)).toEqual(['latest'])
  expect(await readlink(join(linked, 'latest'))).toBe('../elsewhere/latest')
  const unnamed = await publish('unnamed', [], { env: { CATALOG_BASE_URL: undefined } })
  expect([unnamed.code, unnamed.body.error.message]).toEqual([
    2,
    expect.stringContaining('CATALOG_BASE_URL is not set'),
  ])
  expect((await publish('local', ['--region', 'eu'])).code).toBe(2)
  expect((await publish('s3://')).code).toBe(2)
})

test('publishes to a bucket, the manifest of the newest release last', async () => {
  await using stub = await startS3Stub()
  const env = {
    CATALOG_STORAGE_ENDPOINT: stub.endpoint,
    CATALOG_STORAGE_REGION: 'eu-central-1',
    CATALOG_STORAGE_PATH_STYLE: 'true',
  }
  const toBucket = (...words: string[]) => publish('s3://archive/data', words, { env })
  const first = await toBucket()
  expect(first.code, first.stderr).toBe(0)
  const { release, files } = first.body
  expect(stub.operations.at(-2)).toBe('PutObject data/latest/manifest.json')
  const latest = (name: string) => stub.contents.require(`data/latest/${name}`)
  expect(latest('georeferences.parquet')).toMatchObject({
    contentType: 'application/vnd.apache.parquet',
    cacheControl: 'public, max-age=300',
  })
  expect(latest('images.csv').contentType).toBe('text/csv; charset=utf-8')
  expect(JSON.parse(latest('manifest.json').body.toString())).toMatchObject({ release, files })
  const kept = stub.contents.require(`data/${release}/images.csv`)
  expect(kept.cacheControl).toContain('immutable')
  expect(kept.body).toEqual(latest('images.csv').body)
  stub.fail('PutObject', { status: 403, code: 'AccessDenied' })
  expect((await toBucket()).code).toBe(8)
  expect(JSON.parse(latest('manifest.json').body.toString()).release).toBe(release)
  const second = await toBucket('--keep', '1')
  expect(second.body.removed).toEqual([release])
  const folders = [...stub.contents.objects.keys()].map((key) => key.split('/')[1])
  expect(new Set(folders)).toEqual(new Set(['latest', second.body.release]))
  stub.contents.put('photos/1.jpg', Buffer.from('x'), { contentType: '', cacheControl: '' })
  expect((await publish('s3://archive/photos', [], { env })).code).toBe(9)
})

test('stops an upload to a bucket when it is interrupted', async () => {
  await using stub = await startS3Stub()
  const env = {
    CATALOG_STORAGE_ENDPOINT: stub.endpoint,
    CATALOG_STORAGE_REGION: 'eu-central-1',
    CATALOG_STORAGE_PATH_STYLE: 'true',
  }
  const canceled = new AbortController()
  const responding = Promise.withResolvers<void>()
  stub.after('PutObject', async () => {
    canceled.abort()
    await responding.promise
  })
  const ended = await publish('s3://archive/data', [], { env, signal: canceled.signal })
  responding.resolve()
  expect(ended.code).not.toBe(0)
  expect(stub.operations.filter((operation) => operation.startsWith('PutObject'))).toHaveLength(1)
})
