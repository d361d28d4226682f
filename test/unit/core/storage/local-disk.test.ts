import { createHash } from 'node:crypto'
import { mkdtempDisposable, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLocalDisk } from '../../../../src/core/storage/local-disk.ts'

async function temporaryDisk() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-disk-'))
  return {
    folder: folder.path,
    disk: await openLocalDisk(folder.path),
    [Symbol.asyncDispose]: () => folder.remove(),
  }
}

async function* chunksOf(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text)
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

test('a key that would leave the folder is refused', async () => {
  await using temporary = await temporaryDisk()
  for (const key of ['../x', 'a/../../x', '/etc/passwd', 'a//b', '', 'a/', '.hidden', 'a\0b']) {
    expect(() => temporary.disk.localPath(key), key).toThrow('not an object key')
  }
})

test('what is received is not there until it is published, and gone if it never is', async () => {
  await using temporary = await temporaryDisk()
  const { disk, folder } = temporary
  {
    await using received = await disk.receive(chunksOf('one', 'two'), 6)
    expect(received).toMatchObject({ size: 6, sha256: sha256('onetwo') })
    expect(await disk.stat('a/b')).toBeUndefined()
  }
  expect(await readdir(join(folder, 'tmp'))).toEqual([])
  await using kept = await disk.receive(chunksOf('one', 'two'), 6)
  await kept.publish('a/b')
  expect(await readFile(disk.localPath('a/b'), 'utf8')).toBe('onetwo')
})

test('a stream that is too long or breaks off leaves nothing behind', async () => {
  await using temporary = await temporaryDisk()
  const { disk, folder } = temporary
  await expect(disk.receive(chunksOf('one', 'two'), 5)).rejects.toThrow('larger than 5 bytes')
  const broken = (async function* () {
    yield Buffer.from('one')
    throw new Error('line cut')
  })()
  await expect(disk.receive(broken, 5)).rejects.toThrow('line cut')
  expect(await readdir(join(folder, 'tmp'))).toEqual([])
})

test('a digest belongs to the bytes: it follows a second name and not what later bears the first', async () => {
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
  await writeFile(disk.localPath('incoming/1'), 'edited')
  expect(await disk.digest('incoming/1')).toEqual({ size: 6, sha256: sha256('edited') })
})
