import { appendFile, mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { incomingKey } from '../../src/core/storage/keys.ts'
import { openBackedUpCatalog, type BackedUpCatalog } from '../support/backups.ts'
import { plain, RED } from '../support/pictures.ts'

/** Makes files old enough: the clock of the test starts in the past of the file system's clock. */
function ageFiles({ api }: BackedUpCatalog): void {
  const { clock } = api.server
  clock.advance(Date.now() / 1000 - clock.now() / 1e6 + 2 * 60 * 60)
}

async function originalsOf({ api }: BackedUpCatalog): Promise<string[]> {
  const { reads, storage } = api.server.catalog
  const images = await reads.selectFrom('image').select(['id', 'file_version']).execute()
  return images.map(({ id, file_version }) =>
    storage.locate(`images/${id}/${file_version}/original.jpg`),
  )
}

test('finds a flipped byte, a missing file and an extra file', async () => {
  await using here = await openBackedUpCatalog({ images: 3 })
  ageFiles(here)
  expect(await here.admin(['storage', 'verify'])).toMatchObject({ code: 0, body: [] })
  const [first, second] = await originalsOf(here)
  const bytes = await readFile(first!)
  bytes[100]! ^= 1
  await writeFile(first!, bytes)
  await rm(second!)
  const extra = 'images/3/AAAAAAAAAAAAAAAAAAAAAA'
  await mkdir(join(here.api.server.data, 'objects', extra))
  const { code, body, stderr } = await here.admin(['storage', 'verify'])
  expect(code).toBe(11)
  expect(body).toEqual([
    expect.objectContaining({ code: 'changed', image: 1 }),
    expect.objectContaining({ code: 'missing', image: 2 }),
    { code: 'untracked', path: extra, image: 3, message: `No row names ${extra}.` },
  ])
  expect(stderr).toContain('3 files are missing, changed or untracked')
})

test('compares only sizes on request, of one image or from one on', async () => {
  await using here = await openBackedUpCatalog({ images: 2 })
  const [first, second] = await originalsOf(here)
  const bytes = await readFile(first!)
  bytes[100]! ^= 1
  await writeFile(first!, bytes)
  await appendFile(second!, 'x')
  const imagesOf = async (...words: string[]) => {
    const { body } = await here.admin(['storage', 'verify', ...words])
    return body.map(({ image }: { image: number }) => image)
  }
  expect(await imagesOf()).toEqual([1, 2])
  expect(await imagesOf('--quick')).toEqual([2])
  expect(await imagesOf('--image', '1')).toEqual([1])
  expect(await imagesOf('--from', '2')).toEqual([2])
  expect((await here.admin(['storage', 'verify', '--image', '1', '--from', '2'])).code).toBe(2)
})

test('moves untracked files to the trash, but no upload of a slot and no new file', async () => {
  await using here = await openBackedUpCatalog({ images: 1 })
  const { api } = here
  const admin = (words: string[]) => here.admin(words)
  const { data } = api.server
  const objects = join(data, 'objects')
  const slot = await api.uploadToNewSlot(await plain(9, 9, RED).jpeg().toBuffer())
  ageFiles(here)
  const old = `tiles/1/BBBBBBBBBBBBBBBBBBBBBB`
  await mkdir(join(objects, old), { recursive: true })
  await writeFile(join(objects, old, 'tiles.bin'), 'old')
  await writeFile(join(objects, 'incoming/unknown-slot'), 'old')
  const [version] = await readdir(join(objects, 'images/1'))
  const beside = `images/1/${version}/.original of a user (1).jpg`
  await writeFile(join(objects, beside), 'old')
  const paths = [beside, 'incoming/unknown-slot', old]
  const pathsOf = (body: { path: string }[]) => body.map(({ path }) => path).sort()
  const planned = await admin(['storage', 'prune', '--dry-run'])
  expect(pathsOf(planned.body)).toEqual(paths)
  expect((await admin(['storage', 'prune'])).code).toBe(2)
  const pruned = await admin(['storage', 'prune', '--yes'])
  expect(pathsOf(pruned.body)).toEqual(paths)
  const [folder] = await readdir(join(data, 'trash'))
  expect(await readFile(join(data, 'trash', folder!, old, 'tiles.bin'), 'utf8')).toBe('old')
  expect(await api.server.catalog.storage.stat(incomingKey(slot.slot_id))).toBeDefined()
  expect(await admin(['storage', 'verify'])).toMatchObject({ code: 0, body: [] })
  const emptied = await admin(['storage', 'prune', '--empty-trash', '--yes'])
  expect(emptied.body).toEqual([{ id: folder, deleted: true }])
  expect(await readdir(join(data, 'trash'))).toEqual([])
  const { body } = await admin(['audit', 'list', '--object', 'storage'])
  expect(body.map(({ action }: { action: string }) => action)).toEqual([
    'storage.empty_trash',
    'storage.prune',
  ])
})

test('leaves files alone that are younger than an hour', async () => {
  await using here = await openBackedUpCatalog({ images: 1 })
  const { clock, data } = here.api.server
  clock.advance(Date.now() / 1000 - clock.now() / 1e6)
  const path = join(data, 'objects/incoming/young')
  await writeFile(path, 'young')
  await utimes(path, 0, 0)
  expect((await here.admin(['storage', 'prune', '--yes'])).body).toEqual([])
})

test('shows how much space each kind of file takes', async () => {
  await using here = await openBackedUpCatalog({ images: 2 })
  const { code, body } = await here.admin(['storage', 'usage'])
  expect(code).toBe(0)
  const files = Object.fromEntries(
    body.map(({ kind, files }: { kind: string; files: number }) => [kind, files]),
  )
  expect(files).toMatchObject({ originals: 2, derivatives: 4, tiles: 2, uploads: 0, backups: 0 })
})
