import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  mkdir,
  mkdtempDisposable,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  unlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { takeFileLock } from '../../../../src/core/storage/disk/file-lock.ts'
import { openLocalDisk } from '../../../../src/core/storage/local-disk.ts'
import { fillDisk, mountSmallDisk } from '../../../support/failing-disk.ts'
import { listUnfinishedFiles } from '../../../support/unfinished-files.ts'

async function temporaryDisk() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-disk-'))
  const disk = await openLocalDisk(folder.path, { takeLock: takeFileLock })
  return {
    folder: folder.path,
    disk,
    async [Symbol.asyncDispose]() {
      await disk[Symbol.asyncDispose]()
      await folder.remove()
    },
  }
}

async function* chunksOf(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text)
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

test('rejects a key outside the folder', async () => {
  await using temporary = await temporaryDisk()
  for (const key of ['../x', 'a/../../x', '/etc/passwd', 'a//b', '', 'a/', 'a/.', 'a\0b']) {
    expect(() => temporary.disk.locate(key), key).toThrow('not an object key')
  }
})

test('stores received bytes only when published, and deletes them otherwise', async () => {
  await using temporary = await temporaryDisk()
  const { disk, folder } = temporary
  {
    await using received = await disk.receive(chunksOf('one', 'two'), 6)
    expect(received).toMatchObject({ size: 6, sha256: sha256('onetwo') })
    expect(await disk.stat('a/b')).toBeUndefined()
  }
  expect(await listUnfinishedFiles(folder)).toEqual([])
  await using kept = await disk.receive(chunksOf('one', 'two'), 6)
  await kept.publish('a/b')
  expect(await readFile(disk.locate('a/b'), 'utf8')).toBe('onetwo')
})

test('stores nothing of a stream that is too long or aborted', async () => {
  await using temporary = await temporaryDisk()
  const { disk, folder } = temporary
  await expect(disk.receive(chunksOf('one', 'two'), 5)).rejects.toThrow('larger than 5 bytes')
  const broken = (async function* () {
    yield Buffer.from('one')
    throw new Error('line cut')
  })()
  await expect(disk.receive(broken, 5)).rejects.toThrow('line cut')
  expect(await listUnfinishedFiles(folder)).toEqual([])
})

test('a digest belongs to the bytes: a link shares it, and a new file with the same name does not', async () => {
  await using temporary = await temporaryDisk()
  const { disk } = temporary
  const put = async (text: string): Promise<void> => {
    await using received = await disk.receive(chunksOf(text), 100)
    await received.publish('incoming/1')
  }
  await put('older')
  await disk.duplicate('incoming/1', 'images/1/original')
  await put('newer')
  expect(await disk.digest('images/1/original')).toEqual({ size: 5, sha256: sha256('older') })
  expect(await disk.digest('incoming/1')).toEqual({ size: 5, sha256: sha256('newer') })
  await writeFile(disk.locate('incoming/1'), 'edited')
  expect(await disk.digest('incoming/1')).toEqual({ size: 6, sha256: sha256('edited') })
})

test('deletes the working files of a process when it ends, or when another process finds it dead', async () => {
  await using temporary = await temporaryDisk()
  const { disk, folder } = temporary
  const loading = await openLocalDisk(folder, { takeLock: takeFileLock })
  await using received = await loading.receive(chunksOf('one'), 3)
  await mkdir(join(folder, 'tmp', 'deserted'))
  await writeFile(join(folder, 'tmp', 'deserted', 'half'), 'hal')
  await disk.discardUnfinished()
  expect(await listUnfinishedFiles(folder)).toHaveLength(1)
  await received.publish('a/b')
  expect(await readFile(disk.locate('a/b'), 'utf8')).toBe('one')
  await loading[Symbol.asyncDispose]()
  expect(await readdir(join(folder, 'tmp'))).toEqual([])
})

test('stores a large stream of small chunks unchanged', async () => {
  await using temporary = await temporaryDisk()
  const { disk } = temporary
  const bytes = randomBytes(20 * 1024 ** 2 + 7)
  const crumbs = (async function* () {
    for (let at = 0; at < bytes.length; at += 300_001) yield bytes.subarray(at, at + 300_001)
  })()
  await using received = await disk.receive(crumbs, bytes.length)
  expect(received.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  await received.publish('a/b')
  expect((await readFile(disk.locate('a/b'))).equals(bytes)).toBe(true)
})

test('creates removed folders again, also for concurrent writes', async () => {
  await using temporary = await temporaryDisk()
  const { disk } = temporary
  for (let round = 0; round < 2; round += 1) {
    const stored = Array.from({ length: 20 }, async (_, index) => {
      await using received = await disk.receive(chunksOf(String(index)), 2)
      await received.publish(`a/${index % 3}/b/${index}`)
      return readFile(disk.locate(`a/${index % 3}/b/${index}`), 'utf8')
    })
    expect(await Promise.all(stored)).toEqual(stored.map((_, index) => String(index)))
    await disk.removeBelow('a/1')
    await disk.removeBelow('a')
    expect(await disk.stat('a/0/b/0')).toBeUndefined()
  }
})

test.each([
  [{ start: 2, end: 4 }, '234'],
  [{ start: 8, end: 20 }, '89'],
  [{ start: 10, end: 12 }, ''],
])('reads the range %o', async (range, text) => {
  await using temporary = await temporaryDisk()
  const { disk } = temporary
  await using received = await disk.receive(chunksOf('0123456789'), 10)
  await received.publish('a/b')
  expect(String(await disk.readRange('a/b', range))).toBe(text)
})

test('reads no range of an object that does not exist', async () => {
  await using temporary = await temporaryDisk()
  expect(await temporary.disk.readRange('a/b', { start: 0, end: 1 })).toBeUndefined()
})

test('reads the new bytes of a replaced object, and none of a removed one', async () => {
  await using temporary = await temporaryDisk()
  const { disk } = temporary
  const publish = async (key: string, text: string) => {
    await using received = await disk.receive(chunksOf(text), 10)
    await received.publish(key)
  }
  const read = async (key: string) =>
    (await disk.readRange(key, { start: 0, end: 9 }))?.toString() ?? 'nothing'
  await publish('a/b/c', 'one')
  await publish('a/b/d', 'two')
  expect([await read('a/b/c'), await read('a/b/d')]).toEqual(['one', 'two'])
  await publish('a/b/c', 'three')
  expect(await read('a/b/c')).toBe('three')
  await disk.remove('a/b/c')
  expect([await read('a/b/c'), await read('a/b/d')]).toEqual(['nothing', 'two'])
  await disk.removeBelow('a')
  expect(await read('a/b/d')).toBe('nothing')
})

test('reads of an object that is removed meanwhile get its bytes or nothing', async () => {
  await using temporary = await temporaryDisk()
  const { disk } = temporary
  for (let round = 0; round < 20; round += 1) {
    await using received = await disk.receive(chunksOf('0123456789'), 10)
    await received.publish('a/b')
    const reads = Array.from({ length: 10 }, () => disk.readRange('a/b', { start: 3, end: 5 }))
    const removed = round % 2 === 0 ? disk.remove('a/b') : disk.removeBelow('a')
    const late = Array.from({ length: 10 }, () => disk.readRange('a/b', { start: 3, end: 5 }))
    for (const bytes of await Promise.all([...reads, ...late]))
      expect(bytes === undefined || bytes.equals(Buffer.from('345'))).toBe(true)
    await removed
  }
})

test('closes all files when it is disposed', { skip: !existsSync('/proc/self/fd') }, async () => {
  const temporary = await temporaryDisk()
  const { disk, folder } = temporary
  for (const key of ['a', 'b']) {
    await using received = await disk.receive(chunksOf('0123456789'), 10)
    await received.publish(key)
    await disk.readRange(key, { start: 0, end: 1 })
  }
  const listOpen = async () => {
    const files = await readdir('/proc/self/fd')
    const paths = await Promise.all(
      files.map((file) => readlink(`/proc/self/fd/${file}`).catch(() => '')),
    )
    return paths.filter((path) => path.startsWith(join(folder, 'objects')))
  }
  expect(await listOpen()).toHaveLength(2)
  await temporary[Symbol.asyncDispose]()
  expect(await listOpen()).toEqual([])
})

test('reads an object again after opening it failed', async () => {
  await using temporary = await temporaryDisk()
  const { disk, folder } = temporary
  const path = join(folder, 'objects', 'a')
  await symlink(path, path)
  await expect(disk.readRange('a', { start: 0, end: 2 })).rejects.toThrow('ELOOP')
  await unlink(path)
  await writeFile(path, 'now')
  expect((await disk.readRange('a', { start: 0, end: 2 }))?.toString()).toBe('now')
})

test('closes although a file replaced its folder of unfinished files', async () => {
  await using temporary = await temporaryDisk()
  const { disk, folder } = temporary
  await using _received = await disk.receive(chunksOf('one'), 3)
  await rename(join(folder, 'tmp'), join(folder, 'away'))
  await writeFile(join(folder, 'tmp'), '')
  await disk[Symbol.asyncDispose]()
  await rm(join(folder, 'tmp'))
})

test('stores objects on another disk than unfinished files', async ({ skip }) => {
  using small = mountSmallDisk(1)
  skip(!small, 'needs root, and a container that allows mounts')
  if (!small) return
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-disk-'))
  const objects = join(folder.path, 'objects')
  await mkdir(small.data)
  await symlink(small.data, objects)
  await using disk = await openLocalDisk(folder.path, { takeLock: takeFileLock })
  {
    await using received = await disk.receive(chunksOf('one'), 3)
    await received.publish('a/one')
  }
  await disk.putFile(disk.locate('a/one'), 'a/two')
  for (const key of ['a/one', 'a/two']) expect(await readFile(disk.locate(key), 'utf8')).toBe('one')
  fillDisk(join(small.data, '..', 'filler'))
  await using received = await disk.receive(chunksOf('x'.repeat(9000)), 9000)
  await expect(received.publish('a/three')).rejects.toMatchObject({ kind: 'unavailable' })
  small.mend()
  expect(await readdir(join(objects, 'a'))).toEqual(['one', 'two'])
  await received.publish('a/three')
  small.protect(true)
  await expect(disk.requireAvailable()).rejects.toMatchObject({ kind: 'unavailable' })
  small.protect(false)
  await disk.requireAvailable()
})

test.each(['gone', 'a file', 'empty'])(
  'finds, stores and removes nothing while its folder is %s',
  async (now) => {
    await using temporary = await temporaryDisk()
    const { disk, folder } = temporary
    const objects = join(folder, 'objects')
    await using received = await disk.receive(chunksOf('one'), 3)
    await writeFile(join(folder, 'source'), 'two')
    await writeFile(join(objects, 'files-id'), 'of this catalog')
    await disk.requireAvailable()
    await rename(objects, `${objects}.away`)
    if (now === 'a file') await writeFile(objects, '')
    if (now === 'empty') await mkdir(objects)
    const attempts: Record<string, () => Promise<unknown>> = {
      receive: () => disk.receive(chunksOf('one'), 3),
      publish: () => received.publish('a/b/c'),
      putFile: () => disk.putFile(join(folder, 'source'), 'a/b'),
      duplicate: () => disk.duplicate('a/b', 'c/d'),
      stat: () => disk.stat('a/b'),
      digest: () => disk.digest('a/b'),
      readRange: () => disk.readRange('a/b', { start: 0, end: 1 }),
      localCopy: () => disk.localCopy('a/b'),
      move: () => disk.move('a/b', 'c/d'),
      remove: () => disk.remove('a/b'),
      removeBelow: () => disk.removeBelow('a'),
      removeEmpty: () => disk.removeEmpty('a'),
      list: () => Array.fromAsync(disk.list('a')),
      measure: () => disk.measure('a'),
      discardUnfinished: () => disk.discardUnfinished(),
      workspace: () => disk.workspace(),
      requireAvailable: () => disk.requireAvailable(),
    }
    for (const [name, attempt] of Object.entries(attempts))
      await expect(attempt(), name).rejects.toMatchObject({ kind: 'unavailable' })
    await rm(objects, { force: true, recursive: true })
    await rename(`${objects}.away`, objects)
    expect(await disk.stat('a/b/c')).toBeUndefined()
    await received.publish('a/b/c')
    expect(await disk.stat('a/b/c')).toEqual({ size: 3 })
  },
)
