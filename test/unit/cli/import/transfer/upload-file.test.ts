import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { Cli } from '../../../../../src/cli/cli.ts'
import { uploadFile } from '../../../../../src/cli/import/transfer/upload-file.ts'

test.each([
  ['the abort', new DOMException('aborted', 'AbortError')],
  ['a stream', Object.assign(new Error('closed'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })],
])('an aborted upload fails with the error of %s', async (_, error) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-'))
  const path = join(folder.path, '1.jpg')
  await writeFile(path, 'content')
  const controller = new AbortController()
  const transport: Cli['transport'] = () => {
    controller.abort()
    return Promise.reject(error)
  }
  const cli = { transport } as Cli
  const transfer = { cli, signal: controller.signal, onBytes: () => {} }
  const slot = { upload_url: 'http://127.0.0.1/upload', upload_headers: {} }
  await expect(uploadFile(transfer, { path, size: 7 }, slot)).rejects.toBe(error)
})

// Reading the memory of a process from its start fails with EIO, as a disk does.
test(
  'a read error of the file is not one of the connection',
  { skip: process.platform !== 'linux' },
  async () => {
    const transport: Cli['transport'] = async ({ body }) => {
      for await (const _ of body as Readable);
      throw new Error('not reached')
    }
    const cli = { transport } as Cli
    const transfer = { cli, signal: new AbortController().signal, onBytes: () => {} }
    const slot = { upload_url: 'http://127.0.0.1/upload', upload_headers: {} }
    const file = { path: '/proc/self/mem', size: 0 }
    await expect(uploadFile(transfer, file, slot)).rejects.toMatchObject({
      kind: 'invalid',
      details: { code: 'file.missing' },
      message: expect.stringContaining('EIO'),
    })
  },
)
