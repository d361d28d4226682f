import { mkdir, rename, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { send, type Transport } from '../../src/cli/client/transport.ts'
import { createAlbum, ALBUM_HEADER, createFullAlbum } from '../support/album.ts'
import { openImportCli } from '../support/import-cli.ts'

/** A transport that changes files once, after the check and before the first upload. */
function beforeUploads(change: () => Promise<void>): Transport {
  let changed: Promise<void> | undefined
  return async (request) => {
    if (request.url.includes('upload-url')) await (changed ??= change())
    return send(request, {})
  }
}

const FAULTS: [name: string, change: (path: string) => Promise<unknown>, code: string][] = [
  ['is deleted', (path) => rm(path), 'file.missing'],
  ['leads to a file that is gone', (path) => replaceByLink(path, 'gone.jpg'), 'file.missing'],
  ['leads to itself', (path) => replaceByLink(path, path), 'file.missing'],
  ['gets a name that is too long', (path) => replaceByLink(path, 'x'.repeat(300)), 'file.missing'],
  ['lies below a file', (path) => replaceByLink(path, `${path}.other/1.jpg`), 'file.missing'],
  ['becomes a folder', (path) => rm(path).then(() => mkdir(path)), 'file.changed'],
]

async function replaceByLink(path: string, target: string): Promise<void> {
  await rm(path)
  await symlink(target, path)
}

test.each(FAULTS)(
  'fails the row of a file that %s, and imports the others',
  async (_, change, code) => {
    await using cli = await openImportCli()
    await using album = await createFullAlbum(3)
    await album.file('2.jpg.other', '')
    const transport = beforeUploads(async () => void (await change(join(album.path, '2.jpg'))))
    const words = [album.manifest, '--collection', String(cli.collection), '--json']
    const { code: exitCode, stdout } = await cli.run(words, { transport })
    expect(exitCode).toBe(6)
    const { rows, summary } = JSON.parse(stdout)
    expect(rows[1]).toMatchObject({ state: 'failed', code, message: expect.any(String) })
    expect(summary).toMatchObject({ imported: 2, failed: 1 })
  },
)

test('stops with its summary when the files of a drive are gone, and continues when they are back', async () => {
  await using cli = await openImportCli()
  await using album = await createAlbum()
  const [drive, away] = [join(album.path, 'drive'), join(album.path, 'away')]
  const names = Array.from({ length: 30 }, (_, n) => `drive/${n + 1}.jpg`)
  for (const [n, name] of names.entries()) await album.picture(name, n)
  await album.table(ALBUM_HEADER, ...names.map((name) => `${name},${name},1920,1920`))
  const words = [album.manifest, '--collection', String(cli.collection)]
  const transport = beforeUploads(() => rename(drive, away))
  const { code, stderr } = await cli.run([...words, '--on-error', 'continue'], { transport })
  expect(code).toBe(6)
  expect(stderr).toMatch(/0 imported, \d+ failed, (\d+ unfinished, )?\d+ not started\./)
  expect(stderr).toMatch(/Stopped early: .*could not be read.*ENOENT.*run the same command again/)
  await rename(away, drive)
  const again = await cli.run([...words, '--json'])
  expect(again.code).toBe(0)
  expect((await cli.images()).map(({ title }) => title).toSorted()).toEqual(names.toSorted())
})

test('add and replace say that a file vanished before it was sent', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(1)
  const path = join(album.path, '1.jpg')
  const transport = beforeUploads(() => rm(path))
  const described = ['--title', 'A', '--original-date', '1920', '--edtf-date', '1920']
  const add = ['add', path, '--collection', String(cli.collection), ...described]
  const added = await cli.command([...add, '--json'], { transport })
  expect(added.code).toBe(6)
  expect(JSON.parse(added.stdout).rows[0]).toMatchObject({ state: 'failed', code: 'file.missing' })
  await album.picture('1.jpg', 1)
  expect((await cli.command(add)).code).toBe(0)
  const [image] = await cli.images()
  await album.picture('1.jpg', 2)
  const replaced = await cli.command(['replace', String(image?.id), path, '--yes'], {
    transport: beforeUploads(() => rm(path)),
  })
  expect(replaced.code).toBe(6)
  expect(replaced.stderr).toContain('Not replaced: The file cannot be read: ENOENT')
})

test('fails the row of a replacement whose file vanished', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(2)
  await cli.run([album.manifest, '--collection', String(cli.collection)])
  const ids = (await cli.images()).map(({ id }) => id)
  for (const [n] of ids.entries()) await album.picture(`new/${n}.jpg`, 100 + n)
  await album.table('image_id,file', ...ids.map((id, n) => `${id},new/${n}.jpg`))
  const words = ['replace', '--manifest', album.manifest, '--yes', '--json']
  const transport = beforeUploads(() => rm(join(album.path, 'new/0.jpg')))
  const { code, stdout } = await cli.command(words, { transport })
  expect(code).toBe(6)
  expect(JSON.parse(stdout).rows.map(({ state }: { state: string }) => state)).toEqual([
    'failed',
    'replaced',
  ])
})

test('the check names a description that cannot be read', async () => {
  await using cli = await openImportCli()
  await using album = await createAlbum()
  for (const number of [1, 2, 3]) await album.picture(`folder/00000${number}.jpg`, number)
  await mkdir(join(album.path, 'folder/000001.json'))
  await symlink('gone.json', join(album.path, 'folder/000002.json'))
  const described = { title: 'A', original_date: '1920', edtf_date: '1920' }
  await album.file('folder/000003.json', JSON.stringify(described))
  const words = ['check', join(album.path, 'folder'), '--offline', '--json']
  const { code, stdout } = await cli.run([...words, '--collection', String(cli.collection)])
  expect(code).toBe(3)
  const { findings } = JSON.parse(stdout)
  const told = findings
    .slice(1)
    .map(({ code, line }: { code: string; line: number }) => [line, code])
  expect(told).toEqual([
    [1, 'folder.description'],
    [2, 'folder.description'],
  ])
})
