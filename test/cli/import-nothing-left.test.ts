import { expect, test } from 'vitest'
import { ALBUM_HEADER, createAlbum } from '../support/album.ts'
import { openImportCli } from '../support/import-cli.ts'

type Album = Awaited<ReturnType<typeof createAlbum>>

const WORDS = { title: 'Picture', original_date: '1920', edtf_date: '1920' }

/** Creates a folder of numbered pictures with descriptions. */
async function createPairs(album: Album, count: number): Promise<string> {
  for (let n = 1; n <= count; n += 1) {
    await album.picture(`scans/00000${n}.jpg`, n)
    await album.file(`scans/00000${n}.json`, JSON.stringify(WORDS))
  }
  return `${album.path}/scans`
}

test('a repeated import of a numbered folder has nothing left to do', async () => {
  await using cli = await openImportCli()
  await using album = await createAlbum()
  const folder = await createPairs(album, 2)
  const words = [folder, '--collection', String(cli.collection)]
  expect((await cli.run(words)).code).toBe(0)
  const again = await cli.run(words)
  expect(again.code, again.stdout).toBe(0)
  expect(again.stderr).toContain('Nothing left to do')
  expect((await cli.run([...words, '--dry-run'])).code).toBe(0)
  expect((await cli.run([...words, '--error-on-nothing'])).code).toBe(10)
  expect((await cli.run([...words, '--error-on-nothing', '--dry-run'])).code).toBe(10)
  expect((await cli.run([folder])).code).toBe(0)
  const check = await cli.run(['check', folder], { tty: true })
  expect(check.code).toBe(0)
  expect(check.stdout).toContain('No rows left to import: 2 rows already imported.')
  expect(await cli.images()).toHaveLength(2)
})

test('a new picture among imported ones needs all required fields', async () => {
  await using cli = await openImportCli()
  await using album = await createAlbum()
  const folder = await createPairs(album, 1)
  const words = [folder, '--collection', String(cli.collection)]
  await cli.run(words)
  await album.picture('scans/000009.jpg', 9)
  await album.file('scans/000009.json', '{"title":"New"}')
  const again = await cli.run([...words, '--json'])
  expect(again.code).toBe(3)
  const { findings } = JSON.parse(again.stdout) as { findings: { code: string }[] }
  expect(findings.map(({ code }) => code)).toContain('column.missing')
})

test.each([
  ['album.csv', `file,skip\na.jpg,yes\nb.jpg,x\n`],
  ['album.csv', `${ALBUM_HEADER},skip\nmissing.jpg,,,,1\n`],
  ['album.jsonl', '{"file":"a.jpg","skip":true}\n'],
])('a manifest of skipped rows only has nothing to do: %s', async (name, content) => {
  await using cli = await openImportCli()
  await using album = await createAlbum()
  await album.file(name, content)
  const words = [`${album.path}/${name}`]
  const { code, stderr, stdout } = await cli.run(words)
  expect(code, stdout).toBe(0)
  expect(stderr).toContain('Nothing left to do')
  expect((await cli.run([...words, '--error-on-nothing'])).code).toBe(10)
  expect((await cli.run(['check', ...words])).code).toBe(0)
})

test.each([
  ['album.csv', `${ALBUM_HEADER}\n`],
  ['album.csv', 'file,title\n'],
  ['album.csv', ''],
  ['album.jsonl', ''],
  ['album/notes.txt', 'no pictures'],
])('reports a manifest without rows once: %s %j', async (name, content) => {
  await using cli = await openImportCli()
  await using album = await createAlbum()
  await album.file(name, content)
  const path = `${album.path}/${name.replace(/\/.*/, '')}`
  const words = [path, '--collection', String(cli.collection), '--json']
  const { code, stdout } = await cli.run(['check', ...words])
  expect(code).toBe(3)
  const { findings } = JSON.parse(stdout) as { findings: { code: string }[] }
  expect(findings.map((finding) => finding.code).filter((one) => one !== 'column.missing')).toEqual(
    ['manifest.empty'],
  )
})
