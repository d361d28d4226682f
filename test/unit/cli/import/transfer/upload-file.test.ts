import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
