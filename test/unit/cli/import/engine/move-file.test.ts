import { existsSync, statSync } from 'node:fs'
import {
  link,
  mkdir,
  mkdtempDisposable,
  readdir,
  readFile,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { moveFile } from '../../../../../src/cli/import/engine/move-file.ts'

const own = statSync(tmpdir()).dev
const otherDisk = ['/dev/shm', '/var/tmp'].find(
  (path) => existsSync(path) && statSync(path).dev !== own,
)

const folders = [
  ['on the same disk', tmpdir()],
  ['on another disk', otherDisk],
] as const

for (const [where, parent = ''] of folders) {
  test.skipIf(parent === '')(
    `loses none of several files that move to one name concurrently, ${where}`,
    async () => {
      await using here = await mkdtempDisposable(join(tmpdir(), 'move-'))
      await using there = await mkdtempDisposable(join(parent, 'move-'))
      const texts = Array.from({ length: 12 }, (_, index) => String(index))
      for (const text of texts) {
        await mkdir(join(here.path, text))
        await writeFile(join(here.path, text, '1.jpg'), text)
      }
      const to = join(there.path, 'done', '1.jpg')
      const moves = texts.map((text) => moveFile(join(here.path, text, '1.jpg'), to))
      const refused = (await Promise.allSettled(moves)).filter(
        ({ status }) => status === 'rejected',
      )
      expect(refused).toHaveLength(texts.length - 1)
      const left = texts.filter((text) => existsSync(join(here.path, text, '1.jpg')))
      expect([...left, await readFile(to, 'utf8')].toSorted()).toEqual(texts.toSorted())
      expect(await readdir(join(there.path, 'done'))).toEqual(['1.jpg'])
    },
  )

  test.skipIf(parent === '')(`accepts a move that is already done, ${where}`, async () => {
    await using here = await mkdtempDisposable(join(tmpdir(), 'move-'))
    await using there = await mkdtempDisposable(join(parent, 'move-'))
    const [from, to] = [join(here.path, '1.jpg'), join(there.path, '1.jpg')]
    await writeFile(from, 'one')
    await moveFile(from, to)
    await moveFile(from, to)
    expect(existsSync(from)).toBe(false)
    expect(await readFile(to, 'utf8')).toBe('one')
  })
}

test('completes a move that was interrupted between linking and unlinking', async () => {
  await using here = await mkdtempDisposable(join(tmpdir(), 'move-'))
  const [from, to] = [join(here.path, '1.jpg'), join(here.path, 'done.jpg')]
  await writeFile(from, 'one')
  await link(from, to)
  await moveFile(from, to)
  expect(await readdir(here.path)).toEqual(['done.jpg'])
})

test('keeps a file whose destination is the same file by another path', async () => {
  await using here = await mkdtempDisposable(join(tmpdir(), 'move-'))
  await mkdir(join(here.path, 'scans'))
  await symlink(join(here.path, 'scans'), join(here.path, 'done'))
  const from = join(here.path, 'scans', '1.jpg')
  await writeFile(from, 'one')
  await link(from, join(here.path, 'kept.jpg'))
  const moved = moveFile(from, join(here.path, 'done', '1.jpg'))
  await expect(moved).rejects.toThrow('another file already exists')
  expect(await readFile(from, 'utf8')).toBe('one')
})
