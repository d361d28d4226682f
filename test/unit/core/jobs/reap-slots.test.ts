import { expect, test } from 'vitest'
import { reapSlots } from '../../../../src/core/jobs/reap-slots.ts'
import { incomingKey, originalKey } from '../../../../src/core/storage/keys.ts'
import { answerOf, openImportDesk } from '../../../support/importing.ts'
import { plain, RED } from '../../../support/pictures.ts'

const HOUR = 60 * 60

const tiny = await plain(8, 8, RED).jpeg().toBuffer()

test('an abandoned slot goes with its upload, an hour after it expired; images keep their files', async () => {
  await using desk = await openImportDesk()
  const { catalog, clock } = desk.server
  const abandoned = await desk.uploaded(tiny)
  const refused = await desk.uploaded(Buffer.from('no picture'))
  expect((await desk.commit(refused)).status).toBe(400)
  const used = await desk.uploaded(tiny)
  const [, body] = await answerOf(await desk.commit(used))
  const { image_id: image } = body as { image_id: number }

  clock.advance(15 * 60 + HOUR)
  expect(await reapSlots(catalog)).toBe(0)
  expect(await catalog.storage.stat(incomingKey(abandoned.slot_id))).toBeDefined()
  clock.advance(1)
  expect(await reapSlots(catalog)).toBe(3)
  expect(await catalog.storage.stat(incomingKey(abandoned.slot_id))).toBeUndefined()
  expect(await catalog.storage.stat(incomingKey(refused.slot_id))).toBeUndefined()
  expect(await catalog.reads.selectFrom('slot').select('id').execute()).toEqual([])

  const row = await catalog.reads.selectFrom('image').selectAll().executeTakeFirstOrThrow()
  expect(await catalog.storage.stat(originalKey(image, row.file_version!, 'jpg'))).toBeDefined()
  expect(await reapSlots(catalog)).toBe(0)
})
