import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ALBUM_HEADER, createAlbum } from '../support/album.ts'
import { openImportCli } from '../support/import-cli.ts'
import { runCli } from '../support/test-cli.ts'

interface Told {
  code: string
  message: string
}

async function findingsOf(manifest: string, ...more: string[]): Promise<Told[]> {
  const words = ['import', 'check', manifest, '--offline', '--json', '--collection', '1']
  const { stdout } = await runCli([...words, ...more])
  const { findings } = JSON.parse(stdout) as { findings: Told[] }
  return findings.filter(({ code }) => code !== 'license.empty')
}

test('rejects links of a manifest that lead out of its folder, and says how to allow them', async () => {
  await using album = await createAlbum()
  await using elsewhere = await createAlbum()
  await elsewhere.picture('private/secret.jpg')
  await album.picture('scans/own.jpg', 2)
  await symlink(join(elsewhere.path, 'private/secret.jpg'), join(album.path, 'link.jpg'))
  await symlink(join(elsewhere.path, 'private'), join(album.path, 'folder'))
  await symlink(join(album.path, 'scans/own.jpg'), join(album.path, 'inside.jpg'))
  const names = ['link.jpg', 'folder/secret.jpg', 'inside.jpg']
  await album.table(`${ALBUM_HEADER},row_id`, ...names.map((name) => `${name},A,1920,1920,${name}`))
  const found = await findingsOf(album.manifest)
  expect(found.map(({ code }) => code)).toEqual(['file.outside_root', 'file.outside_root'])
  const folder = join(elsewhere.path, 'private')
  expect(found[0]?.message).toContain(`--files ${album.path} --files ${folder}`)
  const allowed = await findingsOf(album.manifest, '--files', album.path, '--files', folder)
  expect(allowed.filter(({ code }) => code !== 'file.duplicate_content')).toEqual([])
})

test('rejects a description that is a link out of its numbered folder', async () => {
  await using album = await createAlbum()
  await album.file('secret.json', '{"title":"not for the archive"}')
  await album.picture('scans/000001.jpg')
  await symlink('../secret.json', join(album.path, 'scans/000001.json'))
  const [found] = (await findingsOf(join(album.path, 'scans'))).filter(
    ({ code }) => code !== 'column.missing',
  )
  expect(found).toMatchObject({ code: 'file.outside_root' })
  expect(JSON.stringify(found)).not.toContain('not for the archive')
})

test('accepts a manifest folder that is itself a link', async () => {
  await using album = await createAlbum()
  await album.picture('scans/a.jpg')
  await mkdir(join(album.path, 'links'))
  await album.file('scans/album.csv', `${ALBUM_HEADER}\na.jpg,A,1920,1920\n`)
  await symlink('../scans', join(album.path, 'links/scans'))
  expect(await findingsOf(join(album.path, 'links/scans/album.csv'))).toEqual([])
})

test('accepts a link given on the command line', async () => {
  await using cli = await openImportCli()
  await using album = await createAlbum()
  await using elsewhere = await createAlbum()
  await elsewhere.picture('real.jpg')
  await symlink(join(elsewhere.path, 'real.jpg'), join(album.path, 'link.jpg'))
  const link = join(album.path, 'link.jpg')
  const words = ['--title', 'A', '--original-date', '1920', '--edtf-date', '1920']
  const collection = String(cli.collection)
  const added = await cli.command(['add', link, '--collection', collection, ...words])
  expect(added.code, added.stderr).toBe(0)
  const [image] = await cli.images()
  expect((await cli.command(['replace', String(image?.id), link, '--yes'])).code).toBe(0)
})
