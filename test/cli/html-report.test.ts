import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ALBUM_HEADER, createAlbum } from '../support/album.ts'
import { openCliDesk } from '../support/import-desk-cli.ts'
import { HARDLY_A_PICTURE } from '../support/pictures.ts'

async function hostileAlbum() {
  const album = await createAlbum()
  const names = ['<b onclick=go()>.jpg', 'good.jpg']
  await album.file(names[0]!, HARDLY_A_PICTURE)
  await album.picture(names[1]!, 1)
  const rows = names.map((name) => `${name},A title,1920,1920`)
  await album.file('album.csv', [ALBUM_HEADER, ...rows].join('\n'))
  return album
}

test('reports a page that it cannot write before it sends anything', async () => {
  await using desk = await openCliDesk()
  await using album = await hostileAlbum()
  const nowhere = join(album.path, 'nowhere', 'page.html')
  const words = [album.manifest, '--collection', String(desk.collection)]
  const { code, stderr } = await desk.run([...words, '--html-report', nowhere])
  expect([code, stderr]).toEqual([9, expect.stringContaining(`Cannot write ${nowhere}`)])
  expect(await desk.images()).toEqual([])
})

test('writes the outcome of each row, and escapes names', async () => {
  await using desk = await openCliDesk()
  await using album = await hostileAlbum()
  const path = join(album.path, 'page.html')
  const words = [album.manifest, '--collection', String(desk.collection)]
  expect((await desk.run([...words, '--html-report', path])).code).toBe(6)
  const page = await readFile(path, 'utf8')
  expect(page).toContain('1 imported, 1 failed.')
  expect(page).toContain('&lt;b onclick=go()&gt;.jpg')
  expect(page).not.toContain('<b ')
  const [image] = await desk.images()
  expect(page).toContain(`href="${desk.server.baseUrl}/api/v2/images/${image?.id}/"`)
  expect((await desk.run(['report', album.manifest, '--html-report', path])).code).toBe(0)
  expect(await readFile(path, 'utf8')).toBe(page)
  expect((await readdir(album.path)).filter((name) => name.endsWith('.part'))).toEqual([])
})
