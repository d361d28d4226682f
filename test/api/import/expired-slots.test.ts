import { expect, test } from 'vitest'
import type { Catalog } from '../../../src/core/catalog/catalog.ts'
import { reapSlots } from '../../../src/core/jobs/reap-slots.ts'
import { incomingKey, originalKey, versionKey } from '../../../src/core/storage/keys.ts'
import { listTrash } from '../../../src/core/stored-files/trash.ts'
import { readResponse, openImportApi } from '../../support/import-api.ts'
import { plain, RED } from '../../support/pictures.ts'
import { listVersions } from '../../support/stored-files.ts'

const HOUR = 60 * 60

const tiny = await plain(8, 8, RED).jpeg().toBuffer()

test('deletes the upload of an abandoned slot an hour after it expired, but no files of images', async () => {
  await using api = await openImportApi()
  const { catalog, clock } = api.server
  const abandoned = await api.uploadToNewSlot(tiny)
  const refused = await api.uploadToNewSlot(Buffer.from('no picture'))
  expect((await api.commit(refused)).status).toBe(400)
  const used = await api.uploadToNewSlot(tiny)
  const [, body] = await readResponse(await api.commit(used))
  const { image_id: image } = body as { image_id: number }

  clock.advance(15 * 60 + HOUR)
  expect(await reapSlots(catalog)).toBe(0)
  expect(await catalog.storage.stat(incomingKey(abandoned.slot_id))).toBeDefined()
  clock.advance(1)
  expect(await reapSlots(catalog)).toBe(3)
  expect(await catalog.storage.stat(incomingKey(abandoned.slot_id))).toBeUndefined()
  expect(await catalog.storage.stat(incomingKey(refused.slot_id))).toBeUndefined()
  expect(await statesOf(catalog)).toEqual(['consumed', 'expired', 'expired'])

  const row = await catalog.reads.selectFrom('image').selectAll().executeTakeFirstOrThrow()
  expect(await catalog.storage.stat(originalKey(image, row.file_version!, 'jpg'))).toBeDefined()
  expect(await reapSlots(catalog)).toBe(0)
})

test('keeps the outcome of a slot for thirty days', async () => {
  await using api = await openImportApi()
  const { catalog, clock } = api.server
  await api.commit(await api.uploadToNewSlot(tiny))
  await api.requestSlot()
  clock.advance(15 * 60 + 30 * 24 * HOUR)
  await reapSlots(catalog)
  expect(await statesOf(catalog)).toEqual(['consumed', 'expired'])
  clock.advance(1)
  await reapSlots(catalog)
  expect(await statesOf(catalog)).toEqual([])
})

test('moves the file of a crashed replacement to the trash with its slot, but not the file of the image', async () => {
  await using api = await openImportApi()
  const { catalog, clock } = api.server
  const { image_id: image } = await (await api.commit(await api.uploadToNewSlot(tiny))).json()
  const slot = await api.uploadToNewSlot(tiny)
  const pending_key = versionKey(image, 'halfplaced')
  await catalog.storage.duplicate(incomingKey(slot.slot_id), `${pending_key}/original.jpg`)
  await catalog.write((tx) =>
    tx.updateTable('slot').set({ pending_key }).where('id', '=', slot.slot_id).execute(),
  )
  clock.advance(16 * 60 + HOUR)
  expect(await reapSlots(catalog)).toBe(2)
  const { file_version } = await catalog.reads
    .selectFrom('image')
    .select('file_version')
    .executeTakeFirstOrThrow()
  expect(await listVersions(catalog, image)).toEqual([file_version])
  const trashed = await Array.fromAsync(listTrash(catalog.storage))
  const formerKey = `${pending_key}/original.jpg`
  expect(trashed).toMatchObject([{ formerKey, imageId: image, reason: 'unfinished' }])
})

async function statesOf({ reads }: Catalog): Promise<string[]> {
  const slots = await reads.selectFrom('slot').select('state').orderBy('state').execute()
  return slots.map(({ state }) => state)
}
