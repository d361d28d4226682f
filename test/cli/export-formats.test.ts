import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { computeGeodesic } from '../../src/core/model/geometry/geodesic.ts'
import { createFeature, startExportStub } from '../support/export-stub.ts'
import { openExportScene } from '../support/export-scene.ts'
import { describeLayers, hasGdal, readFeatures } from '../support/gdal.ts'
import { checkCollection, checkFeature } from '../support/geojson-checker.ts'
import { readParquet } from '../support/read-parquet.ts'

const scene = await openExportScene()
afterAll(() => scene[Symbol.asyncDispose]())
beforeEach(() => scene.clear())

const { tower, bridge, aerial, undated } = scene.images

const read = (name: string) => readFile(join(scene.folder, name), 'utf8')

const exported = async (...argv: string[]) => {
  const { code, stdout, stderr } = await scene.run(['export', ...argv])
  expect(code, stderr).toBe(0)
  return stdout
}

test('writes camera positions as a valid FeatureCollection, one feature per line', async () => {
  const { code, stdout, stderr } = await scene.run(['export', 'georeferences', 'places.geojson'])
  expect([code, stdout]).toEqual([0, ''])
  expect(stderr).toContain('Written: places.geojson (2 georeferences)\n')
  expect(stderr).toContain('Left out: 1 georeference of images taken from above')
  const text = await read('places.geojson')
  expect(text.split('\n')).toHaveLength(5)
  const features = checkCollection(text)
  expect(features.map(({ properties }) => properties.image_id)).toEqual([tower, bridge])
  expect(features[0]).toMatchObject({
    geometry: { type: 'Point', coordinates: [7.1234568, 47.56] },
    properties: { direction: 118.5, georeferenced_by: 'ada', confidence: 'high' },
  })
})

test('leaves nothing but the files in the folder, and writes the same bytes again', async () => {
  for (const name of ['a.geojson', 'b.geojson']) await exported('all', name, '--with', 'image')
  expect(await readdir(scene.folder)).toEqual(['a.geojson', 'b.geojson'])
  expect(await read('a.geojson')).toBe(await read('b.geojson'))
})

test('exports from-above images only as areas, unless they are requested', async () => {
  const areas = checkCollection(await exported('areas'))
  expect(areas.map(({ properties }) => properties.image_id)).toEqual([aerial])
  expect(areas[0]!['geometry'].coordinates).toHaveLength(2)
  const only = checkCollection(await exported('georeferences', '--from-above', 'true'))
  expect(only.map(({ properties }) => properties.image_id)).toEqual([aerial])
  expect(checkCollection(await exported('georeferences', '--from-above', 'any'))).toHaveLength(3)
})

test('joins the outlines of a subject', async () => {
  const subjects = checkCollection(await exported('subjects'))
  const found = subjects.map(({ properties, geometry }) => [
    properties.title,
    properties.map_ids,
    geometry?.type,
  ])
  expect(found).toEqual([
    ['Park', 'way/1', 'Polygon'],
    ['Street', 'way/2 node/3', 'GeometryCollection'],
    ['Idea', null, undefined],
  ])
})

test('derives dates from EDTF: days as written, years as the filters compare them', async () => {
  const features = checkCollection(await exported('images', '--with', 'image'))
  const dates = features.map(({ properties: { id, date_start, date_end, year_min, year_max } }) => [
    id,
    [date_start, date_end, year_min, year_max],
  ])
  expect(Object.fromEntries(dates)).toEqual({
    [tower]: ['1905-01-01', '1905-12-31', 1904, 1906],
    [bridge]: ['1912-05-01', '1912-05-01', 1912, 1912],
    [aerial]: ['1921-01-01', null, 1921, null],
    [undated]: [null, null, null, null],
  })
})

test('draws rays and cones, and counts the georeferences without a direction', async () => {
  const { stdout, stderr } = await scene.run(['export', 'georeferences', '--geometry', 'cone'])
  const [cone, other] = checkCollection(stdout)
  expect(cone!['geometry'].coordinates[0]).toHaveLength(11)
  expect(other!['geometry']).toBeNull()
  expect(stderr).toContain('their direction is unknown: 1 georeference.')
  const [ray] = checkCollection(
    await exported('georeferences', '--geometry', 'ray', '--cone-length', '1000'),
  )
  const [from, to] = ray!['geometry'].coordinates as [number, number][]
  const [longitude, latitude] = to!
  const line = computeGeodesic({ longitude: from![0], latitude: from![1] }, { longitude, latitude })
  expect(line.distance).toBeCloseTo(1000, 1)
  expect(line.azimuth).toBeCloseTo(118.5, 3)
})

test.each([
  ['geojsonl', ''],
  ['geojsonseq', '\u001e'],
])('writes %s for streaming readers', async (format, prefix) => {
  const text = await exported('georeferences', '--format', format)
  const lines = text.split('\n')
  expect(lines.pop()).toBe('')
  expect(lines).toHaveLength(2)
  for (const line of lines) {
    expect(line.startsWith(prefix)).toBe(true)
    checkFeature(JSON.parse(line.slice(prefix.length)))
  }
})

test('writes tables with positions, geometries and the types of their columns', async () => {
  await exported('georeferences', 'places.csv', '--with', 'image')
  const text = await read('places.csv')
  const [first, second] = parse(text, { columns: true })
  expect(first).toMatchObject({
    image_title: 'Tower; "old" – ça\nva',
    image_creator: '\'=HYPERLINK("x")',
    date_start: '1905-01-01',
    lon: '7.1234568',
    lat: '47.56',
    wkt: 'POINT (7.1234568 47.56)',
  })
  expect(second).toMatchObject({ lat: '-33.8', direction: '' })
  const types = parse(await read('places.csvt'))[0]!
  expect(types).toHaveLength(Object.keys(first!).length)
  await exported('areas', 'areas.txt', '--format', 'csv')
  expect(await readdir(scene.folder)).toContain('areas.csvt')
  const excel = await exported('areas', '--format', 'csv', '--excel')
  expect(excel).toMatch(/^\ufeffid;image_id;.+;wkt\r\n/)
})

test.runIf(hasGdal)('GDAL reads tables with their types', async () => {
  await exported('georeferences', 'places.csv', '--with', 'image')
  const { places } = await describeLayers(join(scene.folder, 'places.csv'))
  expect(places).toMatchObject({ count: 2, fields: GDAL_TYPES })
  const features = await readFeatures(join(scene.folder, 'places.csv'))
  expect(features[1]).toMatchObject({
    geometry: { type: 'Point', coordinates: [151.2, -33.8] },
    properties: { date_start: '1912-05-01', year_min: 1912, image_from_above: false },
  })
})

test.runIf(hasGdal)('GDAL reads GeoJSON with its types', async () => {
  await exported('georeferences', 'places.geojson', '--with', 'image')
  const { places } = await describeLayers(join(scene.folder, 'places.geojson'))
  expect(places).toMatchObject({
    count: 2,
    geometry: 'Point',
    fields: { ...GDAL_TYPES, id: 'Integer', year_min: 'Integer' },
  })
})

const GDAL_TYPES = {
  id: 'Integer64',
  image_title: 'String',
  direction: 'Real',
  georeferenced_at: 'DateTime',
  image_from_above: 'Integer(Boolean)',
  date_start: 'Date',
  date_end: 'Date',
  year_min: 'Integer64',
}

test('writes a GeoPackage with all layers, spatial indices and styles', async () => {
  await exported('all', 'all.gpkg', '--with', 'image')
  const database = new Database(join(scene.folder, 'all.gpkg'), { readonly: true })
  onTestFinished(() => void database.close())
  const all = (sql: string) => database.prepare(sql).raw().all() as unknown[][]
  expect(database.pragma('application_id', { simple: true })).toBe(0x47504b47)
  expect(all('select image_id, image_from_above, date_start from georeferences')).toEqual([
    [tower, 0, '1905-01-01'],
    [bridge, 0, '1912-05-01'],
  ])
  expect(all('select typeof(direction), georeferenced_at from georeferences')).toEqual([
    ['real', '2026-03-01T12:00:00.000Z'],
    ['null', '2026-03-01T12:00:00.000Z'],
  ])
  expect(all('select title from images order by fid')).toHaveLength(4)
  const box = 'minx < 8 and maxx > 7 and miny < 48 and maxy > 47'
  expect(all(`select id from rtree_georeferences_geom where ${box}`)).toEqual([[1]])
  const styles = all('select f_table_name, styleQML from layer_styles where useAsDefault = 1')
  expect(styles.map(([name]) => name)).toEqual(['georeferences', 'areas', 'subjects'])
  expect(styles[0]![1]).toMatch(/name="angle".{1,200}value="direction"/)
  for (const [, style] of styles) expect(findOpenTags(String(style))).toEqual([])
  // QGIS evaluates this expression as SQLite does.
  const [, category = ''] = / attr="([^"]+)"/.exec(String(styles[0]![1])) ?? []
  expect(all(`select ${category.replaceAll('&quot;', '"')} from georeferences`)).toEqual([
    ['high'],
    ['refuted'],
  ])
  const categories = String(styles[0]![1]).matchAll(/<category [^<>]*value="([^"]*)"/g)
  expect([...categories].map(([, value]) => value)).toEqual([
    'high',
    'medium',
    'low',
    'disputed',
    'refuted',
  ])
})

/** Returns the tags of an XML text that are not closed, or not in their order. */
function findOpenTags(xml: string): string[] {
  const open: string[] = []
  for (const [, closing, name = '', empty] of xml.matchAll(/<(\/?)([\w-]+)[^<>]*?(\/?)>/g)) {
    if (closing && open.at(-1) === name) open.pop()
    else if (!empty) open.push(closing + name)
  }
  return open
}

test('writes the same GeoPackage again, and leaves no other file', async () => {
  for (const name of ['a.gpkg', 'b.gpkg']) await exported('areas', name)
  const [a, b] = await Promise.all(
    ['a.gpkg', 'b.gpkg'].map((name) => readFile(join(scene.folder, name))),
  )
  expect(a!.equals(b!)).toBe(true)
  expect(await readdir(scene.folder)).toEqual(['a.gpkg', 'b.gpkg'])
})

test('tells the license of georeferences, which images do not have', async () => {
  await using licensed = await openExportScene({ contributionsLicense: 'CC0-1.0' })
  const license = 'https://creativecommons.org/publicdomain/zero/1.0/'
  const run = async (argv: string) => {
    const { stdout, stderr } = await licensed.run(['export', ...argv.split(' ')])
    return { stdout, stderr, path: join(licensed.folder, argv.split(' ')[1] ?? '') }
  }
  const all = await run('all all.geojson --json')
  expect(all.stderr).toContain(`License of the georeferences: ${license}\n`)
  const told = JSON.parse(all.stdout).layers.map((layer: { license?: string }) => layer.license)
  expect(told).toEqual([license, license, undefined, undefined])
  const { licenses } = JSON.parse(await readFile(all.path, 'utf8'))
  expect(licenses).toEqual({ georeferences: license, areas: license })
  expect(JSON.parse((await run('subjects')).stdout)).not.toHaveProperty('licenses')
  const none = { type: 'FeatureCollection', features: [], licenses: { areas: license } }
  expect(JSON.parse((await run('areas --year-max 1800')).stdout)).toEqual(none)
  const { path } = await run('areas areas.fgb')
  expect(await readFile(path, 'latin1')).toContain(`License: ${license}`)
  const parquet = await readParquet((await run('areas areas.parquet')).path)
  expect(parquet.metadata).toMatchObject({ license })
  if (!hasGdal) return
  // GDAL shows no descriptions of FlatGeobuf.
  expect(await describeLayers(path)).toMatchObject({ areas: { count: 1 } })
  const described = await describeLayers((await run('all all.gpkg')).path)
  expect(described).toMatchObject({
    georeferences: { description: `License: ${license}` },
    areas: { description: `License: ${license}` },
  })
  expect(described['images']).not.toHaveProperty('description')
})

test.runIf(hasGdal)('GDAL reads a GeoPackage with its types and geometries', async () => {
  await exported('all', 'all.gpkg', '--with', 'image')
  await exported('all', 'all.geojson', '--with', 'image')
  const path = join(scene.folder, 'all.gpkg')
  const layers = await describeLayers(path)
  expect(layers).toMatchObject({
    georeferences: { geometry: 'Point', count: 2, fields: GDAL_TYPES },
    areas: { geometry: 'Polygon', count: 1 },
    subjects: { geometry: 'Unknown (any)', count: 3 },
    images: { geometry: 'None', count: 4, fields: { from_above: 'Integer(Boolean)' } },
  })
  const expected = checkCollection(await read('all.geojson'))
  for (const layer of ['georeferences', 'areas', 'subjects', 'images']) {
    const features = await readFeatures(path, layer)
    const geometries = features.map(({ properties: { id }, geometry }) => [
      `${layer}.${id}`,
      geometry,
    ])
    const same = expected.filter(({ properties }) => properties.layer === layer)
    expect(geometries).toEqual(same.map(({ id, geometry }) => [id, geometry]))
  }
})

test.runIf(hasGdal)('GDAL reads FlatGeobuf with its types and geometries', async () => {
  for (const [what, count, ...options] of [
    ['georeferences', 2, '--with', 'image'],
    ['georeferences', 2, '--geometry', 'cone'],
    ['areas', 1],
    ['subjects', 3],
    ['images', 4, '--with', 'image'],
  ] as [string, number, ...string[]][]) {
    await exported(what, 'a.fgb', '--force', ...options)
    await exported(what, 'a.geojson', '--force', ...options)
    const path = join(scene.folder, 'a.fgb')
    const layers = await describeLayers(path)
    expect(layers[what]).toMatchObject({ count, fields: { id: 'Integer64' } })
    const features = await readFeatures(path)
    const expected = checkCollection(await read('a.geojson'))
    const byId = new Map(features.map((feature) => [feature.properties.id, feature]))
    for (const { id, geometry, properties } of expected) {
      expect(byId.get(id).geometry).toEqual(geometry)
      for (const name of Object.keys(properties).filter((name) => !/_at$|^date_/.test(name))) {
        expect(byId.get(id).properties[name] ?? null).toEqual(properties[name])
      }
    }
  }
})

test.runIf(hasGdal)('GDAL finds features by the spatial index of FlatGeobuf', async () => {
  const path = join(scene.folder, 'many.fgb')
  await using stub = await startExportStub()
  const places = Array.from({ length: 700 }, (_, index) => index + 1)
  stub.exported = places.map((id) => JSON.stringify(createFeature({ id })))
  stub.exported.push('{"type":"ExportEnd","count":700}')
  await exported('georeferences', 'many.fgb', '--url', stub.baseUrl)
  expect(await readFeatures(path)).toHaveLength(700)
  const found = await readFeatures(path, 'georeferences', ['-spat', '0.0995', '46', '0.2005', '48'])
  const ids = found.map(({ properties }) => properties.id).toSorted((a, b) => a - b)
  expect(ids).toEqual(places.slice(99, 200))
})

test('writes GeoParquet with typed columns, the geometries of GeoJSON and their boxes', async () => {
  for (const [what, ...options] of [
    ['georeferences', '--with', 'image'],
    ['georeferences', '--geometry', 'cone'],
    ['areas'],
    ['subjects'],
    ['images', '--with', 'image'],
  ] as [string, ...string[]][]) {
    await exported(what, 'a.parquet', '--force', ...options)
    await exported(what, 'a.geojson', '--force', ...options)
    const { rows } = await readParquet(join(scene.folder, 'a.parquet'))
    const plain = rows.map(({ geometry = null, ...attributes }) => ({
      geometry,
      properties: Object.fromEntries(
        Object.entries(attributes)
          .filter(([name]) => name !== 'bbox')
          .map(([name, value]) => [name, toPlain(name, value)]),
      ),
    }))
    const expected = checkCollection(await read('a.geojson')).map(({ geometry, properties }) => ({
      geometry,
      properties: { ...properties, ...shortenTimes(properties) },
    }))
    expect(plain).toEqual(expected)
  }
})

const toPlain = (name: string, value: unknown) => {
  if (typeof value === 'bigint') return Number(value)
  if (!(value instanceof Date)) return value
  return name.startsWith('date_') ? value.toISOString().slice(0, 10) : value.toISOString()
}

/** JavaScript's dates have no microseconds. */
const shortenTimes = (properties: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => name.endsWith('_at'))
      .map(([name, time]) => [name, new Date(String(time)).toISOString()]),
  )

test('describes the geometries of GeoParquet as version 1.1.0 does', async () => {
  await exported('georeferences', 'a.parquet')
  const { columns, metadata, rows } = await readParquet(join(scene.folder, 'a.parquet'))
  expect(columns).toMatchObject({
    id: 'INT64',
    image_title: 'UTF8',
    direction: 'DOUBLE',
    georeferenced_at: 'TIMESTAMP_MICROS',
    geometry: 'BYTE_ARRAY',
    bbox: 'group',
    xmin: 'DOUBLE',
  })
  expect(rows[1]!['bbox']).toEqual({ xmin: 151.2, ymin: -33.8, xmax: 151.2, ymax: -33.8 })
  const corner = (name: string) => [name, ['bbox', name]]
  expect(JSON.parse(metadata['geo']!)).toEqual({
    version: '1.1.0',
    primary_column: 'geometry',
    columns: {
      geometry: {
        encoding: 'WKB',
        geometry_types: ['Point'],
        orientation: 'counterclockwise',
        bbox: [7.1234568, -33.8, 151.2, 47.56],
        covering: { bbox: Object.fromEntries(['xmin', 'ymin', 'xmax', 'ymax'].map(corner)) },
      },
    },
  })
  await exported('subjects', 'b.parquet')
  const subjects = await readParquet(join(scene.folder, 'b.parquet'))
  expect(JSON.parse(subjects.metadata['geo']!).columns.geometry.geometry_types).toEqual([
    'GeometryCollection',
    'Polygon',
  ])
  await exported('images', 'c.parquet')
  expect((await readParquet(join(scene.folder, 'c.parquet'))).metadata).not.toHaveProperty('geo')
  await exported('areas', 'd.parquet', '--year-max', '1800')
  expect((await readParquet(join(scene.folder, 'd.parquet'))).rows).toEqual([])
})

test('divides large GeoParquet into row groups', async () => {
  await using stub = await startExportStub()
  const places = Array.from({ length: 21_000 }, (_, index) => index + 1)
  stub.exported = places.map((id) => JSON.stringify(createFeature({ id })))
  stub.exported.push('{"type":"ExportEnd","count":21000}')
  await exported('georeferences', 'many.parquet', '--url', stub.baseUrl)
  const { groups, rows } = await readParquet(join(scene.folder, 'many.parquet'))
  expect(groups.length).toBeGreaterThan(1)
  expect(rows.map(({ id }) => Number(id))).toEqual(places)
})

test('keeps the members that the instance sends, for programs of its own', async () => {
  const { features } = await scene.server.get('/api/v2/georeferences/?ordering=georeferenced_at')
  const raw = JSON.parse(await exported('georeferences', '--from-above', 'any', '--raw'))
  expect(raw.features).toEqual(features)
  const [image] = JSON.parse(await exported('images', '--raw')).features
  expect(image.properties.collection).toMatchObject({ id: scene.collection })
})

test('selects by the filters of the lists, and by a box or the box of a file', async () => {
  const near = ['--bbox', '7,47,8,48']
  await writeFile(
    join(scene.folder, 'area.json'),
    '{"type":"LineString","coordinates":[[7,47],[8,48]]}',
  )
  expect(checkCollection(await exported('georeferences', ...near))).toHaveLength(1)
  const titles = async (...argv: string[]) =>
    checkCollection(await exported(...argv)).map(({ properties }) => properties.title)
  expect(await titles('subjects', ...near)).toEqual(['Park', 'Street'])
  expect(await titles('subjects', '--bbox', '7.65,47,8,48')).toEqual(['Street'])
  const images = await titles('images', '--bbox-of', 'area.json')
  expect(images).toEqual([expect.stringContaining('Tower'), 'From a balloon'])
  expect(await titles('images', '--year-min', '1912', '--year-max', '1913')).toEqual(['Bridge'])
})

test('exports all layers to one collection, with unique ids', async () => {
  const features = checkCollection(await exported('all'))
  const layers = features.map(({ id, properties }) => [id, properties.layer])
  expect(layers).toContainEqual([`images.${undated}`, 'images'])
  expect(new Set(layers.map(([, layer]) => layer))).toEqual(
    new Set(['georeferences', 'areas', 'subjects', 'images']),
  )
})

test('never replaces a file without --force', async () => {
  await writeFile(join(scene.folder, 'places.geojson'), 'mine')
  const { code, stderr } = await scene.run(['export', 'georeferences', 'places.geojson'])
  expect(code).toBe(9)
  expect(stderr).toContain('places.geojson already exists. To replace it, add --force.')
  expect(await read('places.geojson')).toBe('mine')
  const { stdout } = await scene.run(
    'export georeferences places.geojson --force --json'.split(' '),
  )
  expect(JSON.parse(stdout)).toEqual({
    path: join(scene.folder, 'places.geojson'),
    format: 'geojson',
    layers: [{ name: 'georeferences', count: 2, without_geometry: 0 }],
  })
  expect(checkCollection(await read('places.geojson'))).toHaveLength(2)
})

test.each([
  ['a name without a known extension', ['georeferences', 'places.shp'], 'Choose one with --format'],
  ['a folder', ['images', '.', '--format', 'csv', '--force'], 'is a folder. Name a file'],
  ['a device', ['images', '/dev/null', '--format', 'csv', '--force'], 'is not a regular file'],
  ['a missing folder', ['images', 'no/such.csv'], 'Cannot write'],
  ['a table of several layers', ['all', 'all.csv'], 'has one layer'],
  ['an invalid box', ['areas', '--bbox', '1,2,3'], '--bbox should be four numbers'],
  ['the box of a missing file', ['areas', '--bbox-of', 'nosuch.json'], '--bbox-of: Cannot read'],
  ['a GeoPackage on standard output', ['all', '--format', 'gpkg'], 'needs a file'],
  ['an indented table', ['images', '--format', 'csv', '--pretty'], '--pretty is for'],
  ['a wrong precision', ['areas', '--precision', '16'], 'from 0 to 15'],
  ['a wrong cone', ['georeferences', '--cone-width', '0'], 'Must be a number above 0'],
])('rejects %s', async (_, argv, message) => {
  const { code, stderr } = await scene.run(['export', ...argv])
  expect(stderr).toContain(message)
  expect([2, 9]).toContain(code)
  expect(await readdir(scene.folder)).toEqual([])
})
