import { existsSync } from 'node:fs'
import { mkdir, mkdtempDisposable, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isBeingLoaded, takeLoadLock } from '../../../src/core/database/load-lock.ts'
import { linesPath } from '../../../src/core/dump/dump-folder.ts'
import type { ImportApi } from '../../support/import-api.ts'
import { openSharedPlace, type SharedPlace } from '../../support/nodes.ts'
import { plain, RED } from '../../support/pictures.ts'
import { postgresIsMissing } from '../../support/postgres.ts'
import { configureDatabase } from '../../support/test-postgres.ts'
import { runCli } from '../../support/test-cli.ts'

describe.skipIf(postgresIsMissing('postgis'))('nodes that share the image files', () => {
  let place: SharedPlace
  let api: ImportApi

  beforeAll(async () => {
    place = await openSharedPlace()
    api = await place.openImportApi()
  })

  afterAll(() => place[Symbol.asyncDispose]())

  test('serve what another one stored', async () => {
    await using other = await place.startNode()
    const picture = await plain(8, 8, RED).jpeg().toBuffer()
    const committed = await api.commit(await api.uploadToNewSlot(picture))
    const { image_id: id } = await committed.json()
    const { permalink } = await other.get(`/api/v2/images/${id}/`)
    const served = await other.fetch(permalink)
    expect(Buffer.from(await served.arrayBuffer())).toEqual(picture)
  })

  test('keep the unfinished files of the others when they start', async () => {
    await using unfinished = await api.server.catalog.storage.workspace()
    await using _node = await place.startNode()
    expect(existsSync(unfinished.path)).toBe(true)
  })

  test('delete no files without rows while another one loads a dump', async () => {
    const { catalog } = api.server
    await using other = await place.startNode()
    expect(await isBeingLoaded(other.catalog)).toBe(false)
    {
      await using _load = await takeLoadLock(catalog)
      expect(await isBeingLoaded(other.catalog)).toBe(true)
      await expect(takeLoadLock(other.catalog)).rejects.toMatchObject({ kind: 'busy' })
    }
    expect(await isBeingLoaded(other.catalog)).toBe(false)
  })

  test('do not start with another directory', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-other-'))
    for (const files of [folder.path, undefined]) {
      await expect(place.startNode({ files })).rejects.toMatchObject({
        kind: 'conflict',
        details: { hint: expect.stringContaining('check CATALOG_FILES') },
      })
    }
    const marker = join(place.files, 'objects', 'files-id')
    const id = await readFile(marker)
    await writeFile(marker, 'other')
    await expect(place.startNode()).rejects.toThrow('of another catalog than this database')
    // The files of rows are there, so that no other catalog can own them.
    await rm(marker)
    await using _node = await place.startNode()
    expect(await readFile(marker)).toEqual(id)
  })

  test('measure and dump the shared files, without the id of their directory', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-host-'))
    const [data, dump] = [join(folder.path, 'data'), join(folder.path, 'dump')]
    await configureDatabase(data, place.databaseUrl)
    const env = { CATALOG_DATA: data, CATALOG_FILES: place.files }
    const usage = await runCli(['admin', 'storage', 'usage', '--json'], { env })
    expect(JSON.parse(usage.stdout)).toContainEqual(
      expect.objectContaining({ kind: 'originals', files: 1 }),
    )
    expect((await runCli(['admin', 'dump', dump], { env })).code).toBe(0)
    expect(await readFile(linesPath(dump), 'utf8')).not.toContain('files-id')
  })
})

test.skipIf(postgresIsMissing('postgis'))(
  'a new database does not adopt the files of another catalog',
  async () => {
    await using place = await openSharedPlace()
    await mkdir(join(place.files, 'objects', 'images', '1'), { recursive: true })
    await expect(place.startNode()).rejects.toThrow('there is no database that names them')
  },
)
