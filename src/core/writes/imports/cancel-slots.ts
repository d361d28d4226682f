import { getUserId } from '../../audit/actor.ts'
import { importCancel, type ImportCancel } from '../../contract/import.ts'
import { incomingKey } from '../../storage/keys.ts'
import { steppedUseCase } from '../run/use-case.ts'
import { markSlotsCancelled } from './slot-claims.ts'

/**
 * Cancels slots of the user, or of any user on the host, and deletes their uploads. Ignores slots that are unknown,
 * consumed, in use or of another user. Returns the ids of the canceled slots, which the response counts as `deleted`.
 */
export const cancelSlots = steppedUseCase({
  name: 'slot.cancel',
  access: 'importer',
  input: importCancel,
  async runSteps(runStep, { slot_ids: slotIds }: ImportCancel, { storage }) {
    const cancelled = await runStep((tx, { actor, now }) =>
      markSlotsCancelled(tx, { slotIds, userId: getUserId(actor), now }),
    )
    for (const id of cancelled) await storage.remove(incomingKey(id))
    return cancelled
  },
})
