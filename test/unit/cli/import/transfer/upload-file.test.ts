import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Cli } from '../../../../../src/cli/cli.ts'
import { uploadFile } from '../../../../../src/cli/import/transfer/upload-file.ts'

test('an aborted upload fails with the reason of the abort', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-'))
  const path = join(folder.path, '1.jpg')
  await writeFile(path, 'content')
  const controller = new AbortController()
  const transport: Cli['transport'] = ({ signal }) => {
    controller.abort()
    return Promise.reject(signal?.reason as Error)
  }
  const cli = { transport } as Cli
  const transfer = { cli, signal: controller.signal, onBytes: () => {} }
  const slot = { upload_url: 'http://127.0.0.1/upload', upload_headers: {} }
  const uploaded = uploadFile(transfer, { path, size: 7 }, slot)
  await expect(uploaded).rejects.toMatchObject({ name: 'AbortError' })
})
