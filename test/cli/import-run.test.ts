import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  send,
  type HttpRequest,
  type HttpResponse,
  type Transport,
} from '../../src/cli/client/transport.ts'
import { ALBUM_HEADER, createAlbum, createFullAlbum } from '../support/album.ts'
import { isUpload, openImportCli } from '../support/import-cli.ts'
import { UNDECODABLE_JPEG } from '../support/pictures.ts'

/** A transport whose requests the test can change. */
function intercepting(
  intercept: (request: HttpRequest, go: () => ReturnType<Transport>) => unknown,
) {
  const transport: Transport = async (request) => {
    const go = () => send(request, {})
    return (await intercept(request, go)) as Awaited<ReturnType<Transport>>
  }
  return transport
}

const isCommit = ({ url }: HttpRequest) => url.endsWith('/import/commit/')
const broken = () => Object.assign(new Error('reset'), { code: 'ECONNRESET' })

test('sends nothing if the user is not staff, and says so', async () => {
  await using cli = await openImportCli({ staff: false })
  await using album = await createFullAlbum(1)
  const { code, stderr } = await cli.run([album.manifest, '--collection', '1'])
  expect(code).toBe(4)
  expect(stderr).toContain('You cannot import: Ada is not staff on this instance.')
})

test('suggests the sign-in for a token without the scope', async () => {
  await using cli = await openImportCli({ scopes: ['read'] })
  await using album = await createFullAlbum(1)
  const { code, stderr } = await cli.run([album.manifest, '--collection', '1'])
  expect(code).toBe(4)
  expect(stderr).toContain('the token in CATALOG_TOKEN lacks the scope "import"')
})

test('exits with 5 for an unknown collection', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(1)
  const { code, stderr } = await cli.run([album.manifest, '--collection', '99'])
  expect(code).toBe(5)
  expect(stderr).toContain('has no collection 99')
})

test('sends nothing if one row is invalid', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(2)
  await album.table(
    `${ALBUM_HEADER},license_name`,
    '1.jpg,One,1920,1920,',
    '2.jpg,Two,1920,1920,cc-by-4',
  )
  await cli.seed.license({ name: 'CC-BY-4.0' })
  const { code, stdout } = await cli.run([
    album.manifest,
    '--json',
    '--collection',
    String(cli.collection),
  ])
  expect(code).toBe(3)
  expect(JSON.parse(stdout)).toMatchObject({
    schema: 'catalog.check/1',
    findings: [
      { code: 'license.empty', severity: 'warning' },
      { code: 'license.unknown', cell: 'E3', suggestion: 'CC-BY-4.0' },
    ],
  })
  expect(await cli.images()).toEqual([])
})

test('imports pictures with all metadata of the manifest', async () => {
  await using cli = await openImportCli()
  await using album = await createAlbum()
  const bytes = await album.picture('scans/bridge.jpg')
  await cli.seed.license({ name: 'CC-BY-4.0' })
  await album.table(
    `${ALBUM_HEADER},creator,reference_id,license_name,rotation,mirror,source_url,description`,
    'scans/bridge.jpg,"Bridge, north",ca. 1920,1920~,A. Example,R 1,cc-by-4.0,90,h,https://example.org/1,Long ago',
  )
  const { code, stdout } = await cli.run([
    album.manifest,
    '--json',
    '--collection',
    String(cli.collection),
  ])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    schema: 'catalog.import/1',
    target: { url: cli.server.baseUrl, account: 'Ada' },
    summary: { rows: 1, imported: 1, failed: 0, undecided: 0, not_started: 0 },
    rows: [{ row: 1, line: 2, file: 'scans/bridge.jpg', state: 'imported' }],
  })
  const [image] = await cli.images()
  expect(image).toMatchObject({
    title: 'Bridge, north',
    original_date: 'ca. 1920',
    edtf_date: '1920~',
    creator: 'A. Example',
    reference_id: 'R 1',
    rotation: 90,
    mirror: 'h',
    original_url: 'https://example.org/1',
    description: 'Long ago',
    collection_id: cli.collection,
  })
  const sent = await readFile(join(album.path, 'scans/bridge.jpg'))
  expect(sent.equals(bytes)).toBe(true)
})

test('a dry run sends nothing, and prints what it would do', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(2)
  const words = [album.manifest, '--dry-run', '--collection', String(cli.collection)]
  const { code, stdout, stderr } = await cli.run(words)
  expect(code).toBe(0)
  expect(stderr).toContain('Would import 2 images')
  expect(stdout).toContain('1.jpg\tnot_started')
  expect(await cli.images()).toEqual([])
})

test('names the collection in plan, question and summary, and prints the duration', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(1)
  const source_id = await cli.seed.source({ name: 'Town archive' })
  const collection = await cli.seed.collection({ source_id, name: 'Album 3' })
  const questions: string[] = []
  const words = [album.manifest, '--collection', String(collection)]
  const { stderr } = await cli.run(words, {
    answers: [true],
    onQuestion: (it) => questions.push(it),
  })
  expect(stderr).toContain('Importing 1 image (271 B) into "Album 3" (Town archive) at ')
  expect(questions).toEqual(['Import 1 image into "Album 3" (Town archive)?'])
  expect(stderr).toMatch(/1 imported\. Took \d+ s\./)
  const link = `${cli.server.baseUrl}/api/v2/images/?collection=${collection}`
  expect(stderr).toContain(`Images of "Album 3": ${link}`)
})

test('asks before the import and sends nothing if the answer is no; --yes does not ask', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(1)
  const words = [album.manifest, '--collection', String(cli.collection)]
  const declined = await cli.run(words, { answers: [false] })
  expect(declined.code).toBe(0)
  expect(declined.stderr).toContain('Nothing was sent.')
  expect(await cli.images()).toEqual([])
  expect((await cli.run([...words, '--yes'], { answers: [] })).code).toBe(0)
  expect(await cli.images()).toHaveLength(1)
})

test('sends uploads with a length and without the token', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(1)
  const uploads: HttpRequest[] = []
  const transport = intercepting((request, go) => {
    if (isUpload(request)) uploads.push(request)
    return go()
  })
  await cli.run([album.manifest, '--collection', String(cli.collection)], { transport })
  const { size } = await (await import('node:fs/promises')).stat(join(album.path, '1.jpg'))
  expect(uploads.map(({ headers }) => headers)).toEqual([
    { 'Content-Type': 'image/jpeg', 'Content-Length': String(size) },
  ])
})

test('reports failed rows with their reasons, imports the others, and exits with 6', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(3)
  await album.file('2.jpg', UNDECODABLE_JPEG)
  const words = [album.manifest, '--collection', String(cli.collection)]
  const { code, stdout, stderr } = await cli.run(words, { tty: true, env: { CI: '1' } })
  expect(code).toBe(6)
  expect(stderr).toContain('2 imported, 1 failed.')
  expect(stderr).toContain('2 of 3 images, 1 failed, 548 B of 548 B')
  expect(stdout).toContain('2.jpg')
  expect(stdout).not.toContain('1.jpg')
  expect(await cli.images()).toHaveLength(2)
})

test('--on-error stop imports nothing after the first failure', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(4)
  await album.file('1.jpg', UNDECODABLE_JPEG)
  const words = [album.manifest, '--collection', String(cli.collection), '--json']
  const { code, stdout } = await cli.run([...words, '--on-error', 'stop', '--concurrency', '1'])
  expect(code).toBe(6)
  const { summary } = JSON.parse(stdout)
  expect(summary).toMatchObject({ imported: 0, failed: 1 })
  expect(summary.unfinished + summary.not_started).toBe(3)
})

test.each([
  ['was lost', () => Promise.reject(broken())],
  ['was cut off', (whole: HttpResponse) => ({ ...whole, text: () => Promise.reject(broken()) })],
])('repeats a commit whose response %s, and makes one image', async (_, damageResponse) => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(1)
  const keys = new Set<string>()
  let commits = 0
  const transport = intercepting(async (request, go) => {
    if (!isCommit(request)) return go()
    commits += 1
    keys.add(request.headers['Idempotency-Key'] ?? '')
    const response = await go()
    return commits === 1 ? await damageResponse(response) : response
  })
  const words = [album.manifest, '--collection', String(cli.collection), '--json']
  const { code, stdout } = await cli.run(words, { transport })
  expect(commits).toBe(2)
  expect(keys.size).toBe(1)
  expect([...keys][0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(await cli.images()).toHaveLength(1)
  expect(code).toBe(0)
  expect(JSON.parse(stdout).rows[0].state).toBe('imported')
})

test('stops with 8 if the server is unreachable', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(9)
  const transport = intercepting((request, go) => {
    if (request.url.includes('upload-url')) throw broken()
    return go()
  })
  const words = [album.manifest, '--collection', String(cli.collection), '--concurrency', '1']
  const { code, stderr } = await cli.run(words, { transport })
  expect(code).toBe(8)
  expect(stderr).toMatch(/0 imported, \d unfinished, \d not started/)
  expect(stderr).toMatch(/Stopped early: The connection to \S+ was lost/)
})

test('a commit without a response is unfinished, not failed, and the exit code is 8', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(1)
  const transport = intercepting((request, go) => {
    if (isCommit(request)) throw broken()
    return go()
  })
  const words = [album.manifest, '--collection', String(cli.collection)]
  const { code, stderr } = await cli.run(words, { transport })
  expect(code).toBe(8)
  expect(stderr).toContain('1 unfinished')
  expect(await cli.images()).toEqual([])
})

test('imports a row in the same run when its lost commits turn out to have made no image', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(1)
  let [commits, cancels] = [0, 0]
  const transport = intercepting((request, go) => {
    if (isCommit(request) && ++commits <= 10) throw broken()
    if (request.url.includes('/import/cancel/') && ++cancels <= 6) throw broken()
    return go()
  })
  const words = [album.manifest, '--collection', String(cli.collection)]
  const { code, stderr } = await cli.run(words, { transport })
  expect(stderr).toContain('1 imported')
  expect(code).toBe(0)
  expect(await cli.images()).toHaveLength(1)
})

test('repeats an aborted upload', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(1)
  let tries = 0
  const transport = intercepting((request, go) => {
    if (isUpload(request) && ++tries < 3) throw broken()
    return go()
  })
  const words = [album.manifest, '--collection', String(cli.collection)]
  expect((await cli.run(words, { transport })).code).toBe(0)
  expect(tries).toBe(3)
})

test('fails the row of a file that differs from its digest in the manifest', async () => {
  await using cli = await openImportCli()
  await using album = await createAlbum()
  await album.picture('a.jpg')
  await album.table(`${ALBUM_HEADER},sha256`, `a.jpg,One,1920,1920,${'0'.repeat(64)}`)
  const words = [album.manifest, '--collection', String(cli.collection), '--json']
  const { code, stdout } = await cli.run(words)
  expect(code).toBe(6)
  expect(JSON.parse(stdout).rows[0]).toMatchObject({
    state: 'failed',
    code: 'file.sha256_mismatch',
  })
  expect(await cli.images()).toEqual([])
})

test('stops if the token is rejected during the import', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(4)
  const transport = intercepting((request, go) => {
    if (!isCommit(request)) return go()
    return { status: 401, headers: {}, text: async () => '{"detail":"expired"}' }
  })
  const words = [album.manifest, '--collection', String(cli.collection), '--concurrency', '1']
  const { code, stderr } = await cli.run(words, { transport })
  expect(code).toBe(4)
  expect(stderr).toMatch(/0 imported, \d unfinished/)
  expect(stderr).toContain('Stopped early: The token in CATALOG_TOKEN is invalid or expired.')
})

test('after Ctrl-C finishes running rows, starts no others, and exits with 130', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(9)
  const controller = new AbortController()
  const transport = intercepting((request, go) => {
    if (isCommit(request)) controller.abort('SIGINT')
    return go()
  })
  const words = [album.manifest, '--collection', String(cli.collection), '--concurrency', '2']
  const { code, stderr } = await cli.run(words, { transport, signal: controller.signal })
  expect(code).toBe(130)
  expect(stderr).toContain('Stopping after the uploads in progress')
  const [, made, left] = /(\d) imported, (\d) not started/.exec(stderr) ?? []
  expect(Number(made) + Number(left)).toBe(9)
  expect(await cli.images()).toHaveLength(Number(made))
})

test('waits if the server limits the rate of slots', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(1)
  let asked = 0
  const waits: number[] = []
  const transport = intercepting((request, go) => {
    if (!request.url.includes('upload-url') || ++asked > 1) return go()
    return { status: 429, headers: { 'retry-after': '7' }, text: async () => '{"detail":"slow"}' }
  })
  const words = [album.manifest, '--collection', String(cli.collection)]
  const sleep = async (ms: number) => void waits.push(ms)
  expect((await cli.run(words, { transport, sleep })).code).toBe(0)
  expect(waits).toEqual([7000])
})
