import { spawnSync } from 'node:child_process'
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

const canInject = spawnSync('strace', ['--version'], { stdio: 'ignore' }).status === 0

/** Moves files in a process in which every hard link is refused, as on exFAT. @returns the messages of failures */
function moveWithoutLinks(moves: readonly (readonly [from: string, to: string])[]): string[] {
  const modulePath = join(import.meta.dirname, '../../../../../src/cli/import/engine/move-file.ts')
  const script = `
    import { moveFile } from ${JSON.stringify(modulePath)}
    const moves = ${JSON.stringify(moves)}.map(([from, to]) => moveFile(from, to))
    const ended = await Promise.allSettled(moves)
    console.log(JSON.stringify(ended.flatMap(({ reason }) => reason?.message ?? [])))`
  const refusing = ['-f', '-o', '/dev/null', '-e', 'trace=link,linkat']
  const injection = ['-e', 'inject=link,linkat:error=EPERM']
  const program = [process.execPath, '--input-type=module', '-e', script]
  const { stdout, stderr } = spawnSync('strace', [...refusing, ...injection, ...program])
  if (stdout.length === 0) throw new Error(String(stderr))
  return JSON.parse(String(stdout)) as string[]
}

test.skipIf(!canInject)(
  'moves files where there are no hard links, and overwrites none (needs strace)',
  async () => {
    await using here = await mkdtempDisposable(join(tmpdir(), 'move-'))
    const path = (name: string) => join(here.path, name)
    for (const name of ['1.jpg', '2.jpg', '3.jpg', 'taken.jpg']) await writeFile(path(name), name)
    const problems = moveWithoutLinks([
      [path('1.jpg'), path('done/1.jpg')],
      [path('2.jpg'), path('taken.jpg')],
      [path('3.jpg'), path('done/3.jpg')],
      [path('missing.jpg'), path('done/missing.jpg')],
    ])
    expect(problems).toEqual([`another file already exists at ${path('taken.jpg')}`])
    expect((await readdir(here.path)).toSorted()).toEqual(['2.jpg', 'done', 'taken.jpg'])
    expect(await readFile(path('taken.jpg'), 'utf8')).toBe('taken.jpg')
    expect(await readFile(path('done/1.jpg'), 'utf8')).toBe('1.jpg')
    expect((await readdir(path('done'))).toSorted()).toEqual(['1.jpg', '3.jpg'])
  },
)
