import { existsSync } from 'node:fs'
import { rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { send, type HttpRequest, type Transport } from '../../src/cli/client/transport.ts'
import { createFullAlbum } from '../support/album.ts'
import { openImportCli } from '../support/import-cli.ts'
import type { TestCliOptions } from '../support/test-cli.ts'

/** Imports this many pictures, and creates a folder with a better scan of each. */
async function openArchive(count: number) {
  const cli = await openImportCli()
  const album = await createFullAlbum(count)
  await cli.run([album.manifest, '--collection', String(cli.collection)])
  const ids = (await cli.images()).map(({ id }) => id)
  const better: Buffer[] = []
  for (const [index] of ids.entries()) {
    better.push(await album.picture(`better/${index + 1}.jpg`, 100 + index))
  }
  const sheet = join(album.path, 'better.csv')
  const table = (...lines: string[]) => album.file('better.csv', `${lines.join('\n')}\n`)
  await table('image_id,file', ...ids.map((id, index) => `${id},better/${index + 1}.jpg`))
  return {
    ...cli,
    album,
    ids,
    better,
    sheet,
    table,
    replace: (argv: string[] = [], options: TestCliOptions = {}) =>
      cli.command(['replace', '--manifest', sheet, ...yesUnless(options), ...argv], options),
    bytesOf: async (id: number | undefined) => {
      const { permalink } = await cli.server.get(`/api/v2/images/${id}/`)
      return Buffer.from(await (await fetch(permalink)).arrayBuffer())
    },
    async [Symbol.asyncDispose]() {
      await cli[Symbol.asyncDispose]()
      await album[Symbol.asyncDispose]()
    },
  }
}

const isReplacement = ({ url }: HttpRequest) => url.endsWith('/replace/')

/** A transport that records each replacement, and loses the first responses. */
function watching(seen: HttpRequest[], lose = 0): Transport {
  return async (request) => {
    const response = await send(request, {})
    if (!isReplacement(request)) return response
    seen.push(request)
    if (seen.length > lose) return response
    throw Object.assign(new Error('reset'), { code: 'ECONNRESET' })
  }
}

/** Without answers the test runs as a script. */
function yesUnless({ answers }: TestCliOptions): string[] {
  return answers ? [] : ['--yes']
}

test('reports all errors at once, by cell, and sends nothing', async () => {
  await using archive = await openArchive(2)
  const [first, second] = archive.ids
  await archive.album.file('better/text.jpg', 'no picture')
  await archive.table(
    'image_id,file,sha256',
    `${first},better/1.jpg,`,
    `${first},better/2.jpg,`,
    `9999,better/1.jpg,`,
    `https://archive.example.org/images/${second}/,better/2.jpg,`,
    `,better/2.jpg,`,
    `${second},better/2.jpeg,`,
    `0,better/text.jpg,12`,
  )
  const seen: HttpRequest[] = []
  const { code, stdout } = await archive.replace(['--json'], { transport: watching(seen) })
  expect(code).toBe(3)
  const document = JSON.parse(stdout)
  expect(document.schema).toBe('catalog.check/1')
  const errors = document.findings.filter(
    ({ severity }: { severity: string }) => severity === 'error',
  )
  expect(
    errors.map(({ code, cell, suggestion }: Record<string, unknown>) => [code, cell, suggestion]),
  ).toEqual([
    ['image.duplicate', 'A3', null],
    ['image.unknown', 'A4', null],
    ['image.invalid', 'A5', String(second)],
    ['image.blank', 'A6', null],
    ['file.missing', 'B7', 'better/2.jpg'],
    ['image.invalid', 'A8', null],
    ['file.type_unknown', 'B8', null],
    ['sha256.invalid', 'C8', null],
  ])
  expect(seen).toEqual([])
  expect(existsSync(`${archive.sheet}.replace`)).toBe(false)
})

test('rejects a sheet without the required columns, and ignores others', async () => {
  await using archive = await openArchive(1)
  await archive.table('image,files,title', `${archive.ids[0]},better/1.jpg,Another title`)
  const { code, stdout } = await archive.replace(['--json'])
  expect(code).toBe(3)
  const codes = JSON.parse(stdout).findings.map(
    ({ code, column }: Record<string, string>) => `${code} ${column}`,
  )
  expect(codes).toEqual([
    'column.unknown null',
    'column.unused null',
    'column.missing image_id',
    'column.missing file',
  ])
})

test('import rejects a sheet with image ids', async () => {
  await using archive = await openArchive(1)
  const { code, stdout } = await archive.run([archive.sheet, '--json'])
  expect(code).toBe(3)
  expect(JSON.parse(stdout).findings[0]).toMatchObject({
    code: 'column.unknown',
    cell: 'A1',
    message: expect.stringContaining('catalog replace --manifest'),
  })
})

test('rejects a user without the right to import', async () => {
  await using cli = await openImportCli({ staff: false })
  await using album = await createFullAlbum(1)
  const { code, stderr } = await cli.command(['replace', '--manifest', album.manifest, '--yes'])
  expect(code).toBe(4)
  expect(stderr).toContain('Ada is not staff on this instance.')
})

test.each([
  [['1'], 'Specify an image id and its new file, or a table with --manifest.'],
  [['1', 'a.jpg', '--rows', '1'], '--rows: requires --manifest'],
  [['1', 'a.jpg', '--manifest', 'a.csv'], '--manifest: cannot be combined with an image'],
  [['--manifest', 'a.csv', '--expect-sha256', '0'.repeat(64)], 'use the column sha256'],
])('answers %j with a usage error', async (argv, sentence) => {
  await using cli = await openImportCli()
  const { code, stderr } = await cli.command(['replace', ...argv])
  expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)])
})

test('replaces the file of every image in the sheet and nothing else', async () => {
  await using archive = await openArchive(3)
  const before = await archive.images()
  const { code, stdout, stderr } = await archive.replace(['--json'])
  expect(code).toBe(0)
  expect(stderr).toContain('Replacing the files of 3 images')
  expect(stderr).toContain('3 replaced.')
  const document = JSON.parse(stdout)
  expect(document).toMatchObject({
    schema: 'catalog.replace/1',
    target: { url: archive.server.baseUrl, account: 'Ada' },
    summary: { rows: 3, replaced: 3, replaced_before: 0, failed: 0 },
  })
  expect(document.summary).not.toHaveProperty('imported')
  expect(document.rows[1]).toMatchObject({ image_id: archive.ids[1], state: 'replaced' })
  for (const [index, id] of archive.ids.entries()) {
    expect(await archive.bytesOf(id)).toEqual(archive.better[index])
  }
  const kept = ({ id, title, edtf_date, collection_id }: (typeof before)[number]) => ({
    id,
    title,
    edtf_date,
    collection_id,
  })
  expect((await archive.images()).map(kept)).toEqual(before.map(kept))
})

test('a repeated command sends nothing', async () => {
  await using archive = await openArchive(2)
  await archive.replace()
  const seen: HttpRequest[] = []
  const { code, stderr } = await archive.replace([], { transport: watching(seen) })
  expect(code).toBe(0)
  expect(stderr).toContain('Nothing left to do')
  expect(stderr).toContain('0 replaced, 2 already replaced.')
  expect(seen).toEqual([])
  expect((await archive.replace(['--error-on-nothing'])).code).toBe(10)
})

test('a repeated command sends only files that changed', async () => {
  await using archive = await openArchive(2)
  await archive.replace()
  const mended = await archive.album.picture('better/2.jpg', 200)
  await utimes(join(archive.album.path, 'better/1.jpg'), new Date(), new Date())
  const states = async (...argv: string[]) =>
    JSON.parse((await archive.replace([...argv, '--json'])).stdout).rows.map(
      ({ state }: { state: string }) => state,
    )
  expect(await states('--dry-run')).toEqual(['replaced_before', 'not_started'])
  expect(await states()).toEqual(['replaced_before', 'replaced'])
  expect(await archive.bytesOf(archive.ids[1])).toEqual(mended)
})

test('sends a file of an earlier run again if another one replaced it', async () => {
  await using archive = await openArchive(1)
  const [id] = archive.ids
  await archive.album.picture('other.jpg', 220)
  for (const file of ['better/1.jpg', 'other.jpg', 'better/1.jpg']) {
    await archive.table('image_id,file', `${id},${file}`)
    expect((await archive.replace()).stderr).toContain('1 replaced.')
  }
  expect(await archive.bytesOf(id)).toEqual(archive.better[0])
})

test('repeats requests with lost responses, and continues after an outage in the next run', async () => {
  await using archive = await openArchive(1)
  const seen: HttpRequest[] = []
  const transport = watching(seen, Infinity)
  const lost = await archive.replace(['--json'], {
    transport: (request) =>
      request.url.includes('/import/cancel/') ? Promise.reject(gone()) : transport(request),
  })
  expect(lost.code).toBe(8)
  expect(JSON.parse(lost.stdout).rows[0]).toMatchObject({ state: 'unfinished' })
  expect(new Set(seen.map(({ headers }) => headers['Idempotency-Key'])).size).toBe(1)
  const again = await archive.replace(['--json'])
  expect(again.code).toBe(0)
  expect(JSON.parse(again.stdout).rows[0]).toMatchObject({ state: 'replaced' })
  expect(await archive.bytesOf(archive.ids[0])).toEqual(archive.better[0])
})

const gone = () => Object.assign(new Error('reset'), { code: 'ECONNRESET' })

test('fails only the row of a file that changes between check and upload', async () => {
  await using archive = await openArchive(2)
  const transport: Transport = async (request) => {
    if (request.method === 'PUT') await archive.album.file('better/1.jpg', Buffer.alloc(2000, 1))
    return await send(request, {})
  }
  const { code, stdout } = await archive.replace(['--json', '--concurrency', '1'], { transport })
  expect(code).toBe(6)
  expect(JSON.parse(stdout).rows).toMatchObject([
    { state: 'failed', code: 'file.changed', image_id: archive.ids[0] },
    { state: 'replaced' },
  ])
})

test('a dry run and a declined question send nothing', async () => {
  await using archive = await openArchive(1)
  const seen: HttpRequest[] = []
  const transport = watching(seen)
  const dry = await archive.replace(['--dry-run'], { transport })
  expect(dry.stderr).toContain('Would replace the files of 1 image')
  const declined = await archive.replace([], { transport, answers: [false] })
  expect(declined.stderr).toContain('Nothing was sent.')
  const agreed = await archive.replace(['--yes'], { transport, answers: [] })
  expect([dry.code, declined.code, agreed.code]).toEqual([0, 0, 0])
  expect(seen).toHaveLength(1)
})

test('warns about rotated images and about one file for two images', async () => {
  await using archive = await openArchive(2)
  const [first, second] = archive.ids
  await archive.seed.change(first!, { rotation: 90 })
  await archive.table('image_id,file', `${first},better/1.jpg`, `${second},better/1.jpg`)
  const { code, stderr } = await archive.replace(['--dry-run'])
  expect(code).toBe(0)
  expect(stderr).toContain('warning image.turned (1)')
  expect(stderr).toContain('warning file.duplicate_content (1)')
})

test('status, report and list describe the replacement by its sheet', async () => {
  await using archive = await openArchive(2)
  await rm(join(archive.album.path, 'better/2.jpg'))
  const state = join(archive.album.path, 'state')
  const options = { env: { CATALOG_STATE_DIR: state } }
  await archive.replace(['--skip-rows-with-errors'], options)
  const status = await archive.run(['status', archive.sheet, '--json'], options)
  expect(JSON.parse(status.stdout)).toMatchObject({ purpose: 'replace', rows: 1, done: 1 })
  const report = await archive.run(['report', archive.sheet, '-o', 'id'], options)
  expect(report.stdout).toBe(`id\n${archive.ids[0]}\n`.replace(/^id\n/, ''))
  const list = await archive.run(['list', '-o', 'ndjson'], options)
  expect(JSON.parse(list.stdout)).toMatchObject({ purpose: 'replace', manifest: archive.sheet })
})
