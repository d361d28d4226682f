import { mkdir, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { verifyBackup } from '../../src/core/backup/verify-backup.ts'
import { databasePath } from '../../src/core/storage/disk/data-folder.ts'
import { getDatabaseSize } from '../../src/core/database/database-files.ts'
import { checkpointWal } from '../../src/core/database/sqlite/checkpoint-wal.ts'
import { takeBackupLock } from '../../src/core/database/locks.ts'
import { mountSmallDisk } from '../support/failing-disk.ts'
import { openBackedUpCatalog } from '../support/backups.ts'
import { plain, RED } from '../support/pictures.ts'

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

test('backs up a served catalog by hard links, with the signing key and a manifest', async () => {
  await using here = await openBackedUpCatalog()
  const { data } = here.api.server
  await writeFile(join(data, 'catalog.toml'), 'log_level = "warn"\n')
  const { code, body, stderr } = await here.admin(['backup', 'create'])
  expect(code, stderr).toBe(0)
  expect(body).toMatchObject({
    id: '2026-03-01T120000Z',
    path: join(data, 'backups/2026-03-01T120000Z'),
    files: 8,
    linked: 8,
    copied: 0,
    missing: 0,
    changed: 0,
  })
  expect(stderr).toContain('hard-linked')
  const manifest = JSON.parse(await readFile(join(body.path, 'manifest.json'), 'utf8'))
  expect(manifest.files.map(({ path }: { path: string }) => path)).toEqual([
    'catalog.sqlite',
    'secret',
    'catalog.toml',
    'stored-files.ndjson',
  ])
  for (const name of ['secret', 'catalog.sqlite', 'catalog.toml'])
    expect(await modeOf(join(body.path, name)), name).toBe('600')
  expect(await modeOf(body.path)).toBe('700')
  expect(await readdir(join(data, 'backups'))).not.toContainEqual(
    expect.stringContaining('incomplete'),
  )
})

test('verifies a backup and lists backups with their size', async () => {
  await using here = await openBackedUpCatalog()
  await here.backUp()
  const verified = await here.admin(['backup', 'verify'])
  expect(verified).toMatchObject({ code: 0, body: [] })
  expect(verified.stderr).toContain('complete and undamaged')
  const { body } = await here.admin(['backup', 'list'])
  expect(body).toEqual([
    {
      id: '2026-03-01T120000Z',
      created_at: '2026-03-01T12:00:00.000000Z',
      files: 8,
      bytes: expect.any(Number),
      derivatives: true,
      storage_url: null,
      problem: null,
    },
  ])
  expect((await here.admin(['backup', 'create', '--database-only'])).code).toBe(3)
})

test('leaves the backup as it was when the server replaces and deletes files', async () => {
  await using here = await openBackedUpCatalog()
  const { api } = here
  await here.backUp()
  const other = await plain(20, 9, RED).jpeg().toBuffer()
  await api.replace(1, await api.uploadToNewSlot(other))
  api.server.clock.advance(25 * 60 * 60)
  await api.server.catalog.jobs.drain()
  const name = '2026-03-01T120000Z'
  expect(await here.admin(['backup', 'verify', name])).toMatchObject({ code: 0, body: [] })
})

test('deletes no file that a row has named while a backup is running', async () => {
  await using here = await openBackedUpCatalog({ images: 1 })
  const { api } = here
  const { catalog, clock, data } = api.server
  const [version] = await readdir(join(data, 'objects/images/1'))
  const other = await plain(20, 9, RED).jpeg().toBuffer()
  await api.replace(1, await api.uploadToNewSlot(other))
  clock.advance(25 * 60 * 60)
  {
    using _running = takeBackupLock(data)
    await catalog.jobs.drain()
    expect(await readdir(join(data, 'objects/images/1'))).toContain(version)
  }
  clock.advance(60 * 60)
  await catalog.jobs.drain()
  expect(await readdir(join(data, 'objects/images/1'))).not.toContain(version)
})

test('reports a missing and a damaged file, and backs up everything else', async () => {
  await using here = await openBackedUpCatalog()
  const { reads, storage } = here.api.server.catalog
  const images = await reads.selectFrom('image').select(['id', 'file_version']).execute()
  const [first, second] = images.map(({ id, file_version }) =>
    storage.locate(`images/${id}/${file_version}/original.jpg`),
  )
  await rm(first!)
  await writeFile(second!, 'not a picture')
  const { code, body, stderr } = await here.admin(['backup', 'create'])
  expect(code).toBe(11)
  expect(body).toMatchObject({ files: 8, missing: 1, changed: 1 })
  expect(stderr).toMatch(/images\/1\/.* is missing/)
  expect(stderr).toMatch(/images\/2\/.* is damaged/)
  const verified = await here.admin(['backup', 'verify'])
  expect(verified.code).toBe(11)
  expect(verified.body.map(({ code }: { code: string }) => code)).toEqual([
    'missing_at_backup',
    'changed_at_backup',
  ])
})

test('makes no backup without the disk of the image files', async () => {
  await using here = await openBackedUpCatalog({ images: 1 })
  const { data } = here.api.server
  await here.backUp()
  await rename(join(data, 'objects'), join(data, 'away'))
  const { code, body } = await here.admin(['backup', 'create'])
  expect([code, body.error.hint]).toEqual([9, expect.stringContaining('Mount the disk')])
  expect((await here.admin(['backup', 'list'])).body).toHaveLength(1)
  await rename(join(data, 'away'), join(data, 'objects'))
  await here.backUp()
})

test('refuses a second backup at the same time, and removes what an interrupted one left', async () => {
  await using here = await openBackedUpCatalog({ images: 1 })
  const { data } = here.api.server
  await mkdir(join(data, 'backups/.incomplete-1/objects'), { recursive: true })
  {
    using _running = takeBackupLock(data)
    const { code, body } = await here.admin(['backup', 'create'])
    expect([code, body.error.message]).toEqual([9, expect.stringContaining('is backing up')])
  }
  expect(await readdir(join(data, 'backups'))).toContain('.incomplete-1')
  expect((await here.admin(['backup', 'list'])).body).toEqual([])
  await here.backUp()
  expect(await readdir(join(data, 'backups'))).not.toContain('.incomplete-1')
})

test('copies files to another file system, and later only new ones', async ({ skip }) => {
  using disk = mountSmallDisk(64)
  skip(!disk, 'needs root, and a container that allows mounts')
  if (!disk) return
  await using here = await openBackedUpCatalog()
  const options = { env: { CATALOG_BACKUPS: disk.data } }
  const first = await here.admin(['backup', 'create'], options)
  expect(first.body).toMatchObject({ files: 8, linked: 0, copied: 8 })
  const bytes = await plain(12, 12, RED).jpeg().toBuffer()
  await here.api.commit(await here.api.uploadToNewSlot(bytes))
  await here.api.server.catalog.jobs.drain()
  const second = await here.admin(['backup', 'create'], options)
  expect(second.body).toMatchObject({ files: 12, linked: 8, copied: 4 })
  expect(await here.admin(['backup', 'verify'], options)).toMatchObject({ code: 0, body: [] })
})

test('keeps the newest backups', async () => {
  await using here = await openBackedUpCatalog({ images: 1 })
  const folder = join(here.folder, 'elsewhere')
  const options = { env: { CATALOG_BACKUPS: folder } }
  const names: string[] = []
  for (let number = 0; number < 3; number += 1) {
    names.push((await here.admin(['backup', 'create'], options)).body.id)
  }
  expect(names).toEqual(['2026-03-01T120000Z', '2026-03-01T120000Z-2', '2026-03-01T120000Z-3'])
  const prune = ['backup', 'prune', '--keep', '1']
  expect((await here.admin(prune, options)).code).toBe(2)
  const planned = await here.admin([...prune, '--dry-run'], options)
  const old = names.slice(0, 2)
  expect(planned.body).toEqual(old.map((id) => ({ id, deleted: false })))
  const pruned = await here.admin([...prune, '--yes'], options)
  expect(pruned.body).toEqual(old.map((id) => ({ id, deleted: true })))
  const { body } = await here.admin(['backup', 'list'], options)
  expect(body.map(({ id }: { id: string }) => id)).toEqual([names[2]])
  expect((await here.admin(['backup', 'verify'], options)).code).toBe(0)
})

test('refuses to verify a backup that does not exist, and creates nothing', async () => {
  await using here = await openBackedUpCatalog({ images: 1 })
  const verified = await here.admin(['backup', 'verify', '2026-03-01T120000Z'])
  expect(verified.code).toBe(5)
  expect(await readdir(here.api.server.data)).not.toContain('backups')
})

test('verifies the backup at a path below the current folder', async () => {
  await using here = await openBackedUpCatalog({ images: 1 })
  await here.backUp('--backups', here.folder)
  const verified = await here.admin(['backup', 'verify', './2026-03-01T120000Z'], {
    cwd: here.folder,
  })
  expect(verified).toMatchObject({ code: 0, body: [] })
})

test('counts no backup with a damaged manifest among those that remain', async () => {
  await using here = await openBackedUpCatalog({ images: 1 })
  const backups = [await here.backUp(), await here.backUp(), await here.backUp()]
  await writeFile(join(backups[2]!, 'manifest.json'), '{}')
  const { code, body } = await here.admin(['backup', 'prune', '--keep', '1', '--yes'])
  expect([code, body]).toEqual([0, [{ id: '2026-03-01T120000Z', deleted: true }]])
})

test('prunes what an interrupted backup left although there are no old backups', async () => {
  await using here = await openBackedUpCatalog({ images: 1 })
  const prune = () => here.admin(['backup', 'prune', '--keep', '2', '--yes'])
  expect(await prune()).toMatchObject({ code: 0, body: [] })
  const folder = join(here.api.server.data, 'backups')
  await mkdir(join(folder, '.incomplete-1/objects'), { recursive: true })
  expect(await prune()).toMatchObject({ code: 0, body: [] })
  expect(await readdir(folder)).not.toContain('.incomplete-1')
})

test('leaves the scratch folder of a verification that is running', async () => {
  await using here = await openBackedUpCatalog({ images: 1 })
  const backup = await here.backUp()
  const folder = join(here.api.server.data, 'backups')
  const { spatialite } = here.api.server.catalog.config
  const verification = verifyBackup({
    backup: join(folder, '2026-03-01T120000Z'),
    scratch: folder,
    spatialite,
    openPlace: () => Promise.reject(new Error('no bucket')),
    read: false,
    signal: AbortSignal.timeout(10_000),
  })
  await writeFile(join(backup, 'objects/extra'), '')
  expect((await verification.next()).value).toMatchObject({ code: 'unlisted_file' })
  const listScratch = async () =>
    (await readdir(folder)).filter((name) => name.startsWith('.incomplete-'))
  const scratch = await listScratch()
  await here.backUp()
  expect(await listScratch()).toEqual(scratch)
  await verification.return(undefined)
  await mkdir(join(folder, '.incomplete-verify-1'))
  await here.backUp()
  expect(await listScratch()).toEqual([])
})

test('takes no digests from an earlier backup whose list is damaged', async () => {
  await using here = await openBackedUpCatalog({ images: 1 })
  const earlier = await here.backUp()
  const path = join(earlier, 'stored-files.ndjson')
  const list = await readFile(path, 'utf8')
  await writeFile(
    path,
    list.replaceAll(/"sha256":"./g, (start) => `"sha256":"${start.endsWith('0') ? 1 : 0}`),
  )
  await here.backUp()
  expect(await here.admin(['backup', 'verify'])).toMatchObject({ code: 0, body: [] })
})

test('explains a disk that fills up in any phase, and leaves nothing', async ({ skip }) => {
  using disk = mountSmallDisk(4)
  skip(!disk, 'needs root, and a container that allows mounts')
  if (!disk) return
  await using here = await openBackedUpCatalog({ images: 1 })
  // A log would count as space that the copy needs.
  checkpointWal(databasePath(here.api.server.data))
  const folder = join(disk.data, 'backups')
  const restored = join(disk.data, 'restored')
  await mkdir(folder, { recursive: true })
  const env = { CATALOG_BACKUPS: folder }
  const full = {
    code: 8,
    body: { error: { kind: 'unavailable', message: expect.stringMatching(/is full\.|free/) } },
  }
  /** Leaves so much space in addition to what the database needs. */
  const leave = async (bytes: number) => {
    await rm(join(disk.data, 'filler'), { force: true })
    const { bavail, bsize } = await statfs(disk.data)
    const used = getDatabaseSize(databasePath(here.api.server.data)) + bytes
    await writeFile(join(disk.data, 'filler'), Buffer.alloc(Math.max(bavail * bsize - used, 0)))
  }
  const visible = async (path: string) =>
    (await readdir(path).catch(() => [])).filter((name) => name !== '.lock.sqlite')
  const messages: string[] = []
  for (let bytes = 0; bytes < 400_000; bytes += 8192) {
    await leave(bytes)
    const result = await here.admin(['backup', 'create'], { env })
    if (result.code === 0) break
    expect(result).toMatchObject(full)
    messages.push(result.body.error.message)
    expect(await visible(folder)).toEqual([])
  }
  expect(messages).toContain(`The disk of ${folder} is full. No backup was made.`)
  const backup = await here.backUp()
  await rm(folder, { recursive: true })
  for (const bytes of [-100_000, 0, 16_384]) {
    await leave(bytes)
    expect(
      await here.admin(['restore', backup], { env: { CATALOG_DATA: restored } }),
    ).toMatchObject(full)
    expect(await visible(restored)).toEqual([])
  }
  await leave(-100_000)
  const verify = ['backup', 'verify', backup, '--scratch', disk.data]
  expect(await here.admin(verify)).toMatchObject(full)
  expect(await visible(disk.data)).toEqual(expect.arrayContaining(['filler']))
})
