import { join } from 'node:path'
import { expect, test } from 'vitest'
import { send, type Transport } from '../../src/cli/client/transport.ts'
import { ALBUM_HEADER, createAlbum, createFullAlbum } from '../support/album.ts'
import { openImportCli } from '../support/import-cli.ts'

type ImportCli = Awaited<ReturnType<typeof openImportCli>>
type Album = Awaited<ReturnType<typeof createAlbum>>

/** Runs the import as on another machine: with another journal and state directory. */
function elsewhere(cli: ImportCli, album: Album, ...more: string[]) {
  const journal = ['--journal', join(album.path, 'elsewhere')]
  return cli.run([album.manifest, '--collection', String(cli.collection), ...journal, ...more])
}

function here(cli: ImportCli, album: Album, ...more: string[]) {
  return cli.run(wordsOf(cli, album, ...more))
}

function wordsOf(cli: ImportCli, album: Album, ...more: string[]): string[] {
  return [album.manifest, '--collection', String(cli.collection), ...more]
}

/** A transport that records the paths of all GET requests. */
function watched() {
  const paths: string[] = []
  const transport: Transport = (request) => {
    if (request.method === 'GET') paths.push(request.url)
    return send(request, {})
  }
  return {
    transport,
    lookups: () => paths.filter((path) => /[?&](?:sha256|reference_id)=/.test(path)),
  }
}

/** Loses the responses to commits, and then the connection. */
const losingCommits: Transport = async (request) => {
  if (/\/import\/(?:commit|cancel)\//.test(request.url)) {
    if (request.url.includes('/commit/')) await send(request, {})
    throw Object.assign(new Error('reset'), { code: 'ECONNRESET' })
  }
  return await send(request, {})
}

/** An instance without filters by several values. */
const foreign: Transport = async (request) => {
  const response = await send(request, {})
  const { 'catalog-features': _, ...headers } = response.headers
  return { ...response, headers }
}

test('skips pictures that another journal has imported, and reports their images', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(3)
  await elsewhere(cli, album, '--max-rows', '2')
  const dry = await here(cli, album, '--json', '--dry-run')
  const { code, stdout, stderr } = await here(cli, album, '--json')
  expect(code).toBe(0)
  expect(stderr).toContain(
    '2 rows are already in the collection from another import and will be skipped.',
  )
  expect(stderr).toContain('1 imported, 2 skipped (already in the collection).')
  const images = await cli.images()
  expect(images).toHaveLength(3)
  const { summary, rows } = JSON.parse(stdout)
  expect(summary).toMatchObject({ imported: 1, exists: 2, not_started: 0 })
  expect(rows.map(({ state, image_id }: never) => [state, image_id])).toEqual([
    ['exists', images[0]!.id],
    ['exists', images[1]!.id],
    ['imported', images[2]!.id],
  ])
  expect(JSON.parse(dry.stdout)).toMatchObject({
    summary: { exists: 2, not_started: 1 },
    rows: [{ state: 'exists', image_id: images[0]!.id }, {}, { state: 'not_started' }],
  })
})

test('finds pictures by reference where the files differ', async () => {
  await using cli = await openImportCli()
  await using album = await createAlbum()
  const header = `${ALBUM_HEADER},reference_id`
  await album.picture('1.jpg', 1)
  await album.table(header, '1.jpg,One,1920,1920,"Box 12, 3 % ä"')
  await elsewhere(cli, album)
  await album.picture('1.jpg', 9)
  await album.picture('2.jpg', 2)
  await album.table(header, '1.jpg,Uno,1920,1920,"Box 12, 3 % ä"', '2.jpg,Two,1920,1920,Box 12')
  const { stdout } = await here(cli, album, '--json')
  expect(JSON.parse(stdout).summary).toMatchObject({ imported: 1, exists: 1 })
})

test('ignores a reference that several rows share', async () => {
  await using cli = await openImportCli()
  await using album = await createAlbum()
  const row = (side: number) => `${side}.jpg,Side ${side},1920,1920,Sheet 7`
  for (const side of [1, 2, 3]) await album.picture(`${side}.jpg`, side)
  await album.table(`${ALBUM_HEADER},reference_id`, row(1))
  await elsewhere(cli, album)
  await album.table(`${ALBUM_HEADER},reference_id`, row(1), row(2), row(3))
  const { stdout } = await here(cli, album, '--json')
  expect(JSON.parse(stdout).summary).toMatchObject({ imported: 2, exists: 1 })
})

test('only warns about the same bytes with another title', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(1)
  await elsewhere(cli, album)
  await album.table(ALBUM_HEADER, '1.jpg,Another title,1920,1920')
  const { code, stderr } = await here(cli, album)
  expect(code).toBe(0)
  expect(stderr).toContain('likely.duplicate_on_server')
  expect(stderr).toContain('has the same content and a different title, "Picture 1".')
  expect(await cli.images()).toHaveLength(2)
})

test('--duplicates import makes the images again; --duplicates fail sends nothing and exits with 9', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(2)
  await elsewhere(cli, album, '--max-rows', '1')
  const [first] = await cli.images()
  for (const more of [[], ['--dry-run']]) {
    const refused = await here(cli, album, '--duplicates', 'fail', ...more)
    expect(refused.code).toBe(9)
    expect(refused.stderr).toContain(
      `1 row is already in the collection: line 2 is image ${first!.id}.`,
    )
  }
  expect(await cli.images()).toHaveLength(1)
  await here(cli, album)
  expect(await cli.images()).toHaveLength(2)
  const again = await here(cli, album, '--duplicates', 'import', '--json')
  expect(JSON.parse(again.stdout).summary).toMatchObject({
    imported: 1,
    imported_before: 1,
    exists: 0,
  })
  expect(await cli.images()).toHaveLength(3)
})

test('imports a skipped row once its image has another title', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(1)
  await elsewhere(cli, album)
  await here(cli, album)
  for (const { id } of await cli.images()) await cli.seed.change(id, { title: 'Renamed' })
  const { stdout } = await here(cli, album, '--json')
  expect(JSON.parse(stdout).summary).toMatchObject({ imported: 1, exists: 0 })
})

test('ignores images of its own journal and of other collections', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(1)
  const other = String(await cli.seed.collection())
  await cli.run([album.manifest, '--collection', other, '--journal', join(album.path, 'other')])
  await here(cli, album)
  expect(await cli.images()).toHaveLength(2)
  const row = 'Picture 1,about 1920,1920~'
  await album.table(`${ALBUM_HEADER},row_id`, `1.jpg,${row},1.jpg`, `1.jpg,${row},again`)
  const { stdout } = await here(cli, album, '--json')
  expect(JSON.parse(stdout).summary).toMatchObject({ imported: 1, imported_before: 1, exists: 0 })
})

test('imports the twin of a row in doubt, whose image it finds', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(1)
  const row = 'Picture 1,about 1920,1920~'
  await album.table(`${ALBUM_HEADER},row_id`, `1.jpg,${row},one`, `1.jpg,${row},two`)
  const lost = await cli.run(wordsOf(cli, album, '--max-rows', '1'), {
    transport: losingCommits,
  })
  expect(lost.code).toBe(8)
  expect(await cli.images()).toHaveLength(1)
  const { code, stdout } = await here(cli, album, '--json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout).summary).toMatchObject({ imported: 2, exists: 0 })
  expect(await cli.images()).toHaveLength(2)
})

test('skips the twin of a row in doubt if another import has made its image before', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(1)
  const row = 'Picture 1,about 1920,1920~'
  await elsewhere(cli, album)
  await album.table(`${ALBUM_HEADER},row_id`, `1.jpg,${row},one`, `1.jpg,${row},two`)
  const again = ['--max-rows', '1', '--duplicates', 'import']
  await cli.run(wordsOf(cli, album, ...again), { transport: losingCommits })
  const { stdout } = await here(cli, album, '--json')
  const [first] = await cli.images()
  expect(JSON.parse(stdout).rows).toMatchObject([
    { state: 'imported' },
    { state: 'exists', image_id: first!.id },
  ])
})

test('looks up many rows with few requests, and none in an empty collection', async () => {
  await using cli = await openImportCli()
  await using album = await createAlbum()
  const bytes = await album.picture('1.jpg')
  expect(bytes.length).toBeGreaterThan(0)
  const rows = Array.from(
    { length: 150 },
    (_, n) => `1.jpg,Picture ${n},1920,1920,${n},${'ж'.repeat(40)}${n}`,
  )
  await album.table(`${ALBUM_HEADER},row_id,reference_id`, ...rows)
  const first = watched()
  await cli.run([album.manifest, '--collection', String(cli.collection), '--max-rows', '1'], first)
  expect(first.lookups()).toEqual([])
  const second = watched()
  const journal = ['--journal', join(album.path, 'elsewhere'), '--dry-run', '--json']
  const words = [album.manifest, '--collection', String(cli.collection), ...journal]
  const { stdout } = await cli.run(words, second)
  expect(JSON.parse(stdout).summary).toMatchObject({ exists: 1, not_started: 149 })
  expect(second.lookups().length).toBeLessThan(40)
  for (const path of second.lookups()) expect(path.length).toBeLessThan(8000)
})

test('reports an instance without the filters; --duplicates fail sends nothing then', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(1)
  await elsewhere(cli, album)
  const options = { transport: foreign }
  const words = [album.manifest, '--collection', String(cli.collection)]
  const refused = await cli.run([...words, '--duplicates', 'fail'], options)
  expect(refused.code).toBe(9)
  expect(await cli.images()).toHaveLength(1)
  const { code, stderr } = await cli.run(words, options)
  expect(code).toBe(0)
  expect(stderr).toContain('duplicates.unchecked')
  expect(await cli.images()).toHaveLength(2)
})

test('catalog add skips a picture that its collection has, and prints its image', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(1)
  await elsewhere(cli, album)
  const [image] = await cli.images()
  const words = ['add', join(album.path, '1.jpg'), '--collection', String(cli.collection)]
  const described = ['--title', 'Picture 1', '--original-date', '1920', '--edtf-date', '1920']
  const { code, stdout } = await cli.command([...words, ...described, '--json'])
  expect(code).toBe(0)
  expect(JSON.parse(stdout).rows).toMatchObject([{ state: 'exists', image_id: image!.id }])
  const twice = await cli.command([...words, ...described, '--duplicates', 'import'])
  expect(twice.code).toBe(0)
  expect(await cli.images()).toHaveLength(2)
})
