import type { Services } from '../services.ts'
import { MICROS_PER_SECOND } from '../clock.ts'
import {
  expireSlots,
  forgetSlots,
  listReapableSlots,
  markReaped,
} from '../actions/slots/slot-expiry.ts'
import { SLOT_KEPT_SECONDS } from '../limits.ts'
import { incomingKey } from '../storage/keys.ts'

/** How long after a slot's expiry an upload or an attempt to use it that began in time may still be at work. */
const LATE_SECONDS = 60 * 60

const AT_ONCE = 500
const FORGOTTEN_AT_ONCE = 5000

/**
 * Removes what was uploaded to slots whose time has been over for so long, and half-placed files. The slots
 * themselves are remembered, so that their owners can be told what became of them, and then forgotten.
 * @returns how many slots were rid of their files
 */
export async function reapSlots(
  catalog: Pick<Services, 'clock' | 'reads' | 'storage' | 'write'>,
  lateSeconds = LATE_SECONDS,
): Promise<number> {
  const now = catalog.clock.now()
  const before = now - lateSeconds * MICROS_PER_SECOND
  await catalog.write((tx) => expireSlots(tx, { before, now }))
  let reaped = 0
  let more = true
  while (more) {
    const some = await reapSome(catalog, before)
    reaped += some
    more = some === AT_ONCE
  }
  const old = { before: now - SLOT_KEPT_SECONDS * MICROS_PER_SECOND, limit: FORGOTTEN_AT_ONCE }
  await catalog.write((tx) => forgetSlots(tx, old))
  return reaped
}

async function reapSome(
  { reads, storage, write, clock }: Pick<Services, 'clock' | 'reads' | 'storage' | 'write'>,
  before: number,
): Promise<number> {
  const slots = await listReapableSlots(reads, { before, limit: AT_ONCE })
  for (const { id, placing } of slots) {
    await storage.remove(incomingKey(id))
    if (placing !== null) await storage.removeBelow(placing)
  }
  const ids = slots.map(({ id }) => id)
  if (ids.length > 0) await write((tx) => markReaped(tx, ids, clock.now()))
  return slots.length
}
