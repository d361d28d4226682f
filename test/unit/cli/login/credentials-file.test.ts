import { mkdtempDisposable, readdir, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  readCredentialsFile,
  writeCredentialsFile,
} from '../../../../src/cli/login/credentials-file.ts'

test('rejects a damaged file with its name', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-'))
  await writeFile(join(folder.path, 'credentials.json'), '{"version": 1')
  await expect(readCredentialsFile({ CATALOG_STATE_DIR: folder.path })).rejects.toThrow(
    `${join(folder.path, 'credentials.json')} is not a valid credentials file`,
  )
})

test('reads back what it wrote, readable for this user only', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-'))
  const env = { XDG_STATE_HOME: join(folder.path, 'state') }
  const credentials = {
    version: 1 as const,
    last: 'https://example.org',
    instances: { 'https://example.org': { client_id: 'abc' } },
  }
  await writeCredentialsFile(env, credentials)
  await writeCredentialsFile(env, credentials)
  expect(await readCredentialsFile(env)).toEqual(credentials)
  const state = join(folder.path, 'state', 'catalog')
  expect((await stat(state)).mode & 0o777).toBe(0o700)
  expect((await stat(join(state, 'credentials.json'))).mode & 0o777).toBe(0o600)
  expect(await readdir(state)).toEqual(['credentials.json'])
})
