import { readdir, rename, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Catalog } from '../../../src/core/catalog/catalog.ts'
import { loadDump } from '../../../src/core/dump/load.ts'
import { isEmpty } from '../../../src/core/dump/require-empty.ts'
import { MAX_LINE_BYTES } from '../../../src/core/dump/read-lines.ts'
import { jobHandlers } from '../../../src/core/jobs/handlers.ts'
import { startJobs } from '../../../src/core/jobs/runner.ts'
import { silentLog } from '../../../src/core/base/log.ts'
import { getChosenModel } from '../../../src/core/queries/settings/chosen-model.ts'
import { originalKey } from '../../../src/core/storage/keys.ts'
import { limitDatabase } from '../../support/failing-disk.ts'
import { useModelFixture } from '../../support/embedding-models.ts'
import { linesOf, SAMPLE, SAMPLE_FILE, writeSampleDump } from '../../support/sample-dump.ts'
import { onPostgres } from '../../support/test-postgres.ts'
import { openTestCatalog, type TestCatalog } from '../../support/open-catalog.ts'
import { readRows } from '../../support/rows.ts'
import { listUnfinishedFiles } from '../../support/unfinished-files.ts'

type Line = Record<string, unknown>

const numberOf = (type: string, place = 0): number =>
  SAMPLE.findIndex((line) => line.type === type) + place

/** Returns the sample with one line changed; undefined removes a field. */
function changed(type: string, change: Line, place = 0): string {
  const at = numberOf(type, place)
  return linesOf(SAMPLE.map((line, index) => (index === at ? { ...line, ...change } : line)))
}

/** Returns the sample with a line inserted after the last of its type. */
function added(line: Line): string {
  const at = SAMPLE.findLastIndex(({ type }) => type === line.type) + 1
  return linesOf([...SAMPLE.slice(0, at), line, ...SAMPLE.slice(at)])
}

function listUsers(count: number, idOf: (number: number) => number): Line[] {
  return Array.from({ length: count }, (_, index) => ({
    type: 'user',
    id: idOf(index + 1),
    username: `user ${index}`,
    is_staff: false,
  }))
}

const image = { title: 'x', rotation: 0, mirror: 'none', from_above: false, will_not_georef: false }
const bowTie = [
  [0, 0],
  [10, 10],
  [10, 0],
  [0, 12],
  [0, 0],
]

const REFUSED: [what: string, lines: string | Buffer, reason: RegExp][] = [
  ['an empty file', '', /line 1: The file is empty\.$/],
  ['text that is not JSON', 'hello\n', /line 1: The line is not JSON: /],
  ['a list', '[1]\n', /line 1: The line should be a JSON object\.$/],
  [
    'a value nested too deeply',
    `{"type":${'['.repeat(1e5)}${']'.repeat(1e5)}}`,
    /line 1: .*too deeply/,
  ],
  ['an empty line', `${linesOf(SAMPLE.slice(0, 1))}\n`, /line 2: The line is empty\.$/],
  ['a byte order mark', `\uFEFF${linesOf(SAMPLE)}`, /line 1: .*byte order mark/],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), /line 1: The line is not UTF-8/],
  [
    'a line that is too long',
    ' '.repeat(MAX_LINE_BYTES + 1),
    /line 1: The line is longer than \d+/,
  ],
  [
    'another format',
    changed('catalog', { format: 'zip' }),
    /line 1: format: should be catalog-dump/,
  ],
  [
    'a later version',
    changed('catalog', { version: 3 }),
    /line 1: version: should be .*2, not 3\.$/,
  ],
  [
    'a file without its first line',
    linesOf(SAMPLE.slice(1)),
    /line 1: type: the first line should/,
  ],
  ['two first lines', added(SAMPLE[0]!), /line 2: type: catalog is the first line only\.$/],
  [
    'a bad setting name',
    changed('catalog', { settings: { 'A b': 1 } }),
    /line 1: settings.A b: sh/,
  ],
  ['a type that is none', changed('user', { type: 'robot' }), /line 2: type: should be one of cat/],
  ['a line without type', changed('user', { type: undefined }), /line 2: type: is missing\.$/],
  [
    'types in another order',
    linesOf([...SAMPLE, SAMPLE[1]!]),
    /line 39: type: user lines come before change lines\.$/,
  ],
  ['a field of no use', changed('user', { color: 1 }), /line 2: color: is not a field of such/],
  ['a missing field', changed('user', { username: undefined }), /line 2: username: is missing\.$/],
  ['a blank name', changed('user', { username: '  ' }), /line 2: username: should not be blank\.$/],
  ['a text as number', changed('user', { id: '1' }), /line 2: id: should be a number, not "1"\.$/],
  ['half an id', changed('user', { id: 1.5 }), /line 2: id: should be a whole number, not 1\.5\.$/],
  ['no id', changed('user', { id: 0 }), /line 2: id: should not be 0/],
  [
    'a number as flag',
    changed('user', { is_staff: 1 }),
    /line 2: is_staff: should be true or false/,
  ],
  [
    'half a character',
    linesOf(SAMPLE).replace('"Åse"', '"\\ud800"'),
    /line 2: username: has half a character/,
  ],
  ['a null character', changed('user', { username: 'a\0' }), /line 2: username: has a null char/],
  ['a time without zone', changed('user', { created_at: '2026-01-01T00:00:00' }), /such as 2026/],
  [
    'a repeated id',
    changed('user', { id: 7 }),
    /line 3: id: 7 is taken by an earlier user line\.$/,
  ],
  [
    'an id that many lines separate from the first',
    linesOf([SAMPLE[0]!, ...listUsers(450, (number) => (number === 430 ? 5 : number))]),
    /line 431: id: 5 is taken by an earlier user line\.$/,
  ],
  [
    'a repeated slug',
    changed('subject', { slug: 'old-bridge' }, 1),
    /line 9: slug: "old-bridge" is taken by an earlier subject line\.$/,
  ],
  [
    'a collection slug repeated in its source',
    changed('collection', { slug: 'glass-plates' }, 1),
    /line 7: slug: "glass-plates" is taken/,
  ],
  [
    'a license name repeated in another case',
    added({ type: 'license', id: 9, name: 'CC-BY', display_name: 'x', permalink: '' }),
    /line 5: name: "CC-BY" is taken by an earlier license line\.$/,
  ],
  ['a slug with blanks', changed('source', { slug: 'a b' }), /slug: should be letters, digits/],
  [
    'an unknown source',
    changed('collection', { source: 99 }),
    /line 6: source: there is no source 99/,
  ],
  [
    'an unknown announcer',
    changed('collection', { announced_by: 99 }),
    /line 6: announced_by: there is no user 99\.$/,
  ],
  [
    'an unknown license',
    changed('image', { license: 'mine' }, 1),
    /license: there is no license "m/,
  ],
  [
    'an unknown collection before an unknown license',
    linesOf(
      SAMPLE.map((line) => ({
        ...line,
        ...(line.id === 10 && { collection: 9 }),
        ...(line.id === 11 && { license: 'mine' }),
      })),
    ),
    /line 11: collection: there is no collection 9\.$/,
  ],
  [
    'an unknown collection',
    changed('image', { collection: 9 }),
    /line 11: collection: there is no/,
  ],
  [
    'a title of 501 characters',
    changed('image', { title: '🌉'.repeat(501) }),
    /title: is longer than 500/,
  ],
  [
    'an address with the javascript scheme',
    changed('image', { original_url: 'javascript:alert(1)' }, 1),
    /line 12: original_url: should be an http:\/\/ or https:\/\/ address/,
  ],
  [
    'a source on a disk',
    changed('source', { url: 'file:///etc/passwd' }),
    /line 5: url: should be/,
  ],
  ['a collection without scheme', changed('collection', { url: '//x' }), /line 6: url: should be/],
  ['a license of no scheme', changed('license', { permalink: 'x' }), /line 4: permalink: should/],
  [
    'a subject of another scheme',
    changed('subject', { kb: { kb_id: 'Q42', uri: 'data:,x', title: '', description: '' } }),
    /line 8: kb\.uri: should be an http/,
  ],
  [
    'a very long name',
    changed('user', { username: 'x'.repeat(256) }),
    /username: is longer than 255/,
  ],
  [
    'a comment that is a book',
    changed('comment', { text: 'x'.repeat(100_001) }),
    /text: is longer/,
  ],
  [
    'a date that is none',
    changed('image', { edtf_date: '1906-13' }),
    /line 11: edtf_date: is not an EDTF/,
  ],
  [
    'an odd rotation',
    changed('image', { rotation: 45 }),
    /rotation: should be 0 or 90 or 180 or 270/,
  ],
  [
    'a duplicate of nothing',
    changed('image', { duplicate_of: 99 }),
    /line 11: duplicate_of: there is no image 99\.$/,
  ],
  [
    'a duplicate of itself',
    changed('image', { duplicate_of: 10 }),
    /line 11: duplicate_of: is the image itself\.$/,
  ],
  [
    'a duplicate of a duplicate',
    added({
      type: 'image',
      ...image,
      id: 13,
      collection: 4,
      created_at: '2026-01-01T00:00:00Z',
      duplicate_of: 10,
    }),
    /line 14: duplicate_of: image 10 is a duplicate itself, of image 11\.$/,
  ],
  [
    'a georeferenced duplicate',
    changed('georeference', { image: 10 }, 1),
    /line 20: image: image 10 is a duplicate of image 11, and a duplicate has no georeferences\.$/,
  ],
  [
    'an unknown subject',
    changed('subject_tag', { subject: 99 }),
    /line 14: subject: there is no subject 99/,
  ],
  [
    'a position of 0',
    changed('subject_tag', { position: 0 }),
    /line 14: position: should be at least 1/,
  ],
  [
    'a repeated tag',
    changed('subject_tag', { subject: 6 }),
    /line 15: subject: 6 is taken by an earlier subject_tag line\.$/,
  ],
  [
    'two tags in one place',
    changed('subject_tag', { position: 1 }, 1),
    /line 14: position: 1 is taken by another subject of image 11\.$/,
  ],
  [
    'a comment that is hidden and shown',
    changed('hidden_comment', { id: SAMPLE.find(({ type }) => type === 'comment')!.id }),
    /line 25: id: 40 is taken by a comment line\.$/,
  ],
  [
    'a removal of nothing',
    changed('subject_change', { subject: null }),
    /line 16: subject: is missing/,
  ],
  [
    'a reorder of one subject',
    changed('subject_change', { subject: 6 }, 2),
    /line 18: subject: does not go with reordered\.$/,
  ],
  [
    'history that a tag tells',
    added({
      type: 'subject_change',
      action: 'added',
      image: 11,
      subject: 6,
      changed_at: '2026-01-02T03:04:06.000567Z',
    }),
    /line 19: action: the subject_tag line already records this change/,
  ],
  [
    'a place beyond the antimeridian',
    changed('georeference', { longitude: 181 }),
    /longitude: should be at most 180, not 181/,
  ],
  [
    'a place beyond the pole',
    changed('georeference', { latitude: 90.1 }),
    /latitude: should be at most 90/,
  ],
  [
    'a full circle',
    changed('georeference', { direction: 360 }),
    /direction: should be less than 360/,
  ],
  [
    'a place as text',
    changed('georeference', { longitude: '7' }),
    /longitude: should be a number, not "7"/,
  ],
  [
    'a ring that crosses itself',
    changed('from_above_georeference', { polygon: { type: 'Polygon', coordinates: [bowTie] } }),
    /line 21: polygon: The geometry is not valid: Self-intersection at longitude 5\.45\d*, latitude/,
  ],
  [
    'a position that is none',
    changed('from_above_georeference', { polygon: { type: 'Polygon', coordinates: [[[0, 91]]] } }),
    /line 21: polygon: Ring 1, position 1: the latitude should be between -90 and 90, not 91\.$/,
  ],
  [
    'a missing polygon',
    changed('from_above_georeference', { polygon: undefined }),
    /polygon: It should be/,
  ],
  [
    'an outline that is a set of points',
    changed('subject_geometry', { geometry: { type: 'MultiPoint', coordinates: [] } }),
    /line 10: geometry: It should be a Polygon, MultiPolygon, LineString/,
  ],
  [
    'an outline from nowhere',
    changed('subject_geometry', { map_id: '123' }),
    /map_id: should be like way\/123/,
  ],
  [
    'a validation of two things',
    changed('validation', { from_above_georeference: 22 }),
    /line 22: georeference: .*exactly one of the two\.$/,
  ],
  [
    'a validation of nothing known',
    changed('validation', { georeference: 99 }),
    /line 22: georeference: there is no georeference 99\.$/,
  ],
  [
    'an unknown commenter',
    changed('comment', { commented_by: 99 }),
    /line 24: commented_by: there is no user 99/,
  ],
]

/** One catalog for all rejected dumps: each leaves it empty for the next. */
let here: TestCatalog
let folders = 0
const newFolder = (): string => join(here.folder, `dump-${++folders}`)

beforeAll(async () => {
  here = await openTestCatalog()
})
afterAll(() => here[Symbol.asyncDispose]())

test.each(REFUSED)('loads nothing from a dump with %s', async (_, lines, reason) => {
  const directory = await writeSampleDump(newFolder(), { lines })
  await expect(loadDump(here.catalog, directory, { acceptStaff: true })).rejects.toThrow(reason)
  await expectNothing(here)
})

const entry = SAMPLE[numberOf('image', 1)]!.file as Line

const REFUSED_FILES: [what: string, file: Line, reason: RegExp][] = [
  [
    'is not there',
    { path: 'images/99.jpg' },
    /file\.path: there is no file files\/images\/99\.jpg/,
  ],
  ['lies above', { path: '../catalog.ndjson' }, /file\.path: should stay below files\//],
  ['has an absolute path', { path: '/etc/passwd' }, /file\.path: should stay below files\//],
  ['hides a way up', { path: 'images/../../catalog.ndjson' }, /should stay below files\//],
  ['has a backslash', { path: '..\\catalog.ndjson' }, /should stay below files\//],
  ['is a link that leads out', { path: 'images/link.jpg' }, /leads through a symbolic link/],
  ['is a link within the dump', { path: 'images/inner.jpg' }, /leads through a symbolic link/],
  ['lies below a link', { path: 'linked/11.jpg' }, /files\/linked\/11\.jpg leads through a symb/],
  ['has a control character', { path: 'images/1\u202e.jpg' }, /should stay below files\//],
  [
    'is larger than an upload',
    { path: 'images/large.jpg', size: null },
    /CATALOG_MAX_UPLOAD allows/,
  ],
  [
    'is no picture',
    { path: 'images/text.jpg', size: null, sha256: null },
    /images\/text\.jpg is refused: The file is not a picture/,
  ],
  [
    'is announced as another type',
    { content_type: 'image/png' },
    /is refused: The file is a JPEG picture but was announced as image\/png/,
  ],
  ['is a folder', { path: 'images' }, /file\.path: images is not a file/],
  ['is empty', { path: 'images/empty.jpg', size: null }, /file\.path: images\/empty\.jpg is empty/],
  [
    'has another size',
    { size: 5 },
    /file\.size: should be \d+, the size of images\/11\.jpg, not 5/,
  ],
  [
    'has other bytes',
    { sha256: 'a'.repeat(64) },
    /file\.sha256: is not that of images\/11\.jpg, which/,
  ],
  [
    'is of a type that is not taken',
    { content_type: 'image/bmp' },
    /content_type: should be image\/jpeg/,
  ],
]

test.each(REFUSED_FILES)('loads nothing if a file %s', async (_, file, reason) => {
  const directory = await writeSampleDump(newFolder(), {
    lines: changed('image', { file: { ...entry, ...file } }, 1),
  })
  await symlink(join(directory, 'catalog.ndjson'), join(directory, 'files/images/link.jpg'))
  await symlink('11.jpg', join(directory, 'files/images/inner.jpg'))
  await symlink('images', join(directory, 'files/linked'))
  await writeFile(join(directory, 'files/images/empty.jpg'), '')
  await writeFile(join(directory, 'files/images/text.jpg'), 'not a picture')
  await writeFile(join(directory, 'files/images/large.jpg'), '')
  await truncate(join(directory, 'files/images/large.jpg'), here.catalog.config.maxUpload + 1)
  await expect(loadDump(here.catalog, directory, { acceptStaff: true })).rejects.toThrow(
    new RegExp(`catalog\\.ndjson, line 12: .*${reason.source}`),
  )
  await expectNothing(here)
})

test('loads nothing if the folder of the files is a link', async () => {
  const directory = await writeSampleDump(newFolder())
  await rename(join(directory, 'files'), join(directory, 'elsewhere'))
  await symlink('elsewhere', join(directory, 'files'))
  await expect(loadDump(here.catalog, directory, { acceptStaff: true })).rejects.toThrow(
    /line 12: file\.path: files\/images\/11\.jpg leads through a symbolic link/,
  )
  await expectNothing(here)
})

test('loads nothing if the file of lines is a link', async () => {
  const directory = await writeSampleDump(newFolder())
  await rename(join(directory, 'catalog.ndjson'), join(directory, 'lines'))
  await symlink('lines', join(directory, 'catalog.ndjson'))
  await expect(loadDump(here.catalog, directory, { acceptStaff: true })).rejects.toThrow(
    /catalog\.ndjson is not a plain file\.$/,
  )
})

test('refuses staff before it writes anything, unless the caller accepts them', async () => {
  const directory = await writeSampleDump(newFolder())
  await expect(loadDump(here.catalog, directory, { acceptStaff: false })).rejects.toThrow(
    'The dump makes 1 user staff (Åse); load it with --accept-staff if they are to be staff here.',
  )
  await expectNothing(here)
})

test.skipIf(onPostgres)('reports a full disk after which no savepoint is left', async () => {
  await using here = await openTestCatalog()
  const lines = changed('skip', { reason: 'x'.repeat(100_000) })
  const directory = await writeSampleDump(join(here.folder, 'dump'), { lines })
  await limitDatabase(here, 1)
  await expect(loadDump(here.catalog, directory, { acceptStaff: true })).rejects.toThrow(
    'The storage of this service is full.',
  )
})

test('loads the last of several changes of an object', async () => {
  await using here = await openTestCatalog()
  const change = { type: 'change', object_type: 'image', object_id: 13, gone: true }
  const lines = linesOf([...SAMPLE, { ...change, changed_at: '2026-01-02T03:05:00.000000Z' }])
  const directory = await writeSampleDump(join(here.folder, 'dump'), { lines })
  await loadDump(here.catalog, directory, { acceptStaff: true })
  const changes = (await readRows(here, 'public_change')).filter(({ ref }) => ref === 13)
  expect(changes).toEqual([expect.objectContaining({ changed_at: 1_767_323_100_000_000 })])
})

test('removes control characters', async () => {
  await using here = await openTestCatalog()
  const lines = changed('image', {
    title: 'Mill\u202e\tat\u0007 night',
    description: 'a\r\n\tb\u2066',
  })
  const directory = await writeSampleDump(join(here.folder, 'dump'), { lines })
  await loadDump(here.catalog, directory, { acceptStaff: true })
  const image = here.catalog.reads.selectFrom('image').select(['title', 'description'])
  expect(await image.where('id', '=', 10).executeTakeFirst()).toEqual({
    title: 'Mill at night',
    description: 'a\n\tb',
  })
})

test('loads a comment that shows nothing, as earlier versions accepted', async () => {
  await using here = await openTestCatalog()
  const lines = changed('comment', { text: '\u200b' })
  const directory = await writeSampleDump(join(here.folder, 'dump'), { lines })
  await loadDump(here.catalog, directory, { acceptStaff: true })
  expect(await readRows(here, 'comment')).toContainEqual(
    expect.objectContaining({ text: '\u200b' }),
  )
})

async function expectNothing({ catalog, data }: { catalog: Catalog; data: string }): Promise<void> {
  expect(await isEmpty(catalog.reads)).toBe(true)
  for (const table of ['job', 'image_id', 'comment'] as const) {
    expect(await catalog.reads.selectFrom(table).selectAll().execute()).toEqual([])
  }
  const left = await readdir(join(data, 'objects'), { recursive: true, withFileTypes: true })
  const files = left.filter((found) => found.isFile()).map(({ name }) => name)
  expect(files).toEqual(['files-id'])
  expect(await listUnfinishedFiles(data)).toEqual([])
}

test('refuses a folder without a dump', async () => {
  await using here = await openTestCatalog()
  await expect(loadDump(here.catalog, here.folder, { acceptStaff: true })).rejects.toThrow(
    /There is no dump: .*catalog\.ndjson does not exist\.$/,
  )
})

test('refuses to load into a catalog that is not empty', async () => {
  await using here = await openTestCatalog()
  await here.catalog.write((tx) =>
    tx.insertInto('setting').values({ name: 'site_name', value: '"Mine"' }).execute(),
  )
  const directory = await writeSampleDump(join(here.folder, 'dump'))
  await expect(loadDump(here.catalog, directory, { acceptStaff: true })).rejects.toThrow(
    /The catalog is not empty: it has at least one setting/,
  )
})

test.each([
  ['names another one', { settings: { embedding_model: 'other' } }],
  ['names none', {}],
])('keeps the model that was chosen before, if the dump %s', async (_, change) => {
  await using here = await openTestCatalog()
  await useModelFixture(here, 'first')
  const directory = await writeSampleDump(join(here.folder, 'dump'))
  await writeFile(join(directory, 'catalog.ndjson'), changed('catalog', change))
  await loadDump(here.catalog, directory, { acceptStaff: true })
  expect(await getChosenModel(here.catalog.reads)).toBe('first')
  await using jobs = startJobs(here.catalog, {
    log: silentLog,
    handlers: jobHandlers,
    workers: 1,
    pollMs: 60_000,
  })
  await jobs.drain()
  expect(await readRows(here, 'embedding')).toMatchObject([{ image_id: 11 }])
})

test('takes the model that the dump names if none was chosen', async () => {
  await using here = await openTestCatalog()
  const directory = await writeSampleDump(join(here.folder, 'dump'))
  const settings = { embedding_model: 'other' }
  await writeFile(join(directory, 'catalog.ndjson'), changed('catalog', { settings }))
  await loadDump(here.catalog, directory, { acceptStaff: true })
  expect(await getChosenModel(here.catalog.reads)).toBe('other')
})

test('a loaded image has its file, a job for its derivatives and searchable columns', async () => {
  await using here = await openTestCatalog()
  await loadDump(here.catalog, await writeSampleDump(join(here.folder, 'dump')), {
    acceptStaff: true,
  })
  const image = await here.catalog.reads
    .selectFrom('image')
    .selectAll()
    .where('id', '=', 11)
    .executeTakeFirstOrThrow()
  expect(image).toMatchObject({ creator_folded: 'østberg', file_size: SAMPLE_FILE.byteLength })
  expect([image.strict_from, image.strict_to]).toEqual([-23376, -23012])
  expect([image.fuzzy_from, image.fuzzy_to]).toEqual([-23741, -22647])
  const stored = here.catalog.storage.read(originalKey(11, image.file_version!, 'jpg'))
  expect(Buffer.concat(await stored.toArray())).toEqual(SAMPLE_FILE)
  const jobs = await here.catalog.reads.selectFrom('job').select(['kind', 'image_id']).execute()
  expect(jobs).toEqual([{ kind: 'derive', image_id: 11 }])
})

test('assigns new images ids after the loaded ones', async () => {
  await using here = await openTestCatalog()
  await loadDump(here.catalog, await writeSampleDump(join(here.folder, 'dump')), {
    acceptStaff: true,
  })
  const next = await here.catalog.write((tx) =>
    sql<{ id: number }>`insert into image_id default values returning id`.execute(tx),
  )
  expect(next.rows).toEqual([{ id: 13 }])
})

// PostGIS rejects any other value of the column.
test.skipIf(onPostgres)('loaded geometries are SpatiaLite geometries', async () => {
  await using here = await openTestCatalog()
  await loadDump(here.catalog, await writeSampleDump(join(here.folder, 'dump')), {
    acceptStaff: true,
  })
  const { rows } = await sql`
    select AsText(geom) as geom from georeference where id = 20
    union all select GeometryType(geom) from from_above_georeference
    union all select GeometryType(geom) from subject_geometry
  `.execute(here.catalog.reads as never)
  expect(rows.map((row) => (row as { geom: string }).geom)).toEqual([
    'POINT(-7.5886 47.5596)',
    'POLYGON',
    'MULTIPOLYGON',
  ])
})

test('treats nulls and empty texts as absent, and accepts a missing last newline', async () => {
  await using here = await openTestCatalog()
  const lines = changed('collection', { url: '', description: null, announced_at: null }, 1).trim()
  await loadDump(here.catalog, await writeSampleDump(join(here.folder, 'dump'), { lines }), {
    acceptStaff: true,
  })
  const { length } = await here.catalog.reads.selectFrom('comment').select('id').execute()
  expect(length).toBe(1)
})

test('detects a file that changes while it is loaded', async () => {
  await using here = await openTestCatalog()
  const directory = await writeSampleDump(join(here.folder, 'dump'))
  const path = join(directory, 'catalog.ndjson')
  const storage = {
    ...here.catalog.storage,
    receive: async (...given: Parameters<Catalog['storage']['receive']>) => {
      await truncate(path, linesOf(SAMPLE.slice(0, -1)).length)
      return here.catalog.storage.receive(...given)
    },
  }
  await expect(
    loadDump({ ...here.catalog, storage }, directory, { acceptStaff: true }),
  ).rejects.toThrow(/was changed while it was loaded|The line is not JSON/)
  await expectNothing(here)
})

test('names why a load failed even if its files cannot be removed, and loads again', async () => {
  await using here = await openTestCatalog()
  const directory = await writeSampleDump(join(here.folder, 'dump'))
  const failing = {
    ...here.catalog.storage,
    removeBelow: () => Promise.reject(new Error('the disk failed')),
  }
  const write = () => Promise.reject(new Error('the database failed'))
  const catalog = { ...here.catalog, storage: failing, write }
  const load = loadDump(catalog, directory, { acceptStaff: true })
  await expect(load).rejects.toThrow('the database failed')
  const loaded = await loadDump(here.catalog, directory, { acceptStaff: true })
  expect(loaded.counts.image).toBeGreaterThan(0)
})
