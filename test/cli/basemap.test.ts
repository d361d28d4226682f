import type { IncomingMessage, ServerResponse } from 'node:http'
import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tileIdToZxy } from 'pmtiles'
import { afterAll, expect, test } from 'vitest'
import { copyEmptyDatabase } from '../support/empty-database.ts'
import { mountSmallDisk } from '../support/failing-disk.ts'
import { startFileServer, type FileServer } from '../support/file-server.ts'
import { openTestCatalog } from '../support/open-catalog.ts'
import { createPmtilesArchive, openPmtiles } from '../support/pmtiles-file.ts'
import { createSeed } from '../support/seed.ts'
import { runCli, type TestCliOptions } from '../support/test-cli.ts'

const NEW_YORK = '-74.3,40.5,-73.6,41'
const MAX_ZOOM = 6

const tiles = new Map(
  Array.from({ length: (4 ** (MAX_ZOOM + 1) - 1) / 3 }, (_, id) => [id, createTile(id)]),
)
const metadata = {
  vector_layers: [{ id: 'earth' }, { id: 'roads' }],
  attribution: '<a href="https://www.openstreetmap.org/copyright">&copy; OpenStreetMap</a>',
}
const WORLD = createPmtilesArchive({
  tiles,
  maxZoom: MAX_ZOOM,
  tileType: 1,
  metadata,
  leafSize: 3000,
  isCompressed: true,
})

const opened = await openTestCatalog()
afterAll(() => opened[Symbol.asyncDispose]())
const FILE = join(opened.data, 'basemap.pmtiles')

function createTile(id: number): Buffer {
  const tile = Buffer.alloc(1400 + (id % 100), id)
  tile.writeUInt32LE(id)
  return tile
}

/** Sends a part of a file as servers should. */
function sendRange(response: ServerResponse, { headers }: IncomingMessage, file = WORLD): void {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
  const [start, end] = [Number(first), Math.min(Number(last), file.length - 1)]
  const part = file.subarray(start, end + 1)
  response.writeHead(206, {
    'Content-Length': part.length,
    'Content-Range': `bytes ${start}-${end}/${file.length}`,
    ETag: `"${file.length}"`,
  })
  response.end(part)
}

function startWorld(file = WORLD): Promise<FileServer> {
  return startFileServer((response, request) => sendRange(response, request, file))
}

function basemap(words: string[], options: TestCliOptions = {}) {
  const { data, clock, folder } = opened
  const env = { CATALOG_DATA: data }
  return runCli(['basemap', ...words, '--json'], { env, clock, cwd: folder, ...options })
}

const fetchFrom = (url: string, ...words: string[]) => basemap(['fetch', '--from', url, ...words])

async function readTiles(file: Buffer): Promise<Map<number, Buffer>> {
  const reader = openPmtiles(file)
  const found = new Map<number, Buffer>()
  for (const id of tiles.keys()) {
    const tile = await reader.getZxy(...tileIdToZxy(id))
    if (tile) found.set(id, Buffer.from(tile.data))
  }
  return found
}

function expectSome(found: Map<number, Buffer>): void {
  expect(found.size).toBeGreaterThan(MAX_ZOOM)
  expect(found.size).toBeLessThan(40)
  for (const [id, tile] of found) expect(tile).toEqual(tiles.get(id))
}

test('without placements, the area has to be named', async () => {
  const { code, stdout } = await basemap(['fetch'])
  expect([code, JSON.parse(stdout).error.message]).toEqual([
    2,
    'Nothing is placed on the map yet, so the area is unknown.',
  ])
  expect(JSON.parse(stdout).error.hint).toContain('--bbox WEST,SOUTH,EAST,NORTH')
})

test('fetches the tiles of the placed images with a margin, and tells the size before', async () => {
  const seed = createSeed(opened)
  const image = await seed.image()
  await seed.point(image, { latitude: 40.75, longitude: -73.98 })
  await seed.point(await seed.image(), { latitude: 40.71, longitude: -74.01 })
  await using world = await startWorld()
  const url = `${world.url}/world.pmtiles`
  const dry = await fetchFrom(url, '--dry-run')
  expect([dry.code, existsSync(FILE)]).toEqual([0, false])
  const questions: string[] = []
  const onQuestion = (question: string) => void questions.push(question)
  const refused = await basemap(['fetch', '--from', url], { answers: [false], onQuestion })
  expect([refused.code, existsSync(FILE)]).toEqual([0, false])
  expect(questions[0]).toMatch(/^Download [\d.]+ kB \(\d+ tiles up to zoom level 6\) from 127\./)
  const { code, stdout } = await fetchFrom(url)
  const { size, bbox, ...facts } = JSON.parse(stdout)
  expect([code, facts]).toEqual([
    0,
    expect.objectContaining({
      source: url,
      max_zoom: 6,
      credit: '© OpenStreetMap',
      state: 'installed',
    }),
  ])
  expect(bbox).toBe('-74.0496,40.68,-73.9404,40.78')
  const file = await readFile(FILE)
  expect([file.length, (await stat(FILE)).mode & 0o777]).toEqual([size, 0o640])
  expectSome(await readTiles(file))
  expect((await readdir(opened.data)).filter((name) => name.includes('.part'))).toEqual([])
  await rm(FILE)
})

test('replaces a basemap only with consent', async () => {
  await using world = await startWorld()
  await writeFile(FILE, 'present')
  const refused = await fetchFrom(world.url, '--bbox', '0,0,1,1')
  expect([refused.code, JSON.parse(refused.stdout).error.message]).toEqual([
    2,
    expect.stringContaining('Replacing the basemap requires --yes'),
  ])
  expect(await readFile(FILE, 'utf8')).toBe('present')
  expect((await fetchFrom(world.url, '--bbox', '0,0,1,1', '--yes')).code).toBe(0)
  expectSome(await readTiles(await readFile(FILE)))
  await rm(FILE)
})

test('takes the newest daily build', async () => {
  await using world = await startFileServer((response, request) => {
    if (request.url === '/builds/20260929.pmtiles') sendRange(response, request)
    else response.writeHead(404).end()
  })
  const clock = { now: () => Date.UTC(2026, 9, 1) * 1000 }
  const from = `${world.url}/builds/{date}.pmtiles`
  const words = ['fetch', '--bbox', NEW_YORK, '--dry-run', '--from']
  const { stdout } = await basemap([...words, from], { clock })
  expect(JSON.parse(stdout).source).toBe(`${world.url}/builds/20260929.pmtiles`)
  const none = await basemap([...words, `${world.url}/{date}`], { clock })
  expect([none.code, JSON.parse(none.stdout).error.message]).toEqual([
    5,
    `There is no file at ${world.url}/20260922 (HTTP 404).`,
  ])
})

const WIDE = ['--bbox', '-100,-50,100,50', '--retries', '0']
const startOf = ({ headers }: IncomingMessage) => Number(/\d+/.exec(headers.range ?? '')?.[0])

/** A server whose connections break behind a byte of the archive until it is well. */
async function startFailing(limit: number) {
  const state = { isWell: false, file: WORLD }
  const server = await startFileServer((response, request) => {
    if (state.isWell || startOf(request) < limit) sendRange(response, request, state.file)
    else response.socket?.destroy()
  })
  return { server, state, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

test('a download that fails continues with the next run', async () => {
  await using world = await startWorld()
  await fetchFrom(world.url, ...WIDE)
  const expected = await readFile(FILE)
  await rm(FILE)
  await using failing = await startFailing(4_000_000)
  const { server, state } = failing
  const failed = await fetchFrom(server.url, ...WIDE)
  expect([failed.code, existsSync(FILE)]).toEqual([8, false])
  const before = server.requests.length
  state.isWell = true
  expect((await fetchFrom(server.url, ...WIDE)).code).toBe(0)
  expect((await readFile(FILE)).equals(expected)).toBe(true)
  const starts = server.requests.slice(before).map(({ range }) => Number(/\d+/.exec(range!)?.[0]))
  expect(starts.filter((start) => start > 500_000 && start < 3_500_000)).toEqual([])
  await rm(FILE)
})

test('a download of an archive that was replaced starts again', async () => {
  await using failing = await startFailing(4_000_000)
  const { server, state } = failing
  expect((await fetchFrom(server.url, ...WIDE)).code).toBe(8)
  state.isWell = true
  state.file = createPmtilesArchive({ tiles, maxZoom: MAX_ZOOM, tileType: 1, metadata })
  const { code, stdout } = await fetchFrom(server.url, ...WIDE)
  expect(code).toBe(0)
  const found = await readTiles(await readFile(FILE))
  expect(found.size).toBe(JSON.parse(stdout).tiles)
  for (const [id, tile] of found) expect(tile).toEqual(tiles.get(id))
  await rm(FILE)
})

test('an archive that is replaced during the download is noticed', async () => {
  const other = createPmtilesArchive({ tiles, maxZoom: MAX_ZOOM, tileType: 1, metadata })
  await using world = await startFileServer((response, request) => {
    sendRange(response, request, startOf(request) < 2_000_000 ? WORLD : other)
  })
  const { code, stdout } = await fetchFrom(world.url, ...WIDE)
  expect([code, JSON.parse(stdout).error]).toEqual([
    9,
    expect.objectContaining({
      message: `${world.url} was replaced while it was read.`,
      hint: expect.stringContaining('starts with the new file'),
    }),
  ])
  expect(existsSync(FILE)).toBe(false)
})

const OLD = Buffer.concat([Buffer.from('PM\u0002\0'), Buffer.alloc(20_000)])
const elevations = createPmtilesArchive({ tiles, maxZoom: MAX_ZOOM, tileType: 9 })

test.each<[string, Parameters<typeof startFileServer>[0], string[], [number, string]]>([
  [
    'a server that sends whole files',
    (response) => response.end(WORLD),
    [],
    [3, 'sends whole files only'],
  ],
  ['version 2', (...to) => sendRange(...pair(to), OLD), [], [3, 'another version than 3']],
  ['a web page', (...to) => sendRange(...pair(to), Buffer.alloc(99)), [], [3, 'not a PMTiles']],
  ['elevations', (...to) => sendRange(...pair(to), elevations), [], [3, 'neither vectors']],
  [
    'an archive that is cut off',
    (...to) => sendRange(...pair(to), WORLD.subarray(0, 20_000)),
    [],
    [3, 'is damaged: it is cut off'],
  ],
  [
    'ranges longer than requested',
    (response) => {
      response.writeHead(206, { 'Content-Range': 'bytes 0-99999999999/*' })
      response.end(WORLD)
    },
    [],
    [3, 'sends whole files only'],
  ],
  [
    'bodies that are cut off',
    (response, request) => sendHalf(response, request),
    [],
    [8, 'of 16384 bytes'],
  ],
  ['more than the limit', (...to) => sendRange(...pair(to)), ['--max-bytes', '9kB'], [3, '9.0 kB']],
])('refuses %s', async (_name, handle, words, [code, message]) => {
  await using world = await startFileServer(handle)
  const options = ['--bbox', NEW_YORK, '--retries', '0', ...words]
  const refused = await fetchFrom(world.url, ...options)
  expect([refused.code, JSON.parse(refused.stdout).error.message]).toEqual([
    code,
    expect.stringContaining(message),
  ])
  expect(existsSync(FILE)).toBe(false)
})

const pair = ([response, request]: [ServerResponse, IncomingMessage, number]) =>
  [response, request] as const

function sendHalf(response: ServerResponse, request: IncomingMessage): void {
  const { length } = WORLD
  response.writeHead(206, { 'Content-Range': `bytes ${startOf(request)}-16383/${length}` })
  response.end(WORLD.subarray(0, 8000))
}

test('the advice for too large an area names a zoom level that fits', async () => {
  await using world = await startWorld()
  const { stdout } = await fetchFrom(world.url, ...WIDE, '--max-bytes', '1MB')
  const [, zoom = ''] = /--max-zoom (\d+) /.exec(JSON.parse(stdout).error.hint) ?? []
  const next = ['--max-bytes', '1MB', '--max-zoom']
  expect((await fetchFrom(world.url, ...WIDE, ...next, zoom)).code).toBe(0)
  await rm(FILE)
  expect((await fetchFrom(world.url, ...WIDE, ...next, String(Number(zoom) + 1))).code).toBe(3)
})

test('adds a file, but none that is cut off, and replaces it only with consent', async () => {
  const [whole, cut] = [join(opened.folder, 'world.pmtiles'), join(opened.folder, 'cut.pmtiles')]
  await writeFile(whole, WORLD)
  await writeFile(cut, WORLD.subarray(0, -1))
  const refused = await basemap(['add', 'cut.pmtiles'])
  expect([refused.code, JSON.parse(refused.stdout).error.message]).toEqual([
    3,
    'cut.pmtiles is damaged: it is cut off.',
  ])
  expect((await basemap(['add', 'nosuch.pmtiles'])).code).toBe(5)
  const { code, stdout } = await basemap(['add', 'world.pmtiles'])
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { max_zoom: 6, credit: '© OpenStreetMap' }])
  expect((await readFile(FILE)).equals(WORLD)).toBe(true)
  expect((await basemap(['add', 'world.pmtiles'])).code).toBe(2)
  expect((await basemap(['add', 'world.pmtiles', '--yes'])).code).toBe(0)
  await rm(FILE)
})

test('a full disk is noticed before and during the download, and leaves the present basemap', async () => {
  using disk = mountSmallDisk(24)
  if (!disk) return
  await mkdir(disk.data)
  await copyEmptyDatabase(disk.data)
  const file = join(disk.data, 'basemap.pmtiles')
  await writeFile(file, 'present')
  const env = { CATALOG_DATA: disk.data }
  const fetchInto = async ({ url }: FileServer) => {
    const words = [
      'fetch',
      '--from',
      url,
      '--yes',
      '--bbox',
      '-180,-85,180,85',
      '--max-bytes',
      '1GB',
    ]
    const { code, stdout } = await basemap(words, { env })
    return [code, JSON.parse(stdout).error?.message]
  }
  await using filling = await startFileServer((response, request) => {
    if (Number(/\d+$/.exec(request.headers.range!)?.[0]) > 5_000_000) disk.break()
    sendRange(response, request)
  })
  expect(await fetchInto(filling)).toEqual([8, expect.stringContaining('ENOSPC')])
  await using world = await startWorld()
  expect(await fetchInto(world)).toEqual([
    8,
    expect.stringMatching(/^The basemap needs .* MB, but only .* free on the disk/),
  ])
  expect(await readFile(file, 'utf8')).toBe('present')
  disk.mend()
  expect((await fetchInto(world))[0]).toBe(0)
  expect((await readTiles(await readFile(file))).size).toBe(tiles.size)
})
