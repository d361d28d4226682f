import { mkdir, mkdtempDisposable, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { send } from '../../src/cli/client/transport.ts'
import { dateColumns } from '../../src/core/database/date-columns.ts'
import { takeFileLock } from '../../src/core/storage/disk/file-lock.ts'
import { loadDump } from '../../src/core/dump/load.ts'
import { setFilesKnownSince } from '../support/known-files.ts'
import { plain } from '../support/pictures.ts'
import { startRemoteArchive } from '../support/remote-archive.ts'
import { createSeed } from '../support/seed.ts'
import { runCli, type TestCliOptions } from '../support/test-cli.ts'
import { startTestServer } from '../support/test-server.ts'

vi.setConfig({ testTimeout: 60_000 })

const picture = (shade: number) => plain(24, 16, [shade, 120, 200]).jpeg().toBuffer()

/** A catalog with one record of each kind, and a folder for mirrors of it. */
async function openScene() {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'catalog-mirror-test-')))
  const server = stack.use(await startTestServer())
  const seed = createSeed(server)
  await seed.setting('site_name', 'Town in pictures')
  const license = await seed.license({ name: 'CC0-1.0', display_name: 'CC0' })
  const source = await seed.source({ name: 'Town archive', slug: 'town-archive' })
  const collection = await seed.collection({ source_id: source, name: 'Album', slug: 'album' })
  const other = await seed.collection({ source_id: source, name: 'Maps', slug: 'maps' })
  const subject = await seed.subject({ title: 'Town hall', slug: 'town-hall' })
  await seed.outline(subject, 'way/17')
  const ada = await seed.user({ id: 1201, username: 'ada' })
  const staff = await seed.user({ id: 7, username: 'grace', is_staff: 1 })
  const images: number[] = []
  for (let n = 0; n < 15; n += 1) {
    const texts = { title: `Picture ${n}`, description: 'Looking east.', license_id: license }
    const date = { original_date: 'um 1912', ...dateColumns('1912~') }
    const hidden = { reference_id: `A ${n}`, created_by: staff }
    const own = { collection_id: n < 13 ? collection : other, position: 20 - n }
    images.push(await seed.image({ ...texts, ...date, ...hidden, ...own }))
  }
  const [first = 0, second = 0, third = 0] = images
  await seed.tag(first, subject)
  const place = { user_id: ada, direction: 90, confidence_notes: 'The tower.' }
  const point = await seed.point(first, place)
  await seed.validation({ image: first, point }, { validated_by: staff, notes: 'Yes.' })
  await seed.change(second, { from_above: 1 })
  await seed.area(second, { user_id: ada })
  await seed.comment(first)
  for (const image of [first, second, third]) await seed.file(image, await picture(image))
  const opened = stack.move()
  const path = (name: string) => join(folder.path, name)
  return {
    server,
    seed,
    license,
    source,
    collection,
    other,
    subject,
    images,
    path,
    mirror: async (name: string, words: string[] = [], options: TestCliOptions = {}) => {
      const argv = ['mirror', server.baseUrl, path(name), '--rate', '1000', '--retries', '0']
      const result = await runCli([...argv, '--json', ...words], options)
      return { ...result, report: JSON.parse(result.stdout || '{}') }
    },
    lines: (name: string) => readFile(join(path(name), 'catalog.ndjson'), 'utf8'),
    files: async (name: string) => (await readdir(join(path(name), 'files/images'))).toSorted(),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

type Scene = Awaited<ReturnType<typeof openScene>>

/** Public responses about the records that a mirror has. */
async function readPublic(server: Scene['server']): Promise<unknown> {
  const lists = ['sources', 'collections', 'images', 'subjects', 'licenses', 'users']
  const found: Record<string, unknown> = {}
  for (const list of lists) found[list] = await server.get(`/api/v2/${list}/?page_size=100`)
  const { results } = found['images'] as { results: { id: number }[] }
  for (const { id } of results) {
    const { comments: _, ...image } = await server.get(`/api/v2/images/${id}/`)
    found[`image ${id}`] = image
    if (image.permalink !== null) {
      const response = await fetch(image.permalink.replace(/^.*(?=\/media)/, server.baseUrl))
      found[`file ${id}`] = Buffer.from(await response.arrayBuffer()).toString('base64')
    }
  }
  for (const { id } of (found['subjects'] as { results: { id: number }[] }).results)
    found[`outline ${id}`] = await server.get(`/api/v2/subjects/${id}/geometry/`)
  return JSON.parse(
    JSON.stringify(found)
      .replaceAll(server.baseUrl, '')
      .replaceAll(/\?v=[\w-]+/g, ''),
  )
}

test('a mirror is a dump, which loads as the same public catalog', async () => {
  await using scene = await openScene()
  const { report, code } = await scene.mirror('m', ['--files'])
  expect(code).toBe(0)
  expect(report).toMatchObject({
    schema: 'catalog.mirror/1',
    read: 'first',
    images: 15,
    downloaded: 3,
    failed: 0,
    withheld: null,
  })
  const lines = await scene.lines('m')
  expect(lines).toContain('"name":"Town in pictures"')
  for (const secret of ['A 1', '"is_staff":true', 'created_by', 'comment'])
    expect(lines).not.toContain(secret)
  await using copy = await startTestServer()
  const options = { acceptStaff: false }
  await loadDump(copy.catalog, scene.path('m'), options)
  expect(await readPublic(copy)).toEqual(await readPublic(scene.server))
})

/** Changes of every kind. */
async function change({
  server,
  seed,
  images,
  license,
  source,
  collection,
  subject,
  other,
}: Scene) {
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0] = images
  await seed.change(first, { title: 'New title' })
  const point = await seed.point(third, { latitude: 12, user_id: await seed.user() })
  await seed.validation({ image: third, point }, { validation: 'incorrect' })
  await seed.change(fourth, { duplicate_of: first })
  await seed.delete('image', fifth)
  await seed.setPublic('collection', other, false)
  const created = await seed.image({ collection_id: collection, title: 'Späť' })
  await seed.file(created, await picture(77))
  await seed.file(first, await picture(99))
  await seed.change(second, { file_version: null, file_type: null, file_sha256: null })
  await seed.untag(first, subject)
  await seed.tag(third, await seed.subject())
  await server.catalog.write(async (tx) => {
    await tx
      .updateTable('license')
      .set({ name: 'CC0', name_folded: 'cc0' })
      .where('id', '=', license)
      .execute()
    await tx.updateTable('source').set({ name: 'Archive' }).where('id', '=', source).execute()
  })
  await server.catalog.jobs.drain()
}

test('a later run makes the mirror like a new one', async () => {
  await using scene = await openScene()
  await scene.mirror('m', ['--files'])
  const before = await scene.files('m')
  expect((await scene.mirror('m')).report).toMatchObject({ read: 'changes', changed: 0, gone: 0 })
  await change(scene)
  const withheld = await scene.mirror('m')
  expect(withheld.code).toBe(6)
  expect(withheld.report.withheld).toMatchObject({ code: 'mirror.many_gone' })
  expect(await scene.files('m')).toEqual(before)
  const { code, report } = await scene.mirror('m', ['--yes'])
  expect({ code, ...report }).toMatchObject({ code: 0, downloaded: 2, trashed: 2, withheld: null })
  await scene.mirror('new', ['--files'])
  expect(await scene.lines('m')).toBe(await scene.lines('new'))
  expect(await scene.files('m')).toEqual(await scene.files('new'))
  const trash = await readdir(join(scene.path('m'), 'trash/images'))
  expect(trash).toHaveLength(2)
  expect(before).toEqual(expect.arrayContaining(trash))
  // What was hidden comes back, also the license that a job has not told of yet.
  await scene.seed.setPublic('collection', scene.other, true)
  await scene.server.catalog.jobs.drain()
  await scene.mirror('m')
  await scene.mirror('newer', ['--files'])
  expect(await scene.lines('m')).toBe(await scene.lines('newer'))
})

test('says whether the catalog is empty, or another one', async () => {
  await using scene = await openScene()
  const { seed, server } = scene
  await scene.mirror('m')
  await seed.setPublic('source', scene.source, false)
  await seed.delete('image_subject')
  await seed.delete('subject')
  await server.catalog.jobs.drain()
  const { stderr, report } = await scene.mirror('m')
  expect(report.withheld.code).toBe('mirror.empty')
  expect(stderr).toContain(
    'The mirror was not changed, although the remote no longer has 19 records. The remote is empty. If that is right, add --yes.',
  )
  await seed.source()
  const { report: other } = await scene.mirror('m')
  expect(other.withheld).toEqual({
    records: 19,
    code: 'mirror.many_gone',
    reason: 'That is more than a tenth of 19 records.',
  })
})

test('writes the records before it downloads files', async () => {
  await using scene = await openScene()
  const [first = 0] = scene.images
  const dumps: string[] = []
  const transport: TestCliOptions['transport'] = async (request) => {
    if (request.url.includes(`/media/images/${first}/`)) dumps.push(await scene.lines('m'))
    return send(request, {}, {})
  }
  await scene.mirror('m', ['--files'], { transport })
  const files = await scene.files('m')
  await scene.seed.change(first, { title: 'New title' })
  await scene.seed.file(first, await picture(99))
  await scene.mirror('m', [], { transport })
  const [before = '', after = ''] = dumps
  expect(before.match(/"type":"image",/gv)).toHaveLength(15)
  expect(before).not.toContain('"file":')
  expect(after).toContain('"title":"New title"')
  // The former file is named until its successor is there.
  for (const name of files) expect(after).toContain(name)
  expect(await readdir(join(scene.path('m'), 'trash/images'))).toHaveLength(1)
})

test('counts the bytes of a file again if nothing says what its partial download is', async () => {
  await using scene = await openScene()
  const [first = 0] = scene.images
  await scene.mirror('m')
  await writeFile(join(scene.path('m'), 'mirror-state', `${first}.part`), Buffer.alloc(100))
  const { stderr } = await scene.mirror('m', ['--files', '--progress', 'json'])
  const states = stderr.split('\n').filter((line) => line.includes('"type":"progress"'))
  const last = JSON.parse(states.at(-1) ?? '{}')
  expect(last).toMatchObject({ done: 3, bytes: last.total_bytes })
})

test('takes files back from the trash', async () => {
  await using scene = await openScene()
  const [, , third = 0] = scene.images
  await scene.mirror('m', ['--files'])
  await scene.seed.change(third, { collection_id: await scene.seed.collection({ public: 0 }) })
  expect((await scene.mirror('m', ['--yes'])).report).toMatchObject({ gone: 1, trashed: 1 })
  await scene.seed.change(third, { collection_id: scene.collection })
  const asked: string[] = []
  const transport: TestCliOptions['transport'] = (request) => {
    asked.push(request.url)
    return send(request, {}, {})
  }
  await scene.mirror('m', [], { transport })
  expect(await scene.files('m')).toHaveLength(3)
  expect(asked.filter((url) => url.includes('/media/'))).toEqual([])
})

test('reads everything again if the catalog lost changes or became another one', async () => {
  await using scene = await openScene()
  const { seed, server, collection } = scene
  const extra = await seed.image({ collection_id: collection, title: 'Lost' })
  await scene.mirror('m')
  await seed.delete('image', extra)
  // A copy of the database from before the image was imported does not know that it is gone.
  await server.catalog.write((tx) =>
    tx.deleteFrom('public_change').where('kind', '=', 'image').where('ref', '=', extra).execute(),
  )
  const { report, stderr } = await scene.mirror('m')
  expect(report).toMatchObject({ read: 'reset', images: 15 })
  expect(stderr).toContain('lost changes')
  await setFilesKnownSince(server, 5)
  await scene.mirror('m')
  await setFilesKnownSince(server, 6)
  const restored = await scene.mirror('m')
  expect(restored.report).toMatchObject({ read: 'reset', images: 15 })
  expect(restored.stderr).toContain('restored from a backup')
  expect((await scene.mirror('m', ['--full'])).report).toMatchObject({ read: 'full', gone: 0 })
  await scene.mirror('new')
  expect(await scene.lines('m')).toBe(await scene.lines('new'))
})

test('continues after failures in the middle, and keeps a whole dump meanwhile', async () => {
  await using scene = await openScene()
  await scene.seed.images(
    scene.collection,
    Array.from({ length: 500 }, (_, n) => 1000 + n),
  )
  let left = 0
  const transport: TestCliOptions['transport'] = (request) => {
    left -= 1
    if (left < 0) return Promise.reject(Object.assign(new Error('reset'), { code: 'ECONNRESET' }))
    return send(request, {}, {})
  }
  const codes: number[] = []
  for (const requests of [1, 1, 3, 1, 1]) {
    left = requests
    codes.push((await scene.mirror('m', ['--files'], { transport })).code)
  }
  expect(codes).toEqual([8, 8, 6, 8, 8])
  await scene.mirror('m')
  await scene.mirror('new', ['--files'])
  expect(await scene.lines('m')).toBe(await scene.lines('new'))
  expect(await scene.files('m')).toEqual(await scene.files('new'))
})

test('follows a catalog, also while it cannot be reached, and after it moved', async () => {
  await using scene = await openScene()
  const stop = new AbortController()
  const titles = ['First', 'Second']
  const waits: number[] = []
  let requests = 0
  const transport: TestCliOptions['transport'] = (request) => {
    requests += 1
    if (requests === 4) return Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' }))
    return send(request, {}, {})
  }
  const sleep = async (ms: number) => {
    // The rate limit waits for a moment only.
    if (ms < 1000) return
    waits.push(ms)
    const title = titles.shift()
    if (title === undefined) stop.abort('SIGINT')
    else await scene.seed.change(scene.images[0] ?? 0, { title })
    stop.signal.throwIfAborted()
  }
  const words = ['--follow', '--interval', '600', '--output', 'ndjson']
  const argv = ['mirror', scene.server.baseUrl, scene.path('m'), '--retries', '0', ...words]
  const { code, stdout, stderr } = await runCli(argv, { transport, sleep, signal: stop.signal })
  expect(code).toBe(130)
  const reports = stdout.trimEnd().split('\n')
  expect(reports.map((line) => JSON.parse(line).changed)).toEqual([19, 1])
  expect(stderr).toContain('The next attempt is in')
  expect(waits).toEqual([600_000, 600_000, 600_000])
  expect(await scene.lines('m')).toContain('"title":"Second"')
  const moved = [
    'mirror',
    `${scene.server.baseUrl}/../`.replace('127.0.0.1', 'localhost'),
    scene.path('m'),
  ]
  expect((await runCli(moved)).code).toBe(9)
  expect((await runCli([...moved, '--full', '--json'])).stdout).toContain('"read": "full"')
})

test('follows a catalog with one table', async () => {
  await using scene = await openScene()
  const stop = new AbortController()
  const titles = ['Other']
  const sleep = async (ms: number) => {
    if (ms < 1000) return
    const title = titles.shift()
    if (title === undefined) stop.abort('SIGINT')
    else await scene.seed.change(scene.images[0] ?? 0, { title })
    stop.signal.throwIfAborted()
  }
  const argv = ['mirror', scene.server.baseUrl, scene.path('m'), '--follow']
  const { stdout } = await runCli(argv, { sleep, signal: stop.signal })
  expect(stdout.trimEnd().split('\n')).toEqual([
    'read\timages\tchanged\tgone\tdownloaded\ttrashed\tfailed',
    'first\t15\t19\t0\t0\t0\t0',
    'changes\t15\t1\t0\t0\t0\t0',
  ])
})

test('refuses folders that are in use or have something else, and the mirror of another catalog', async () => {
  await using scene = await openScene()
  await mkdir(scene.path('other'))
  await writeFile(join(scene.path('other'), 'note.txt'), '')
  await writeFile(scene.path('file'), '')
  await scene.mirror('m')
  const argv = ['mirror', 'http://127.0.0.1:9/', scene.path('m')]
  const results = [await scene.mirror('other'), await scene.mirror('file'), await runCli(argv)]
  {
    using _lock = takeFileLock(join(scene.path('m'), 'mirror-state/lock.sqlite'))
    results.push(await scene.mirror('m'))
  }
  expect(results.map(({ code }) => code)).toEqual([9, 9, 9, 9])
  expect(
    results.map(({ stdout, stderr }) => /mirror\.\w+|not a folder/v.exec(stdout + stderr)?.[0]),
  ).toEqual(['mirror.other_folder', 'not a folder', undefined, 'mirror.locked'])
  expect(results[2]?.stderr).toContain(`is a mirror of ${scene.server.baseUrl}`)
  for (const url of ['catalog.example.org', 'ftp://catalog.example.org', 'http://me:x@127.0.0.1/'])
    expect((await runCli(['mirror', url, scene.path('none')])).code).toBe(2)
  expect((await scene.mirror('m', ['--rate', '0'])).code).toBe(2)
  // Longer waits overflow the timer.
  const commands = [['mirror', scene.server.baseUrl, scene.path('none')], ['changes'], ['activity']]
  for (const command of commands)
    for (const seconds of ['0', '86401', '2592000'])
      expect((await runCli([...command, '--interval', seconds])).stderr).toContain(
        'Must be a whole number of seconds from 1 to 86400.',
      )
})

test('says what is wrong with a server that is no catalog', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-mirror-test-'))
  await using archive = await startRemoteArchive()
  const address = (after: string, query = '&limit=200&with=lines') =>
    `/api/v2/changes/?after=${after}${query}`
  const line = {
    type: 'source',
    id: 1,
    name: 'A',
    slug: 'a',
    url: '',
    description: '',
    public: true,
  }
  const catalog = { type: 'catalog', format: 'catalog-dump', version: 2 }
  const change = {
    id: 1,
    type: 'source',
    changed_at: '2026-03-01T12:00:00.000001Z',
    state: 'changed',
  }
  const page = { results: [{ ...change, lines: [line] }], cursor: '5', catalog }
  const cases: [Parameters<typeof archive.publish>[0][string], number, RegExp][] = [
    [{ status: 404 }, 8, /Check that it is the address of a catalog/v],
    [{ status: 200, headers: { 'Content-Type': 'text/html' }, body: '<p>' }, 8, /web page/v],
    [{ status: 200, body: '{"results": [' }, 8, /cut off or not JSON/v],
    [{ status: 200, body: 'null' }, 8, /not a list of changes/v],
    [{ results: 'none' }, 8, /not a list of changes/v],
    [{ results: [], cursor: '0' }, 8, /earlier version/v],
    [{ ...page, results: [{ ...change, lines: [] }] }, 8, /source 1 without its own line/v],
    [{ ...page, results: [{ ...change, lines: [{ ...line, id: 'x' }] }] }, 8, /cannot be read/v],
    [{ status: 429, headers: { 'Retry-After': '9000' } }, 8, /HTTP 429/v],
    [{ status: 500 }, 8, /HTTP 500/v],
    [{ status: 400 }, 8, /HTTP 400/v],
  ]
  const target = join(folder.path, 'm')
  for (const [document, code, message] of cases) {
    archive.publish({ [address('')]: document })
    const result = await runCli(['mirror', archive.url, target, '--retries', '1', '--json'])
    expect([message.source, result.code, result.stdout]).toEqual([
      message.source,
      code,
      expect.stringMatching(message),
    ])
  }
  archive.publish({ [address('')]: page, [address('5')]: { ...page, cursor: '5' } })
  expect((await runCli(['mirror', archive.url, target])).stderr).toContain('same cursor twice')
  expect(await readdir(target)).toEqual(['mirror-state'])
})

test('reports files that fail, and mirrors the rest', async () => {
  await using scene = await openScene()
  const [first = 0, second = 0, third = 0] = scene.images
  let broken = true
  const transport: TestCliOptions['transport'] = async (request) => {
    if (!broken) return send(request, {}, {})
    if (request.url.includes(`/images/${first}/`))
      return send({ ...request, url: request.url.replace('original.', 'none.') }, {}, {})
    if (request.url.includes(`/images/${second}/`))
      return send({ ...request, url: request.url.replace('/media/', '/media/../') }, {}, {})
    if (request.url.includes(`/images/${third}/`))
      return send({ ...request, url: `${scene.server.baseUrl}/healthz` }, {}, {})
    return send(request, {}, {})
  }
  const { code, report } = await scene.mirror('m', ['--files'], { transport })
  expect(code).toBe(6)
  expect(report).toMatchObject({ images: 15, downloaded: 0, failed: 3 })
  expect(report.problems.map(({ code }: { code: string }) => code).toSorted()).toEqual([
    'mirror.digest',
    'not_found',
    'not_found',
  ])
  expect(await scene.lines('m')).not.toContain('"file":')
  broken = false
  expect((await scene.mirror('m', [], { transport })).report).toMatchObject({ downloaded: 3 })
  // The file that is replaced stays until the new one is there.
  await scene.seed.file(third, await picture(9))
  broken = true
  expect((await scene.mirror('m', [], { transport })).report).toMatchObject({ failed: 1 })
  expect(await scene.files('m')).toHaveLength(3)
  broken = false
  const { report: replaced } = await scene.mirror('m', [], { transport })
  expect(replaced).toMatchObject({ downloaded: 1, trashed: 1 })
  await rm(join(scene.path('m'), 'trash'), { recursive: true })
  expect((await scene.mirror('m')).code).toBe(0)
})

test('downloads from private addresses only if their host is that of the catalog, or with consent', async () => {
  await using scene = await openScene()
  const url = scene.server.baseUrl.replace('127.0.0.1', 'localhost')
  const mirror = async (...options: string[]) => {
    const made = await runCli(['mirror', url, scene.path('m'), '--files', ...options, '--json'])
    return { code: made.code, report: JSON.parse(made.stdout) }
  }
  const { code, report } = await mirror()
  expect(code).toBe(6)
  expect(report).toMatchObject({ images: 15, downloaded: 0, failed: 3 })
  expect(report.problems[0].message).toContain('the address 127.0.0.1 is not public')
  expect((await mirror('--allow-private-urls')).report).toMatchObject({ downloaded: 3, failed: 0 })
})

test('follows redirects to private addresses only on the host of the catalog', async () => {
  await using scene = await openScene()
  const redirectTo = (address: string, pattern: RegExp): TestCliOptions['transport'] => {
    const location = new URL(address).href
    const headers = { location }
    const response = { status: 302, headers, text: async () => '', async *chunks() {} }
    return async (request) =>
      pattern.test(request.url) && request.url !== location ? response : send(request, {}, {})
  }
  const secret = 'https://127.0.0.1:9/secret'
  const changes = await scene.mirror('m', [], { transport: redirectTo(secret, /\/changes\//v) })
  expect(changes.stdout).toContain('url.private')
  const files = await scene.mirror('m', ['--files'], { transport: redirectTo(secret, /media/v) })
  expect(files.report).toMatchObject({ images: 15, downloaded: 0, failed: 3 })
  for (const { code } of files.report.problems) expect(code).toBe('url.private')
  const own = redirectTo(`${scene.server.baseUrl}/healthz`, /media/v)
  const { report } = await scene.mirror('m', [], { transport: own })
  for (const { code } of report.problems) expect(code).toBe('mirror.digest')
})
