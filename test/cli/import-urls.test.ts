import { existsSync } from 'node:fs'
import { readdir, rm, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { send, type HttpRequest, type Transport } from '../../src/cli/client/transport.ts'
import { ALBUM_HEADER, createAlbum } from '../support/album.ts'
import { sha256 } from '../support/digests.ts'
import { cutFile, sendFile, startFileServer, type FileHandler } from '../support/file-server.ts'
import { openImportCli } from '../support/import-cli.ts'
import { plain } from '../support/pictures.ts'
import type { TestCliOptions } from '../support/test-cli.ts'
import { CERTIFICATE } from '../support/tls-certificate.ts'

type Handlers = Record<string, FileHandler>

/** Starts a server with these files, and an importer who trusts it. */
async function openScene(handlers: Handlers) {
  await using stack = new AsyncDisposableStack()
  const cli = stack.use(await openImportCli())
  const album = stack.use(await createAlbum())
  const counts = new Map<string, number>()
  const handle: FileHandler = (response, request) => {
    const path = request.url ?? ''
    counts.set(path, (counts.get(path) ?? 0) + 1)
    const handler = handlers[path]
    if (handler) handler(response, request, counts.get(path) ?? 0)
    else response.writeHead(404).end()
  }
  const files = stack.use(await startFileServer(handle, { tls: true }))
  await album.file('ca.pem', CERTIFICATE)
  const flags = ['--collection', String(cli.collection), '--ca-file', join(album.path, 'ca.pem')]
  const allowed = [...flags, '--allow-private-urls']
  const opened = stack.move()
  const scene = {
    cli,
    album,
    files,
    downloads: join(`${album.manifest}.import`, 'journal.downloads'),
    url: (path: string) => `${files.url}${path}`,
    /** Writes a manifest of these files; a path is one of the server. */
    table: (...paths: string[]) => {
      const urls = paths.map((path) => (path.startsWith('/') ? scene.url(path) : path))
      const rows = urls.map((url, n) => `r${n + 1},${url},Picture ${n + 1},1920,1920`)
      return album.table(`row_id,${ALBUM_HEADER}`, ...rows)
    },
    check: (words: string[] = []) => runJson(['check', album.manifest, ...allowed, ...words]),
    run: (options: TestCliOptions = {}, words = allowed) =>
      runJson([album.manifest, ...words], options),
    flags,
    /** Loses the connection before a file would be uploaded. */
    failing: async (request: HttpRequest) => {
      if (!request.url.includes('upload-url'))
        return await send(request, {}, { caFile: join(album.path, 'ca.pem') })
      throw Object.assign(new Error('reset'), { code: 'ECONNRESET' })
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
  async function runJson(words: string[], options: TestCliOptions = {}) {
    const result = await cli.run([...words, '--json'], options)
    return { ...result, ...JSON.parse(result.stdout || '{}') }
  }
  return scene
}

function picture(color: number, width = 24): Promise<Buffer> {
  return plain(width, 16, [color, 80, 120]).jpeg().toBuffer()
}

/** A picture with trailing bytes, which are allowed. */
async function largePicture(color: number): Promise<Buffer> {
  return Buffer.concat([await picture(color), Buffer.alloc(200_000, color)])
}

function sending(content: Buffer | string): FileHandler {
  return (response, request) => sendFile(response, request, Buffer.from(content))
}

function answering(status: number, headers: Record<string, string> = {}): FileHandler {
  return (response) => void response.writeHead(status, headers).end()
}

const redirecting = (to: string) => answering(302, { Location: to })

test('downloads each file once, imports it, and deletes it', async () => {
  const [one, two] = await Promise.all([picture(1), picture(2)])
  await using scene = await openScene({
    '/1.jpg': sending(one),
    '/2': redirecting('/moved/2.jpg'),
    '/moved/2.jpg': sending(two),
  })
  await scene.table('/1.jpg', '/2')
  const { code, summary } = await scene.run()
  expect(summary).toMatchObject({ imported: 2, failed: 0 })
  expect(code).toBe(0)
  const images = await scene.cli.images()
  expect(images.map(({ file_sha256 }) => file_sha256)).toEqual([one, two].map(sha256))
  expect(await readdir(scene.downloads)).toEqual([])
  const again = await scene.run()
  expect(again.summary).toMatchObject({ imported: 0, imported_before: 2 })
  expect(scene.files.requests).toHaveLength(3)
})

const BODIES: [what: string, handler: FileHandler, code: string, message: RegExp][] = [
  ['no file', answering(404), 'url.refused', /no file at .*404/],
  ['a refusal', answering(403), 'url.refused', /HTTP 403/],
  ['a rate limit', answering(429, { 'Retry-After': '3600' }), 'url.refused', /wait for 3600 sec/],
  ['an outage', answering(503), 'url.refused', /HTTP 503/],
  ['a web page', html, 'url.refused', /is a web page/],
  ['HTML as a picture', sending('<!doctype html>'), 'file.type_unknown', /not in a known image/],
  ['an empty file', sending(''), 'file.empty', /empty/],
  ['a cut file', cutting, 'url.unreachable', /connection .* lost/],
  ['a redirect to http', redirecting('http://127.0.0.1/'), 'url.refused', /not an https URL/],
  ['a redirect to a file', redirecting('file:///etc/passwd'), 'url.refused', /not an https URL/],
  ['endless redirects', redirecting('/bad'), 'url.refused', /redirects more than/],
  ['compressed bytes', answering(200, { 'Content-Encoding': 'gzip' }), 'url.refused', /compressed/],
  ['too much', answering(200, { 'Content-Length': '9999999999' }), 'file.too_large', /larger/],
]

function html(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html>')
}

function cutting(response: ServerResponse): void {
  cutFile(response, Buffer.alloc(1000), 500)
}

test.each(BODIES)('fails the row of a server that sends %s', async (_, handler, code, message) => {
  const good = await picture(1)
  await using scene = await openScene({ '/bad': handler, '/good': sending(good) })
  await scene.table('/bad', '/good')
  const result = await scene.run()
  expect(result.code).toBe(6)
  expect(result.rows[0]).toMatchObject({ state: 'failed', code })
  expect(result.rows[0].message).toMatch(message)
  expect(result.rows[1]).toMatchObject({ state: 'imported' })
  const isCut = code === 'url.unreachable'
  expect(isCut ? [] : await readdir(scene.downloads)).toEqual([])
})

test('continues a cut download, and starts again if the file changed', async () => {
  const [kept, before, after] = await Promise.all([
    largePicture(1),
    largePicture(2),
    largePicture(3),
  ])
  const cutOnce =
    (first: Buffer, then: Buffer): FileHandler =>
    (response, request, number) =>
      number === 1 ? cutFile(response, first, 100_000) : sendFile(response, request, then)
  await using scene = await openScene({
    '/kept': cutOnce(kept, kept),
    '/changed': cutOnce(before, after),
  })
  await scene.table('/kept', '/changed')
  const { stderr } = await scene.run()
  const images = await scene.cli.images()
  expect(images.map(({ file_sha256 }) => file_sha256)).toEqual([kept, after].map(sha256))
  const ranges = scene.files.requests.map(({ path, range }) => [path, range])
  expect(ranges).toContainEqual(['/kept', expect.stringMatching(/^bytes=[1-9]\d+-$/)])
  expect(stderr).toContain('/changed changed since a part was downloaded')
})

test('uses the same bytes in the next run, and downloads nothing twice', async () => {
  const first = await picture(1)
  let content = first
  await using scene = await openScene({
    '/1': (response, request) => sendFile(response, request, content),
  })
  await scene.table('/1')
  const stopped = await scene.run({ transport: scene.failing })
  expect(stopped.summary).toMatchObject({ imported: 0 })
  expect(await readdir(scene.downloads)).toHaveLength(1)
  content = await picture(2)
  const { summary } = await scene.run()
  expect(summary).toMatchObject({ imported: 1 })
  const [image] = await scene.cli.images()
  expect(image?.file_sha256).toBe(sha256(first))
  expect(scene.files.requests).toHaveLength(1)
})

test('downloads a file again if the journal lost it, and tells that it changed', async () => {
  let content = await picture(1)
  await using scene = await openScene({
    '/1': (response, request) => sendFile(response, request, content),
  })
  await scene.table('/1')
  await scene.run({ transport: scene.failing })
  const [name = ''] = await readdir(scene.downloads)
  await rm(join(scene.downloads, name))
  content = await picture(2)
  const { summary, stderr } = await scene.run()
  expect(summary).toMatchObject({ imported: 1 })
  expect(stderr).toContain('has other content than when it was downloaded before')
})

test('refuses a file with another digest than the table names', async () => {
  const bytes = await picture(1)
  await using scene = await openScene({ '/1': sending(bytes) })
  const row = (digest: string) => `${scene.url('/1')},A,1920,1920,${digest}`
  await scene.album.table(`${ALBUM_HEADER},sha256`, row('0'.repeat(64)))
  const { rows } = await scene.run()
  expect(rows[0]).toMatchObject({ state: 'failed', code: 'file.sha256_mismatch' })
  expect(await readdir(scene.downloads)).toEqual([])
  await scene.album.table(`${ALBUM_HEADER},sha256`, row(sha256(bytes)))
  expect((await scene.run()).summary).toMatchObject({ imported: 1 })
})

test('stops with its summary if the network seems to be gone', async () => {
  await using scene = await openScene({})
  const names = Array.from({ length: 30 }, (_, n) => `https://127.0.0.1:9/${n}.jpg`)
  await scene.table(...names)
  const { code, stderr, summary } = await scene.run()
  expect(code).toBe(6)
  expect(summary.imported).toBe(0)
  expect(summary.failed).toBeLessThan(30)
  expect(stderr).toMatch(/Stopped early: .*could not be downloaded.*refused the connection/)
})

test('refuses private addresses, also behind a redirect', async () => {
  await using scene = await openScene({ '/1': redirecting('https://10.0.0.1/') })
  await scene.table(`https://localhost:${new URL(scene.files.url).port}/1`, '/1')
  const { rows } = await scene.run({}, scene.flags)
  expect(rows).toMatchObject([
    {
      state: 'failed',
      code: 'url.private',
      message: expect.stringContaining('address 127.0.0.1 of localhost'),
    },
    {
      state: 'failed',
      code: 'url.private',
      message: expect.stringContaining('address 127.0.0.1 is not public'),
    },
  ])
  expect(scene.files.requests).toEqual([])
  const checked = await scene.cli.run(['check', scene.album.manifest, ...scene.flags, '--json'])
  const { findings } = JSON.parse(checked.stdout)
  expect(findings.filter(({ code }: { code: string }) => code === 'url.private')).toHaveLength(2)
})

test('the check asks servers by HEAD, or else for one byte', async () => {
  const bytes = await picture(1)
  const getOnly: FileHandler = (response, request) =>
    request.method === 'HEAD'
      ? void response.writeHead(405).end()
      : sendFile(response, request, bytes)
  await using scene = await openScene({ '/head': sending(bytes), '/get': getOnly, '/page': html })
  await scene.album.picture('local.jpg', 9)
  await scene.table('/head', '/get', '/page', '/none', 'http://example.org/', 'local.jpg')
  const { code, summary, findings } = await scene.check()
  expect(code).toBe(3)
  expect(summary).toMatchObject({ rows: 6, urls: 5, with_errors: 3 })
  const told = findings
    .filter(({ severity }: { severity: string }) => severity === 'error')
    .map(({ code, line }: { code: string; line: number }) => [line, code])
  expect(told).toEqual([
    [4, 'url.refused'],
    [5, 'url.refused'],
    [6, 'url.invalid'],
  ])
  const asked = scene.files.requests.map(
    ({ method, path, range }) => `${method} ${path} ${range ?? ''}`,
  )
  expect(asked.toSorted((one, other) => one.localeCompare(other))).toEqual([
    'GET /get bytes=0-0',
    ...['/get', '/head', '/none', '/page'].map((path) => `HEAD ${path} `),
  ])
  expect(existsSync(scene.downloads)).toBe(false)
})

test('the check does not wait for a host that cannot be reached again and again', async () => {
  await using scene = await openScene({})
  await scene.table(...Array.from({ length: 200 }, (_, n) => `https://127.0.0.1:9/${n}.jpg`))
  let requests = 0
  const counting: Transport = (request) => {
    requests += Number(request.url.startsWith('https://127.0.0.1:9/'))
    return send(request, {})
  }
  const { album, cli } = scene
  const words = ['check', album.manifest, '--collection', String(cli.collection), '--json']
  const result = await cli.run([...words, '--allow-private-urls'], { transport: counting })
  expect(JSON.parse(result.stdout).summary.with_errors).toBe(200)
  expect(requests).toBeLessThan(20)
})

test('tells that a table names only https URLs, without names of users', async () => {
  await using scene = await openScene({})
  await scene.table('ftp://example.org/1', 'https://', 'https://ada:secret@example.org/1')
  const { findings } = await scene.check(['--offline'])
  const codes = findings.map(({ code }: { code: string }) => code)
  expect(codes.filter((code: string) => code === 'url.invalid')).toHaveLength(3)
  expect(scene.files.requests).toEqual([])
})

test('replaces files by URLs, and again once the URL is another one', async () => {
  const [first, second] = await Promise.all([picture(1), picture(2)])
  await using scene = await openScene({ '/1': sending(first), '/2': sending(second) })
  await scene.album.picture('1.jpg', 3)
  await scene.table('1.jpg')
  await scene.run()
  const [image] = await scene.cli.images()
  const words = ['replace', '--manifest', join(scene.album.path, 'replace.csv'), '--yes']
  const flags = scene.flags.filter((_, index) => index > 1)
  for (const [path, bytes] of [['/1', first] as const, ['/2', second] as const]) {
    const rows = `image_id,file\n${image?.id},${scene.url(path)}\n`
    await writeFile(join(scene.album.path, 'replace.csv'), rows)
    const result = await scene.cli.command([...words, ...flags, '--allow-private-urls'])
    expect(result).toMatchObject({ code: 0 })
    expect((await scene.cli.images())[0]?.file_sha256).toBe(sha256(bytes))
  }
})
