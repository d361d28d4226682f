import { chmod, mkdtempDisposable, readdir, stat } from 'node:fs/promises'
import { platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCatalog } from '../../src/core/catalog/open-catalog.ts'
import { loadConfig } from '../../src/core/config/config.ts'
import { createFullAlbum } from '../support/album.ts'
import { copyEmptyDatabase } from '../support/empty-database.ts'
import { openImportCli } from '../support/import-cli.ts'
import { journalFolder } from '../../src/cli/import/journal/journal-database.ts'

const HAS_MODES = platform() !== 'win32'

/** Lists the folder and the paths below it whose permissions exceed these. */
async function tooOpen(folder: string, allowed: { file: number; folder: number }) {
  const names = ['.', ...(await readdir(folder, { recursive: true }))]
  const found: string[] = []
  for (const name of names) {
    const about = await stat(join(folder, name))
    const rights = about.mode & 0o777
    const most = about.isDirectory() ? allowed.folder : allowed.file
    if ((rights & ~most) !== 0) found.push(`${name} ${rights.toString(8)}`)
  }
  return { found, names }
}

test.skipIf(!HAS_MODES)(
  'writes all files of an import and of the server unreadable for other users',
  async () => {
    await using state = await mkdtempDisposable(join(tmpdir(), 'catalog-modes-'))
    await using cli = await openImportCli({ state: state.path, processing: true })
    await using album = await createFullAlbum(2)
    const words = [album.manifest, '--collection', String(cli.collection), '--yes']
    expect(await cli.run(words)).toMatchObject({ code: 0 })

    await cli.server.catalog.jobs.drain()
    const data = await tooOpen(cli.server.data, { file: 0o640, folder: 0o750 })
    expect(data.found).toEqual([])
    expect(data.names.filter((name) => name.endsWith('.jpg')).length).toBeGreaterThan(3)
    for (const name of data.names.filter((one) => /sqlite|secret|key$/.test(one))) {
      const { mode } = await stat(join(cli.server.data, name))
      expect([name, mode & 0o777]).toEqual([name, 0o600])
    }
    for (const folder of [state.path, journalFolder(album.manifest)]) {
      expect((await tooOpen(folder, { file: 0o600, folder: 0o700 })).found).toEqual([])
    }
  },
)

test.skipIf(!HAS_MODES)('removes permissions of other users when it opens a catalog', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-modes-'))
  const database = join(folder.path, 'catalog.sqlite')
  await copyEmptyDatabase(folder.path)
  await chmod(folder.path, 0o777)
  await chmod(database, 0o666)
  const { config, secrets } = loadConfig({ flags: { data: folder.path } })
  await using _catalog = await openCatalog(config, secrets)
  expect((await tooOpen(folder.path, { file: 0o640, folder: 0o750 })).found).toEqual([])
  expect((await stat(database)).mode & 0o777).toBe(0o600)
})
