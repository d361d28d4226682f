import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { send, type HttpRequest } from '../../src/cli/client/transport.ts'
import { createSeed } from '../support/seed.ts'
import { fourColors } from '../support/pictures.ts'
import { stubResponse } from '../support/stub-response.ts'
import { runCli, type TestCliOptions } from '../support/test-cli.ts'
import { startTestServer } from '../support/test-server.ts'
import { issueToken } from '../support/tokens.ts'

const NO_SLOT = '7f0e5a3c-2a53-4c4b-9a53-6a6f0c0a2b11'
const FIELDS = ['--title', 'Quay', '--original-date', 'ca. 1920', '--edtf-date', '1920~']

/** Opens a server, and the CLI of an importer in a folder with one picture. */
async function openCli() {
  const server = await startTestServer()
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-slot-'))
  const seed = createSeed(server)
  const collection = String(await seed.collection())
  const CATALOG_TOKEN = await issueToken(server, { staff: true, scopes: ['import'] })
  const env = { CATALOG_URL: server.baseUrl, CATALOG_TOKEN }
  const bytes = await fourColors().jpeg().toBuffer()
  await writeFile(join(folder.path, 'quay.jpg'), bytes)
  const run = (argv: string[], options: TestCliOptions = {}) =>
    runCli(['slot', ...argv], { cwd: folder.path, env, ...options })
  return {
    server,
    seed,
    collection,
    bytes,
    folder: folder.path,
    run,
    request: async () => {
      const { stdout } = await run(['request', '--collection', collection, '--json'])
      await writeFile(join(folder.path, 'slot.json'), stdout)
      return JSON.parse(stdout) as { slot_id: string }
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await folder.remove()
    },
  }
}

test.each([
  ['a missing file', ['put', 'slot.json', 'nosuch.jpg'], 5, 'does not exist or is not a file'],
  ['a missing slot file', ['put', 'nosuch.json', 'quay.jpg'], 5, 'Cannot read'],
  [
    'standard input without a slot',
    ['put', '-', 'quay.jpg'],
    2,
    'Standard input does not contain a slot',
  ],
  ['a body that is not an object', ['commit', NO_SLOT, '--body', '-'], 2, '--body'],
  ['an unknown collection', ['request', '--collection', '999'], 5, 'Collection'],
])('rejects %s', async (_, argv, exitCode, words) => {
  await using cli = await openCli()
  await cli.request()
  const { code, stderr } = await cli.run(argv, { stdin: '[]' })
  expect([code, stderr]).toEqual([exitCode, expect.stringContaining(words)])
})

test('announces a long delay before it requests a slot again', async () => {
  await using cli = await openCli()
  let requests = 0
  const { code, stderr } = await cli.run(['request', '--collection', cli.collection], {
    transport: (request) =>
      request.url.includes('/upload-url/') && ++requests === 1
        ? stubResponse(429, '{"detail":"Too many requests."}', { 'retry-after': '60' })
        : send(request, {}),
  })
  expect([code, stderr]).toEqual([0, expect.stringContaining('Retrying in 1 min.')])
})

test('makes an image in three steps, and sends the token to the instance only', async () => {
  await using cli = await openCli()
  await cli.request()
  const seen: HttpRequest[] = []
  const put = await cli.run(['put', 'slot.json', 'quay.jpg'], {
    transport: (request) => {
      seen.push(request)
      return send(request, {})
    },
  })
  expect(put.code).toBe(0)
  expect(seen.map(({ headers }) => headers)).toEqual([
    { 'Content-Type': 'image/jpeg', 'Content-Length': String(cli.bytes.byteLength) },
  ])
  const slug = 'harbour'
  await cli.seed.subject({ slug })
  const commit = await cli.run(['commit', 'slot.json', ...FIELDS, '--subject', slug, '--json'])
  const { image_id } = JSON.parse(commit.stdout)
  const image = await cli.server.get(`/api/v2/images/${image_id}/`)
  expect(image).toMatchObject({ title: 'Quay', edtf_date: '1920~', subjects: [{ slug }] })
  const file = await fetch(image.permalink)
  expect(Buffer.from(await file.arrayBuffer())).toEqual(cli.bytes)
})

test('commit reads its body from a file, prefers options, and runs once per key', async () => {
  await using cli = await openCli()
  const { slot_id } = await cli.request()
  await cli.run(['put', 'slot.json', 'quay.jpg'])
  const body = { title: 'Pier', original_date: '1920', edtf_date: '1920', creator: 'A. Painter' }
  await writeFile(join(cli.folder, 'body.json'), JSON.stringify(body))
  const argv = ['commit', slot_id, '--body', 'body.json', '--title', 'Quay', '--key', 'k', '--json']
  const [first, second] = [await cli.run(argv), await cli.run(argv)]
  expect(first.code).toBe(0)
  expect(second.stdout).toBe(first.stdout)
  const image = await cli.server.get(`/api/v2/images/${JSON.parse(first.stdout).image_id}/`)
  expect(image).toMatchObject({ title: 'Quay', creator: 'A. Painter' })
})

test('reports the errors of the instance field by field', async () => {
  await using cli = await openCli()
  await cli.request()
  await cli.run(['put', 'slot.json', 'quay.jpg'])
  const { code, stderr } = await cli.run(['commit', 'slot.json', '--title', 'Quay'])
  expect(code).toBe(2)
  expect(stderr).toContain('original_date: This field is required.')
  expect(stderr).toContain('edtf_date: This field is required.')
})

test('cancels slots by id or file, and counts them', async () => {
  await using cli = await openCli()
  const { slot_id } = await cli.request()
  await cli.request()
  const { stdout } = await cli.run(['cancel', slot_id, 'slot.json', NO_SLOT, '--json'])
  expect(JSON.parse(stdout)).toEqual({ deleted: 2 })
})
