import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createFullAlbum } from '../support/album.ts'
import { openImportCli } from '../support/import-cli.ts'
import { runCli } from '../support/test-cli.ts'

/** The file system of /proc accepts no new folders, and says that they do not exist. */
const IMPOSSIBLE = '/proc/new/folder'

describe('a folder that cannot be created is named', { skip: process.platform !== 'linux' }, () => {
  test.each([
    ['serve', '--data', IMPOSSIBLE],
    ['admin', 'init', '--data', IMPOSSIBLE],
    ['admin', 'deploy', 'systemd', '--to', IMPOSSIBLE],
  ])('by %s', async (...words) => {
    const { code, stdout } = await runCli([...words, '--json'])
    expect(code).not.toBe(0)
    expect(JSON.parse(stdout).error.message).toContain('/proc/new')
  })

  test('by commands on the host', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-'))
    const env = { CATALOG_DATA: folder.path }
    expect((await runCli(['admin', 'init', '--json'], { env })).code).toBe(0)
    for (const words of [
      ['backup', 'create', '--backups', IMPOSSIBLE],
      ['dump', IMPOSSIBLE],
      ['storage', 'copy', '--to', IMPOSSIBLE],
    ]) {
      const { code, stdout } = await runCli(['admin', ...words, '--json'], { env })
      expect(code, words[0]).not.toBe(0)
      expect(JSON.parse(stdout).error.message).toContain('/proc/new')
    }
  })

  test('by commands of a client', async () => {
    await using cli = await openImportCli()
    await using album = await createFullAlbum(1)
    const words = ['import', album.manifest, '--collection', String(cli.collection)]
    const described = ['--title', 'A', '--original-date', '1920', '--edtf-date', '1920']
    const add = ['add', join(album.path, '1.jpg'), ...words.slice(2), ...described]
    const state = { env: { CATALOG_STATE_DIR: IMPOSSIBLE } }
    for (const [argv, options] of [
      [[...words, '--journal', IMPOSSIBLE], {}],
      [add, state],
      [['image', 'download', '1', '--dir', IMPOSSIBLE], {}],
    ] as const) {
      const { code, stdout } = await cli.command([...argv, '--json'], options)
      expect(code, argv[0]).not.toBe(0)
      expect(JSON.parse(stdout).error.message).toContain('/proc/new')
    }
    expect(await cli.images()).toEqual([])
  })

  test('by --move-done, after the import', async () => {
    await using cli = await openImportCli()
    await using album = await createFullAlbum(1)
    const words = ['import', album.manifest, '--collection', String(cli.collection)]
    const { code, stderr } = await cli.command([...words, '--move-done', IMPOSSIBLE])
    expect(code).toBe(0)
    expect(stderr).toMatch(/1\.jpg was imported but could not be moved: .*\/proc\/new/)
  })
})
