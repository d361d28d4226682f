import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ALBUM_HEADER, createAlbum } from '../support/album.ts'
import { openImportCli } from '../support/import-cli.ts'
import { parsePage } from '../support/parse-page.ts'
import { UNDECODABLE_JPEG } from '../support/pictures.ts'

async function hostileAlbum() {
  const album = await createAlbum()
  const names = ['<b onclick=go()>.jpg', 'good.jpg']
  await album.file(names[0]!, UNDECODABLE_JPEG)
  await album.picture(names[1]!, 1)
  const rows = names.map((name) => `${name},A title,1920,1920`)
  await album.file('album.csv', [ALBUM_HEADER, ...rows].join('\n'))
  return album
}

test('reports a page that it cannot write before it sends anything', async () => {
  await using cli = await openImportCli()
  await using album = await hostileAlbum()
  const nowhere = join(album.path, 'nowhere', 'page.html')
  const words = [album.manifest, '--collection', String(cli.collection)]
  const { code, stderr } = await cli.run([...words, '--html-report', nowhere])
  expect([code, stderr]).toEqual([9, expect.stringContaining(`Cannot write ${nowhere}`)])
  expect(await cli.images()).toEqual([])
})

test('writes the outcome of each row, and escapes names', async () => {
  await using cli = await openImportCli()
  await using album = await hostileAlbum()
  const path = join(album.path, 'page.html')
  const words = [album.manifest, '--collection', String(cli.collection)]
  expect((await cli.run([...words, '--html-report', path])).code).toBe(6)
  const page = await readFile(path, 'utf8')
  expect(page).toContain('1 imported, 1 failed.')
  expect(page).toContain('&lt;b onclick=go()&gt;.jpg')
  expect(page).not.toContain('<b ')
  const [image] = await cli.images()
  const address = `${cli.server.baseUrl}/api/v2/images/${image?.id}/`
  expect(parsePage(page).attributes('a', 'href')).toContain(address)
  expect((await cli.run(['report', album.manifest, '--html-report', path])).code).toBe(0)
  expect(await readFile(path, 'utf8')).toBe(page)
  expect((await readdir(album.path)).filter((name) => name.endsWith('.part'))).toEqual([])
})
