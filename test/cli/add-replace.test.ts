import { mkdtempDisposable, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openJournal } from '../../src/cli/import/journal/journal.ts'
import { send, type Transport } from '../../src/cli/client/transport.ts'
import { fourColors } from '../support/pictures.ts'
import { createSeed } from '../support/seed.ts'
import { runCli, type TestCliOptions } from '../support/test-cli.ts'
import { startTestServer } from '../support/test-server.ts'
import { issueToken } from '../support/tokens.ts'
import { readRows } from '../support/rows.ts'

const WORDS = ['--title', 'Quay', '--original-date', 'ca. 1920', '--edtf-date', '1920~']

/** Opens a server, a folder of pictures, and the CLI signed in as an importer with a state directory. */
async function openCli() {
  const server = await startTestServer()
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-add-'))
  const collection = String(await createSeed(server).collection())
  const CATALOG_TOKEN = await issueToken(server, { staff: true, scopes: ['import'] })
  const env = {
    CATALOG_URL: server.baseUrl,
    CATALOG_TOKEN,
    CATALOG_STATE_DIR: join(folder.path, 'state'),
  }
  const jpeg = await fourColors().jpeg().toBuffer()
  const png = await fourColors(64, 96).png().toBuffer()
  await writeFile(join(folder.path, 'quay.jpg'), jpeg)
  await writeFile(join(folder.path, 'better.png'), png)
  await writeFile(join(folder.path, 'notes.txt'), 'no picture')
  const run = (argv: string[], options: TestCliOptions = {}) =>
    runCli(argv, { cwd: folder.path, env, ...options })
  return {
    server,
    folder: folder.path,
    jpeg,
    png,
    run,
    add: (argv: string[] = [], options: TestCliOptions = {}) =>
      run(
        ['add', 'quay.jpg', '--collection', collection, ...WORDS, ...argv, '-o', 'json'],
        options,
      ),
    images: () => readRows(server, 'image'),
    bytesOf: async (id: number) => {
      const { permalink } = await server.get(`/api/v2/images/${id}/`)
      return Buffer.from(await (await fetch(permalink)).arrayBuffer())
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await folder.remove()
    },
  }
}

/** A transport that loses the responses from addresses that contain the text. */
function losing(part: string): Transport {
  return async (request) => {
    const answer = await send(request, {})
    if (request.url.includes(part)) throw Object.assign(new Error('reset'), { code: 'ECONNRESET' })
    return answer
  }
}

test('names every missing option of a picture', async () => {
  await using cli = await openCli()
  const { code, stderr } = await cli.run(['add', 'quay.jpg', '--collection', '1'])
  expect(code).toBe(2)
  for (const option of ['--title', '--original-date', '--edtf-date']) {
    expect(stderr).toContain(`${option}: is required`)
  }
})

test('rejects a file that is not a picture', async () => {
  await using cli = await openCli()
  const { code } = await cli.run(['replace', '1', 'notes.txt', '--yes'])
  expect(code).toBe(3)
  expect(await cli.images()).toEqual([])
})

test('rejects an invalid date before it sends anything', async () => {
  await using cli = await openCli()
  const { code } = await cli.add(['--edtf-date', '1920s'])
  expect(code).toBe(3)
  expect(await cli.images()).toEqual([])
})

test('imports a picture once if the command is repeated', async () => {
  await using cli = await openCli()
  const first = await cli.add()
  expect(first.code).toBe(0)
  const again = await cli.add()
  expect(again.code).toBe(0)
  const [image, ...others] = await cli.images()
  expect(others).toEqual([])
  expect(image).toMatchObject({ title: 'Quay', edtf_date: '1920~' })
  expect(await cli.bytesOf(image?.id ?? 0)).toEqual(cli.jpeg)
})

test('finds the image of the first attempt after its responses were lost', async () => {
  await using cli = await openCli()
  const lost = await cli.add([], { transport: losing('/import/') })
  expect(lost.code).not.toBe(0)
  expect((await cli.add()).code).toBe(0)
  expect(await cli.images()).toHaveLength(1)
})

test('replaces the file of an image and nothing else', async () => {
  await using cli = await openCli()
  // Derivatives would change the permalink of a rotated image.
  await cli.server.catalog.jobs[Symbol.asyncDispose]()
  await cli.add(['--rotation', '90'])
  const [before] = await cli.images()
  const id = before?.id ?? 0
  const rehearsal = await cli.run(['replace', String(id), 'better.png', '--dry-run'])
  expect(rehearsal.stderr).toContain('Would replace the file of image')
  expect(await cli.bytesOf(id)).toEqual(cli.jpeg)

  const { code, stdout, stderr } = await cli.run([
    'replace',
    String(id),
    'better.png',
    '--yes',
    '--json',
  ])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual({ image_id: id })
  expect(stderr).toContain('The image is rotated or mirrored')
  expect(await cli.bytesOf(id)).toEqual(cli.png)
  expect(await cli.images()).toMatchObject([{ id, title: 'Quay', rotation: 0 }])
})

test.each([
  ['whose response was lost', false],
  ['that was killed after its commit', true],
])('sends a file that changed after a replacement %s', async (_, isCommitted) => {
  await using cli = await openCli()
  await cli.add()
  const id = (await cli.images())[0]?.id ?? 0
  const file = join(cli.folder, 'same-size.png')
  const pictures = [fourColors(), fourColors().negate()]
  const [first, second] = await Promise.all(
    pictures.map((picture) => picture.png({ compressionLevel: 0 }).toBuffer()),
  )
  expect(second?.length).toBe(first?.length)
  await writeFile(file, first!)
  let isDown = false
  const transport: Transport = async (request) => {
    const lost = Object.assign(new Error('reset'), { code: 'ECONNRESET' })
    if (isDown) throw lost
    const response = await send(request, {})
    isDown = request.url.includes('/replace/')
    if (isDown) throw lost
    return response
  }
  const replace = (options: TestCliOptions = {}) =>
    cli.run(['replace', String(id), file, '--yes'], options)
  expect((await replace({ transport })).code).toBe(8)
  if (isCommitted)
    await leaveCommitted(join(cli.folder, 'state', 'replacing'), cli.server.baseUrl, id)
  await writeFile(file, second!)
  expect((await replace()).code).toBe(0)
  expect((await cli.bytesOf(id)).equals(second!)).toBe(true)
})

/** Leaves the only journal in this folder as a replacement does that is killed after its commit. */
async function leaveCommitted(parent: string, instance: string, imageId: number): Promise<void> {
  const [name = ''] = await readdir(parent)
  await using journal = await openJournal({
    folder: join(parent, name),
    manifest: '',
    instance,
    now: 0,
  })
  const row = journal.findByKey(String(imageId))!
  await journal.saveRow({ ...row, rowState: { ...row.rowState, state: 'committed', imageId } })
}

test('rejects an unexpected file and a missing image', async () => {
  await using cli = await openCli()
  await cli.add()
  const [image] = await cli.images()
  const digest = ['--expect-sha256', '0'.repeat(64)]
  const other = await cli.run(['replace', String(image?.id), 'better.png', '--yes', ...digest])
  expect([other.code, other.stderr]).toEqual([9, expect.stringContaining('SHA-256')])
  expect((await cli.run(['replace', '999', 'better.png', '--yes'])).code).toBe(5)
  expect(await cli.bytesOf(image?.id ?? 0)).toEqual(cli.jpeg)
})
