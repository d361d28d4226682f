import { expect, test } from 'vitest'
import { ALBUM_HEADER, createAlbum, createFullAlbum } from '../support/album.ts'
import { openImportCli } from '../support/import-cli.ts'

async function openTwoCollections() {
  const cli = await openImportCli()
  const source_id = await cli.seed.source({ name: 'Town archive' })
  const album = await cli.seed.collection({ source_id, name: 'Album 3' })
  const views = await cli.seed.collection({ source_id, name: 'Views' })
  return { cli, album, views }
}

test.each([[[]], [['--dry-run']], [['--yes']]])(
  'refuses to import a finished manifest into another collection %j',
  async (more) => {
    const { cli, album, views } = await openTwoCollections()
    await using _open = cli
    await using pictures = await createFullAlbum(2)
    await cli.run([pictures.manifest, '--collection', String(album)])
    const again = await cli.run([pictures.manifest, '--collection', String(views), ...more])
    expect(again.code).toBe(9)
    expect(again.stderr).toContain(
      '2 rows, from line 2 on, were already sent to "Album 3" (Town archive) but now name "Views" (Town archive).',
    )
    expect(again.stderr).toContain('--journal FOLDER')
    expect(await cli.images()).toHaveLength(2)
  },
)

test('imports into both collections with two journals', async () => {
  const { cli, album, views } = await openTwoCollections()
  await using _open = cli
  await using pictures = await createFullAlbum(1)
  await cli.run([pictures.manifest, '--collection', String(album)])
  const journal = ['--journal', `${pictures.path}/views`]
  const other = await cli.run([pictures.manifest, '--collection', String(views), ...journal])
  expect(other.code).toBe(0)
  expect((await cli.images()).map(({ collection_id }) => collection_id)).toEqual([album, views])
})

test('refuses a row whose collection column changed after its import', async () => {
  const { cli, album, views } = await openTwoCollections()
  await using _open = cli
  await using pictures = await createFullAlbum(2)
  const header = `${ALBUM_HEADER},collection`
  await pictures.table(header, `1.jpg,One,1920,1920,${album}`, `2.jpg,Two,1920,1920,${album}`)
  await cli.run([pictures.manifest, '--max-rows', '1'])
  await pictures.table(header, `1.jpg,One,1920,1920,${views}`, `2.jpg,Two,1920,1920,${views}`)
  const moved = await cli.run([pictures.manifest, '--json'])
  expect(moved.code).toBe(9)
  expect(JSON.parse(moved.stdout).error).toMatchObject({ code: 'journal.other_collection' })
  expect(await cli.images()).toHaveLength(1)
  // The collection of a row can change until the row is sent.
  await pictures.table(header, `1.jpg,One,1920,1920,${album}`, `2.jpg,Two,1920,1920,${views}`)
  expect((await cli.run([pictures.manifest])).code).toBe(0)
  expect((await cli.images()).map(({ collection_id }) => collection_id)).toEqual([album, views])
})

test('also compares the collection of rows whose files were moved', async () => {
  const { cli, album, views } = await openTwoCollections()
  await using _open = cli
  await using pictures = await createFullAlbum(1)
  const done = ['--move-done', `${pictures.path}/done`]
  await cli.run([pictures.manifest, '--collection', String(album), ...done])
  for (const more of [[], ['--dry-run']]) {
    const argv = [pictures.manifest, '--collection', String(views), ...done, ...more]
    expect((await cli.run(argv)).code).toBe(9)
    const same = [pictures.manifest, '--collection', String(album), ...done, ...more]
    expect((await cli.run(same)).code).toBe(0)
  }
})

test('compares the collection of pictures in a folder that are marked as done', async () => {
  const { cli, album, views } = await openTwoCollections()
  await using _open = cli
  await using pictures = await createAlbum()
  for (const number of ['000001', '000002']) {
    const words = { title: `Picture ${number}`, original_date: '1920', edtf_date: '1920' }
    await pictures.picture(`scans/${number}.jpg`, Number(number))
    await pictures.file(`scans/${number}.json`, JSON.stringify(words))
  }
  const folder = `${pictures.path}/scans`
  const first = await cli.run([folder, '--collection', String(album), '--max-rows', '1'])
  expect(first.code).toBe(0)
  expect((await cli.run([folder, '--collection', String(views)])).code).toBe(9)
  expect((await cli.run([folder, '--collection', String(album)])).code).toBe(0)
  expect(await cli.images()).toHaveLength(2)
})
