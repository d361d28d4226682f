import { mkdtempDisposableSync, statSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeFolder } from '../../../../../src/core/storage/disk/make-folder.ts'

const folder = mkdtempDisposableSync(join(tmpdir(), 'catalog-folders-'))
afterAll(() => folder.remove())

test('creates missing parents with the mode and returns the outermost', async () => {
  const path = join(folder.path, 'a/b/c')
  expect(await makeFolder(path, 0o700)).toBe(join(folder.path, 'a'))
  expect(statSync(path).mode & 0o777).toBe(0o700)
  expect(statSync(join(folder.path, 'a')).mode & 0o777).toBe(0o700)
  expect(await makeFolder(path)).toBeUndefined()
  expect(await makeFolder('/')).toBeUndefined()
})

test('concurrent calls create the same folder', async () => {
  const path = join(folder.path, 'shared/by/all')
  await Promise.all(Array.from({ length: 50 }, () => makeFolder(path)))
  expect(statSync(path).isDirectory()).toBe(true)
})

test('follows a link to a folder', async () => {
  await mkdir(join(folder.path, 'target'))
  await symlink('target', join(folder.path, 'link'))
  expect(await makeFolder(join(folder.path, 'link/inside'))).toBe(join(folder.path, 'link/inside'))
  expect(await makeFolder(join(folder.path, 'link'))).toBeUndefined()
})

test.each([
  ['a file is in its place', 'file', 'EEXIST'],
  ['a file is in the place of a parent', 'file/x/y', 'ENOTDIR'],
  ['a link leads nowhere', 'nowhere', 'EEXIST'],
  ['a parent leads nowhere', 'nowhere/x', 'EEXIST'],
  ['links lead in a circle', 'circle/x', 'ELOOP'],
  ['a name is too long', `${'x'.repeat(300)}/y`, 'ENAMETOOLONG'],
])('fails if %s', async (_, path, code) => {
  await writeFile(join(folder.path, 'file'), '')
  await symlink('gone', join(folder.path, 'nowhere')).catch(() => {})
  await symlink('circle', join(folder.path, 'circle')).catch(() => {})
  await expect(makeFolder(join(folder.path, path))).rejects.toMatchObject({ code })
})
