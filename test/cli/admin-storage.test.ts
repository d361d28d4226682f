import { appendFile, mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formatTimestamp } from '../../src/core/base/clock.ts'
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
  const trashed = [beside, 'incoming/unknown-slot', `${old}/tiles.bin`]
  const { body: trash } = await admin(['storage', 'trash'])
  expect(trash.map(({ key }: { key: string }) => key).sort()).toEqual(trashed)
  expect(trash[0]).toMatchObject({ bytes: 3, reason: 'untracked' })
  const restored = await admin(['storage', 'restore', old])
  expect(restored.body).toMatchObject([{ key: trashed[2], state: 'unreferenced', image: 1 }])
  expect(await readFile(join(objects, old, 'tiles.bin'), 'utf8')).toBe('old')
  await rm(join(objects, old), { recursive: true })
  expect(await api.server.catalog.storage.stat(incomingKey(slot.slot_id))).toBeDefined()
  expect(await admin(['storage', 'verify'])).toMatchObject({ code: 0, body: [] })
  const emptied = await admin(['storage', 'prune', '--empty-trash', '--yes'])
  expect(pathsOf(emptied.body)).toEqual(trashed.slice(0, 2))
  expect(await readdir(join(objects, 'trash'))).toEqual([])
  expect((await admin(['storage', 'restore', old])).code).toBe(5)
  const { body } = await admin(['audit', 'list', '--object', 'storage'])
  expect(body.map(({ action }: { action: string }) => action)).toEqual([
    'storage.empty_trash',
    'storage.restore',
    'storage.prune',
  ])
})

test('keeps the originals of deleted images and replaced files in the trash, and restores them', async () => {
  await using here = await openBackedUpCatalog({ images: 2 })
  const { api } = here
  const admin = (words: string[]) => here.admin(words)
  const { catalog, clock, data } = api.server
  const [first, second] = await originalsOf(here)
  const bytes = await readFile(second!)
  const key = second!.slice(join(data, 'objects/').length)
  expect((await admin(['image', 'delete', '2', '--yes'])).code).toBe(0)
  await catalog.jobs.drain()
  expect(await api.server.catalog.storage.stat(key)).toBeUndefined()
  const { body: trash } = await admin(['storage', 'trash'])
  const day = 24 * 60 * 60
  expect(trash).toEqual([
    {
      key,
      image: 2,
      bytes: bytes.length,
      reason: 'deleted',
      moved_at: formatTimestamp(clock.now()),
      deleted_after: formatTimestamp(clock.now() + 30 * day * 1e6),
    },
  ])
  const restored = await admin(['storage', 'restore', '--image', '2'])
  expect(restored.body).toMatchObject([{ key, state: 'unreferenced', path: second }])
  expect(restored.stderr).toContain('moves them to the trash again after a day')
  expect(await readFile(second!)).toEqual(bytes)
  await catalog.storage.move(key, `trash/2026-11-22T030000.000000Z-replaced/${key}`)
  const used = first!.slice(first!.lastIndexOf('images/'))
  await catalog.storage.move(used, `trash/2026-11-22T030000.000000Z-orphaned/${used}`)
  const missing = await admin(['storage', 'restore', '--missing'])
  expect(missing).toMatchObject({ code: 0, body: [{ key: used, state: 'restored' }] })
  expect(await admin(['storage', 'restore', '--missing'])).toMatchObject({ code: 0, body: [] })
  await writeFile(second!, 'other').catch(() => undefined)
  await catalog.storage.putFile(first!, key)
  expect(await admin(['storage', 'restore', key])).toMatchObject({
    code: 11,
    body: [{ key, state: 'conflict' }],
  })
  expect(await readFile(second!)).toEqual(await readFile(first!))
  expect((await admin(['image', 'delete', '1', '2', '--yes', '--now'])).code).toBe(0)
  expect((await admin(['storage', 'trash'])).body).toEqual([])
  expect(await readdir(join(data, 'objects/images'))).toEqual([])
  await catalog.jobs.drain()
  expect((await admin(['storage', 'trash'])).body).toEqual([])
})

test('moves the former file of a replaced image to the trash', async () => {
  await using here = await openBackedUpCatalog({ images: 1 })
  const { api } = here
  const admin = (words: string[]) => here.admin(words)
  const [former] = await originalsOf(here)
  const bytes = await plain(20, 10, RED).png().toBuffer()
  const slot = await api.uploadToNewSlot(bytes, 'image/png')
  expect((await api.replace(1, slot)).status).toBe(200)
  api.server.clock.advance(25 * 60 * 60)
  await api.server.catalog.jobs.drain()
  expect((await admin(['storage', 'trash'])).body).toMatchObject([
    { key: former!.slice(former!.indexOf('images/1/')), image: 1, reason: 'replaced' },
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
