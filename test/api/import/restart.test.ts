import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { incomingKey, originalKey, versionKey } from '../../../src/core/storage/keys.ts'
import { readResponse, FIELDS, openImportApi } from '../../support/import-api.ts'
import { plain, RED } from '../../support/pictures.ts'
import { startTestServer } from '../../support/test-server.ts'
import { readImage } from '../../support/rows.ts'

const tiny = await plain(8, 8, RED).jpeg().toBuffer()

test('accepts an interrupted commit again right after a restart, with the same key', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-restart-'))
  const data = join(folder.path, 'data')
  const api = await openImportApi({ data })
  const { catalog, clock } = api.server
  const slot = await api.uploadToNewSlot(tiny)
  const lease = { lease: 'crashed process', leased_until: clock.now() + 120_000_000 }
  const image_id = await api.seed.imageId()
  const pending_key = versionKey(image_id, 'halfplaced')
  await api.seed.changeSlot(slot.slot_id, { ...lease, image_id, pending_key })
  await api.seed.idempotencyKey({ ...lease, user_id: 1001, key: 'k', request: 'x' })
  await catalog.storage.duplicate(incomingKey(slot.slot_id), originalKey(1, 'halfplaced', 'jpg'))
  await api[Symbol.asyncDispose]()

  await using server = await startTestServer({ data })
  const answer = await server.fetch('/api/v2/import/commit/', {
    method: 'POST',
    headers: { ...api.importer, 'Content-Type': 'application/json', 'Idempotency-Key': 'k' },
    body: JSON.stringify({ slot_id: slot.slot_id, ...FIELDS }),
  })
  expect(await readResponse(answer)).toEqual([201, { image_id: 1 }])
  await server.catalog.jobs.drain()
  const image = await readImage(server, 1)
  expect(image.generation_of).toBe(image.file_version)
})
