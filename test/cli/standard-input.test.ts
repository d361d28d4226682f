import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ALBUM_HEADER, createFullAlbum } from '../support/album.ts'
import { openImportCli } from '../support/import-cli.ts'
import { sheetOf, workbookOf } from '../support/manifests.ts'
import { runCli } from '../support/test-cli.ts'

test('import check reads standard input, and finds pictures in the working directory', async () => {
  await using album = await createFullAlbum(2)
  const stdin = await readFile(album.manifest, 'utf8')
  const words = ['import', 'check', '-', '--offline', '--collection', '1']
  const options = { stdin, cwd: album.path }
  const { code, stdout, stderr } = await runCli([...words, '--json'], options)
  expect(code, stderr).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    manifest: { name: '-', format: 'csv' },
    summary: { rows: 2, ok: 2, errors: 0 },
  })
  expect(stderr).toContain('catalog import FILE')
  const copy = join(album.path, 'copy.csv')
  expect((await runCli([...words, '--annotate', copy], options)).code).toBe(0)
  expect(await readFile(copy, 'utf8')).toContain('Picture 2')
  const unnamed = await runCli([...words, '--annotate'], options)
  expect([unnamed.code, unnamed.stderr]).toEqual([2, expect.stringContaining('--annotate')])
})

test('a table in a named pipe is read, too', { skip: process.platform === 'win32' }, async () => {
  await using album = await createFullAlbum(1)
  const pipe = join(album.path, 'pipe')
  execFileSync('mkfifo', [pipe])
  const writing = writeFile(pipe, await readFile(album.manifest))
  const words = ['import', 'check', pipe, '--offline', '--collection', '1', '--json']
  const { stdout } = await runCli(words)
  await writing
  expect(JSON.parse(stdout).summary).toMatchObject({ rows: 1, ok: 1 })
})

test('manifest commands read standard input', async () => {
  await using album = await createFullAlbum(2)
  const stdin = await readFile(album.manifest, 'utf8')
  const run = (argv: string[]) => runCli(['manifest', ...argv], { stdin, cwd: album.path })
  const converted = await run(['convert', '-', 'out.jsonl'])
  expect(converted.code, converted.stderr).toBe(0)
  expect(await readFile(join(album.path, 'out.jsonl'), 'utf8')).toContain('"title":"Picture 2"')
  expect((await run(['diff', '-', 'album.csv'])).code).toBe(0)
  expect((await run(['diff', 'album.csv', '-'])).code).toBe(0)
  expect((await run(['merge', '-', 'album.csv', '--to', 'merged.csv'])).code).toBe(0)
  expect((await run(['dates', '-'])).stdout).toContain('about 1920')
  expect((await run(['dates', '-', '--write', 'dated.csv'])).code).toBe(0)
  const unnamed = await run(['dates', '-', '--write'])
  expect([unnamed.code, unnamed.stderr]).toEqual([2, expect.stringContaining('--write')])
})

test('update reads standard input', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(1)
  await cli.run([album.manifest, '--collection', String(cli.collection)])
  const [image] = await cli.images()
  const stdin = `image_id,title\n${image?.id},Another title\n`
  const { code, stderr } = await cli.command(['update', '-', '--yes'], { stdin })
  expect(code, stderr).toBe(0)
  expect((await cli.images())[0]?.title).toBe('Another title')
})

test('an import refuses standard input, because it could not resume', async () => {
  await using cli = await openImportCli()
  const words = ['-', '--collection', String(cli.collection)]
  const { code, stderr } = await cli.run(words, { stdin: `${ALBUM_HEADER}\n` })
  expect([code, stderr]).toEqual([2, expect.stringContaining('Save the table to a file')])
  const device = await cli.run(['/dev/null', ...words.slice(1)])
  expect([device.code, device.stderr]).toEqual([2, expect.stringContaining('cannot be sent')])
})

test('a terminal is not read as a table', async () => {
  const { code, stderr } = await runCli(['import', 'check', '-', '--offline'], { answers: [] })
  expect([code, stderr]).toEqual([2, expect.stringContaining('terminal')])
})

test('reads a workbook from a pipe', { skip: process.platform === 'win32' }, async () => {
  await using album = await createFullAlbum(1)
  const pipe = join(album.path, 'pipe')
  execFileSync('mkfifo', [pipe])
  const row = ['1.jpg', 'One', '1920', '1920']
  const writing = writeFile(pipe, workbookOf(sheetOf(ALBUM_HEADER.split(','), row)))
  const { stdout } = await runCli(['manifest', 'convert', pipe, '-', '--format', 'csv'])
  await writing
  expect(stdout).toContain('1.jpg,One,1920,1920')
})
