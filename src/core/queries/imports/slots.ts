import type { Micros } from '../../base/clock.ts'
import type { Reads } from '../../database/store.ts'
import type { SlotState } from '../../database/tables.ts'

/** Lists slots with their owners, newest first. A pending slot past its expiry counts as expired. */
export async function listSlots(
  reads: Reads,
  { states, now, limit }: { states: readonly SlotState[]; now: Micros; limit: number },
) {
  const rows = await reads
    .selectFrom('slot')
    .innerJoin('user', 'user.id', 'slot.user_id')
    .select(['slot.id', 'slot.state', 'username', 'collection_id', 'content_type', 'image_id'])
    .select(['slot.created_at', 'expires_at', 'reaped_at'])
    .where((slot) => {
      const overdue = slot.and([slot('state', '=', 'pending'), slot('expires_at', '<=', now)])
      const state = slot.case().when(overdue).then('expired').else(slot.ref('state')).end()
      return slot(state, 'in', states)
    })
    .orderBy('slot.created_at', 'desc')
    .orderBy('slot.id')
    .limit(limit)
    .execute()
  return rows.map(({ state, ...row }) => ({
    ...row,
    state: getEffectiveState(state, row.expires_at, now),
  }))
}

function getEffectiveState(state: SlotState, expiresAt: Micros, now: Micros): SlotState {
  return state === 'pending' && expiresAt <= now ? 'expired' : state
}
