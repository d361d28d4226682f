import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyEmptyDatabase } from '../support/empty-database.ts'
import { SOURCE_TEXTS } from '../support/new-source.ts'
import { runCli } from '../support/test-cli.ts'

test('administers a catalog that no server runs on', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-data-'))
  const data = join(folder.path, 'data')
  await copyEmptyDatabase(data)
  const run = async (...words: string[]) => {
    const result = await runCli(['admin', ...words, '--json', '--yes'], {
      env: { CATALOG_DATA: data },
    })
    expect([result.code, result.stdout]).toEqual([0, expect.anything()])
    return JSON.parse(result.stdout)
  }
  await run('source', 'create', ...SOURCE_TEXTS, '--name', 'City')
  await run('source', 'create', ...SOURCE_TEXTS, '--name', 'Museum', '--public')
  await run('collection', 'create', '--source', 'city', '--name', 'Bridges', '--public')
  await run('source', 'edit', 'city', '--description', 'The archive.')
  await run('source', 'publish', 'city')
  await run('collection', 'move', 'bridges', '--to', 'museum')
  expect(await run('collection', 'show', 'museum/bridges')).toMatchObject({ visible: true })
  await run('collection', 'hide', 'bridges')
  await run('collection', 'delete', 'bridges')
  await run('source', 'delete', 'city')
  await run('license', 'add', 'Ours')
  await run('license', 'edit', 'Ours', '--name', 'House rules')
  await run('license', 'remove', 'house rules')
  await run('setting', 'set', 'site_name', 'Old Town')
  await run('user', 'add-dev', 'Grace')
  await run('user', 'forget', 'Grace')
  await run('key', 'rotate')
  const actions = (await run('audit', 'list')).map((entry: { action: string }) => entry.action)
  expect(actions.toReversed()).toEqual([
    'source.create',
    'source.create',
    'collection.create',
    'source.edit',
    'source.publish',
    'collection.move',
    'collection.hide',
    'collection.delete',
    'source.delete',
    'license.create',
    'license.edit',
    'license.remove',
    'setting.set',
    'user.add-dev',
    'user.forget',
    'key.rotate',
  ])
})
