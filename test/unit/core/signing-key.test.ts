import { mkdtempDisposable, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { signingKey } from '../../../src/core/signing-key.ts'

const temporaryFolder = () => mkdtempDisposable(join(tmpdir(), 'catalog-key-'))

test.each(['', '\n', 'short'])('a secret that anybody could guess is refused: %j', async (text) => {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'secret'), text)
  await expect(signingKey(folder.path, null)).rejects.toThrow(/secret.*delete it/i)
})

test('the key is made once, for its owner only, and nothing else is left behind', async () => {
  await using folder = await temporaryFolder()
  const made = await signingKey(folder.path, null)
  expect(await signingKey(folder.path, null)).toEqual(made)
  expect(await readdir(folder.path)).toEqual(['secret'])
  expect((await stat(join(folder.path, 'secret'))).mode & 0o777).toBe(0o600)
})

test('programs that make it at the same moment agree', async () => {
  await using folder = await temporaryFolder()
  const keys = await Promise.all(Array.from({ length: 8 }, () => signingKey(folder.path, null)))
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
  expect((await readFile(join(folder.path, 'secret'), 'utf8')).length).toBe(43)
})

test('a secret from the settings is taken instead, and none is written', async () => {
  await using folder = await temporaryFolder()
  const key = await signingKey(folder.path, 'a secret of the administrator')
  expect(key).toHaveLength(32)
  expect(await readdir(folder.path)).toEqual([])
})
