import { mkdtempDisposable, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFeature, startExportStub, type ExportStub } from '../support/export-stub.ts'
import { runCli } from '../support/test-cli.ts'

const idsOf = (text: string): number[] =>
  JSON.parse(text).features.map(({ id }: { id: number }) => id)

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** Exports to a file, and returns its ids; undefined if there is no file. */
async function exportIds(stub: ExportStub, argv: string[] = []) {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-export-'))
  const { code, stderr } = await runCli(
    ['export', 'georeferences', 'a.geojson', '--url', stub.baseUrl, ...argv],
    { cwd: folder.path },
  )
  const files = await readdir(folder.path)
  const [file] = files
  expect(files).toEqual(code === 0 ? ['a.geojson'] : [])
  return {
    code,
    stderr,
    ids: file === undefined ? undefined : idsOf(await readFile(join(folder.path, file), 'utf8')),
  }
}

async function startWithItems(count: number): Promise<ExportStub> {
  const stub = await startExportStub()
  // Ids differ from the order of the list.
  stub.items = range(1, count).map((at) => ({ id: count + 1 - at, at }))
  return stub
}

test('reads all pages, and sorts by id', async () => {
  await using stub = await startWithItems(1050)
  const { ids, stderr } = await exportIds(stub)
  expect(ids).toEqual(range(1, 1050))
  expect(stderr).toContain('This instance has no export endpoint')
})

test.each(range(1, 5))(
  'misses nothing if an image is georeferenced again after page request %i',
  async (request) => {
    await using stub = await startWithItems(350)
    stub.onPage = (number) => {
      if (number !== request) return
      // The old georeference of the image vanishes from the first page, the new one comes last.
      const [old] = stub.items.splice(10, 1)
      stub.items.push({ id: 1000, at: 1000 })
      expect(old).toBeDefined()
    }
    const { code, ids = [] } = await exportIds(stub)
    expect(code).toBe(0)
    const unchanged = range(1, 350).filter((id) => id !== 340)
    expect(ids).toEqual(expect.arrayContaining(unchanged))
    expect(new Set(ids).size).toBe(350)
  },
)

test('adds what was added while it read, without reading everything again', async () => {
  await using stub = await startWithItems(350)
  stub.onPage = (number) => {
    if (number === 3) stub.items.push({ id: 2000, at: 2000 })
  }
  const { code, ids } = await exportIds(stub)
  expect([code, ids]).toEqual([0, [...range(1, 350), 2000]])
  expect(stub.pages).toEqual([1, 4, 3, 2, 1, 1, 4, 3])
})

test('reads again after a deletion, and says so', async () => {
  await using stub = await startWithItems(350)
  stub.onPage = (number) => {
    if (number === 3) stub.items.pop()
  }
  const { code, ids, stderr } = await exportIds(stub)
  expect([code, ids]).toEqual([0, range(2, 350)])
  expect(stderr).toContain('The list of georeferences changed; reading it again.')
})

test('fails if the list never settles, and leaves no file', async () => {
  await using stub = await startWithItems(350)
  stub.onPage = (number) => {
    if (number % 5 === 3) stub.items.pop()
  }
  const { code, stderr } = await exportIds(stub)
  expect(code).toBe(8)
  expect(stderr).toContain('changed each of the 5 times it was read')
})

const LINES = range(1, 30).map((id) => JSON.stringify(createFeature({ id })))
const END = JSON.stringify({ type: 'ExportEnd', count: 30 })

test('uses the export endpoint of an instance that has one', async () => {
  await using stub = await startExportStub()
  stub.exported = [...LINES, END]
  const { code, ids, stderr } = await exportIds(stub)
  expect([code, ids]).toEqual([0, range(1, 30)])
  expect(stderr).not.toContain('no export endpoint')
})

test.each([
  [
    'breaks off',
    LINES,
    (stub: ExportStub) => (stub.endExport = (to) => void setImmediate(() => to.destroy())),
    /broke off after \d+ georef/,
  ],
  ['lacks its last line', LINES, () => {}, /broke off after 30 georef/],
  [
    'has fewer lines than it says',
    [...LINES.slice(1), END],
    () => {},
    /should have 30 lines, but has 29/,
  ],
  [
    'continues after its last line',
    [...LINES, END, LINES[0]!],
    () => {},
    /continues after its last line/,
  ],
  [
    'has an item twice',
    [LINES[0]!, LINES[0]!, '{"type":"ExportEnd","count":2}'],
    () => {},
    /ids are not in ascending order/,
  ],
  ['is no JSON', ['<html>'], () => {}, /not a JSON object/],
  [
    'has attributes of other types',
    ['{"id":1,"geometry":{"type":"Point","coordinates":[1,2]},"properties":{"id":"1"}}', END],
    () => {},
    /id should be of type integer/,
  ],
  [
    'has positions of other types',
    ['{"id":1,"geometry":{"type":"Point","coordinates":["1",2]},"properties":{"id":1}}', END],
    () => {},
    /no valid coordinates/,
  ],
])('fails and leaves no file if the export %s', async (_, lines, prepare, message) => {
  await using stub = await startExportStub()
  stub.exported = lines
  prepare(stub)
  const { code, stderr } = await exportIds(stub)
  expect(stderr).toMatch(message)
  expect(code).toBe(8)
})

test('reads an export to its end before details, and keeps items that were deleted since', async () => {
  await using stub = await startExportStub()
  // More than the buffers of a connection hold.
  const padding = 'x'.repeat(500_000)
  stub.exported = range(1, 40).map((id) => JSON.stringify({ id, title: `Image ${id}`, padding }))
  stub.exported.push('{"type":"ExportEnd","count":40}')
  let isSent = false
  stub.endExport = (response) => void response.end(() => (isSent = true))
  const early: number[] = []
  stub.sendItem = (response, id) => {
    if (!isSent) early.push(id)
    if (id === 7) response.writeHead(404).end('{"detail":"Not found."}')
    else response.end(JSON.stringify({ id, title: `Image ${id}`, description: 'At dawn.' }))
  }
  const argv = ['export', 'images', '--with', 'image', '--url', stub.baseUrl]
  const { code, stdout, stderr } = await runCli(argv)
  expect([code, early], stderr).toEqual([0, []])
  const rows = JSON.parse(stdout).features.map(
    ({ properties }: { properties: object }) => properties,
  )
  expect(rows).toHaveLength(40)
  expect(rows[5]).toMatchObject({ id: 6, title: 'Image 6', description: 'At dawn.' })
  expect(rows[6]).toMatchObject({ id: 7, title: 'Image 7', description: null })
})

test('outlines without positions are no geometries', async () => {
  await using stub = await startExportStub()
  const outlines = [
    null,
    { type: 'Polygon', coordinates: [] },
    { type: 'Point', coordinates: [7, 47] },
    { type: 'MultiPolygon', coordinates: [[]] },
  ]
  stub.exported = outlines.map((_, at) => JSON.stringify({ id: at + 1, title: 'Place' }))
  stub.exported.push('{"type":"ExportEnd","count":4}')
  stub.sendItem = (response, id) => {
    const feature = { geometry: outlines[id - 1], properties: { map_id: 'way/1' } }
    response.end(JSON.stringify({ features: [feature] }))
  }
  const { code, stdout, stderr } = await runCli(['export', 'subjects', '--url', stub.baseUrl])
  expect(code, stderr).toBe(0)
  const geometries = JSON.parse(stdout).features.map(
    (feature: { geometry: unknown }) => feature.geometry,
  )
  expect(geometries).toEqual([null, null, outlines[2], null])
})

test('stops at Ctrl-C, and leaves no file', async () => {
  await using stub = await startExportStub()
  stub.exported = [...LINES, END]
  const controller = new AbortController()
  stub.endExport = () => controller.abort('SIGINT')
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-export-'))
  const { code } = await runCli(['export', 'georeferences', 'a.csv', '--url', stub.baseUrl], {
    cwd: folder.path,
    signal: controller.signal,
  })
  expect([code, await readdir(folder.path)]).toEqual([130, []])
})
