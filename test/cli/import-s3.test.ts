import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFullAlbum } from '../support/album.ts'
import { readRows } from '../support/rows.ts'
import { openS3ImportApi } from '../support/s3-import.ts'
import { runCli } from '../support/test-cli.ts'

test('imports over a bucket, which may refuse an upload for a moment', async () => {
  await using api = await openS3ImportApi()
  await using album = await createFullAlbum(3)
  const { baseUrl, clock } = api.server
  const token = api.importer.Authorization.replace('Bearer ', '')
  const env = { CATALOG_URL: baseUrl, CATALOG_TOKEN: token }
  api.stub.fail('PutObject', { status: 503, code: 'SlowDown' })
  const words = ['import', album.manifest, '--collection', String(api.collection)]
  const { code, stderr } = await runCli(words, { env, clock })
  expect([code, stderr]).toEqual([0, expect.stringContaining('3')])
  const files = await Promise.all(
    [1, 2, 3].map((number) => readFile(join(album.path, `${number}.jpg`))),
  )
  const digests = files.map((bytes) => createHash('sha256').update(bytes).digest('hex'))
  const images = await readRows(api.server, 'image')
  expect(new Set(images.map(({ file_sha256 }) => file_sha256))).toEqual(new Set(digests))
})
