import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { send, type Transport } from '../../src/cli/client/transport.ts'
import { ALBUM_HEADER, createAlbum, createFullAlbum } from '../support/album.ts'
import { isUpload, openImportCli } from '../support/import-cli.ts'
import { UNDECODABLE_JPEG } from '../support/pictures.ts'

const SHEETS = new URL('../../fixtures/manifests/sheets/', import.meta.url)
/** Creates an album with this sheet as its manifest. */
async function albumIn(sheet: string) {
  const album = await createAlbum()
  await copyFile(new URL(sheet, SHEETS), album.manifest)
  await album.picture('bruecke.jpg', 1)
  await album.picture('cafe.jpg', 2)
  return album
}

test('exits with 3 and names the option if the encoding is ambiguous and no terminal can ask', async () => {
  await using cli = await openImportCli()
  await using album = await albumIn('windows-1252.csv')
  const words = [album.manifest, '--collection', String(cli.collection)]
  const alone = await cli.run(words)
  expect([alone.code, alone.stdout]).toEqual([3, expect.stringContaining('--encoding macintosh')])
  const hurried = await cli.run([...words, '--yes'], { answers: [] })
  expect(hurried.code).toBe(3)
  expect(await cli.images()).toEqual([])
})

test('asks for the encoding with samples of the manifest, and remembers the answer', async () => {
  await using cli = await openImportCli()
  await using album = await albumIn('windows-1252.csv')
  const words = [album.manifest, '--collection', String(cli.collection)]
  const none = await cli.run(words, { answers: [''] })
  expect(none.code).toBe(3)
  const told = await cli.run(words, { answers: ['windows-1252', true] })
  expect(told.code).toBe(0)
  expect(told.stderr).toContain('--encoding windows-1252')
  const titles = (await cli.images()).map(({ title }) => title)
  expect(titles).toEqual(['Brücke über die Elbe', 'Café «Zur Post», Hof'])
  const annotated = join(album.path, 'annotated.csv')
  expect((await cli.run(['report', album.manifest, '--annotated', annotated])).code).toBe(0)
})

test.each([
  ['macintosh.csv', 'macintosh', 'Br¸cke ¸ber die Elbe'],
  ['utf-16le.csv', 'utf-16le', ''],
])('the choices of encodings for %s show sample text', async (sheet, right, wrong) => {
  await using cli = await openImportCli()
  await using album = await albumIn(sheet)
  const { code, stdout } = await cli.run(
    ['check', album.manifest, '--collection', String(cli.collection)],
    { answers: [right], tty: true, columns: 200 },
  )
  expect(code).toBe(0)
  expect(stdout).toContain('All 2 rows are valid.')
  expect(stdout).not.toContain(wrong === '' ? 'encoding' : wrong)
})

test('imports a European Excel sheet with decimal commas', async () => {
  await using cli = await openImportCli()
  await using album = await albumIn('excel-europe.csv')
  const words = [album.manifest, '--collection', String(cli.collection)]
  const { code } = await cli.run([...words, '--encoding', 'windows-1252'])
  expect(code).toBe(0)
  expect(await cli.images()).toMatchObject([
    { rotation: 90, creator: 'Müller & Söhne' },
    { rotation: 0, original_date: 'Août 1912' },
  ])
})

test('--rows imports only these rows, and rejects an invalid range', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(4)
  const words = [album.manifest, '--collection', String(cli.collection), '--rows']
  expect((await cli.run([...words, '4-2'])).code).toBe(2)
  const { code, stderr } = await cli.run([...words, '2,4-'])
  expect(code).toBe(0)
  expect(stderr).toContain('Importing 2 images')
  expect((await cli.images()).map(({ title }) => title)).toEqual(['Picture 2', 'Picture 4'])
})

test('--fill-down copies the cell above into blank cells', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(3)
  await album.table(
    `${ALBUM_HEADER},creator`,
    '1.jpg,One,about 1920,1920~,Ada',
    '2.jpg,Two,,,',
    '3.jpg,Three,about 1930,1930~,Grace',
  )
  const words = [album.manifest, '--collection', String(cli.collection), '--fill-down']
  expect((await cli.run([...words, 'creators'])).code).toBe(2)
  expect((await cli.run([...words, 'creator'])).code).toBe(3)
  expect((await cli.run([...words, 'creator,original_date,edtf_date'])).code).toBe(0)
  expect(await cli.images()).toMatchObject([
    { creator: 'Ada', edtf_date: '1920~' },
    { creator: 'Ada', edtf_date: '1920~' },
    { creator: 'Grace', edtf_date: '1930~' },
  ])
})

test('--only-failed retries failed rows and starts no others', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(3)
  await album.file('1.jpg', UNDECODABLE_JPEG)
  const words = [album.manifest, '--collection', String(cli.collection)]
  await cli.run([...words, '--max-rows', '2'])
  await album.picture('1.jpg', 9)
  const { code, stderr } = await cli.run([...words, '--only-failed'])
  expect(code).toBe(0)
  expect(stderr).toContain('Importing 1 image')
  expect((await cli.images()).map(({ title }) => title)).toEqual(['Picture 2', 'Picture 1'])
})

test.each([
  ['continue', 2, 2],
  ['2', 2, 0],
  ['stop', 1, 0],
])('--on-error %s stops after %i failures, with %i imported', async (what, failed, imported) => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(4)
  for (const name of ['1.jpg', '2.jpg']) await album.file(name, UNDECODABLE_JPEG)
  const words = [album.manifest, '--collection', String(cli.collection), '--concurrency', '1']
  const { code, stdout } = await cli.run([...words, '--json', '--on-error', what])
  expect(code).toBe(6)
  expect(JSON.parse(stdout).summary).toMatchObject({ failed, imported })
})

test('--bwlimit waits between chunks to keep the rate', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(1)
  const bytes = Buffer.concat([await album.picture('1.jpg', 1), Buffer.alloc(50_000)])
  await writeFile(join(album.path, '1.jpg'), bytes)
  const waits: number[] = []
  const words = [album.manifest, '--collection', String(cli.collection)]
  expect((await cli.run([...words, '--bwlimit', 'fast'])).code).toBe(2)
  const { code } = await cli.run([...words, '--bwlimit', '1k'], {
    sleep: async (ms) => void waits.push(ms),
  })
  expect(code).toBe(0)
  // The test does not wait, so that the last chunk has to wait for all 50 seconds.
  expect(Math.max(...waits)).toBeGreaterThan(20_000)
})

test('fails a row after three uploads that were too slow, with advice', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(1)
  let tries = 0
  const transport: Transport = async (request) => {
    if (!isUpload(request)) return await send(request, {})
    tries += 1
    return { status: 408, headers: {}, text: async () => '', async *chunks() {} }
  }
  const words = [album.manifest, '--collection', String(cli.collection), '--json']
  const { code, stdout } = await cli.run(words, { transport })
  expect([code, tries]).toEqual([6, 3])
  expect(JSON.parse(stdout).rows[0]).toMatchObject({
    state: 'failed',
    code: 'upload.too_slow',
    message: expect.stringContaining('faster connection'),
  })
})
