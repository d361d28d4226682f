import { expect, test } from 'vitest'
import {
  claimSlot,
  consumeSlot,
  releaseSlot,
} from '../../../../../src/core/writes/imports/slot-claims.ts'
import { openTestCatalog } from '../../../../support/open-catalog.ts'

const SECOND = 1_000_000

async function openSlot() {
  const opened = await openTestCatalog()
  const { catalog, clock, seed } = opened
  const [userId, collection_id] = [await seed.user(), await seed.collection()]
  const [created_at, expires_at] = [clock.now(), clock.now() + 900 * SECOND]
  const row = { user_id: userId, collection_id, content_type: 'image/png', created_at, expires_at }
  await catalog.write((tx) =>
    tx
      .insertInto('slot')
      .values({ id: 'slot', state: 'pending', ...row })
      .execute(),
  )
  return {
    ...opened,
    claim: (claim: string, by = userId) =>
      catalog.write((tx) => {
        const [now, until] = [clock.now(), clock.now() + 120 * SECOND]
        return claimSlot(tx, { slotId: 'slot', userId: by, lease: claim, now, until })
      }),
    consume: (claim: string) =>
      catalog.write((tx) => consumeSlot(tx, 'slot', { lease: claim, imageId: 1 })),
    release: (claim: string) => catalog.write((tx) => releaseSlot(tx, 'slot', claim)),
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  }
}

test('only the owner can claim a slot, and only one request at a time', async () => {
  await using slot = await openSlot()
  expect(await slot.claim('thief', 999)).toBeUndefined()
  expect(await slot.claim('first')).toMatchObject({ id: 'slot', state: 'pending' })
  expect(await slot.claim('second')).toBeUndefined()
  await slot.release('second')
  expect(await slot.claim('second')).toBeUndefined()
  await slot.release('first')
  expect(await slot.claim('second')).toMatchObject({ id: 'slot' })
})

test('a request that lost its claim cannot consume the slot', async () => {
  await using slot = await openSlot()
  await slot.claim('slow')
  slot.clock.advance(120)
  expect(await slot.claim('quick')).toMatchObject({ lease: 'quick' })
  expect(await slot.consume('slow')).toBe(false)
  expect(await slot.consume('quick')).toBe(true)
  expect(await slot.consume('quick')).toBe(false)
})

test('a claim made in time outlasts the slot, and a new one is rejected', async () => {
  await using slot = await openSlot()
  slot.clock.advance(899)
  await slot.claim('in time')
  slot.clock.advance(130)
  expect(await slot.claim('too late')).toBeUndefined()
  expect(await slot.consume('in time')).toBe(true)
})
