import type { AuditContext } from '../../audit/record-audit.ts'
import type { Tx } from '../../database/store.ts'
import { CatalogError, conflict } from '../../base/errors.ts'
import type { RevertObstacle } from '../../base/problems/revert-obstacles.ts'
import { getAuditEntry, SUMMARIES, type AuditEntry } from '../../queries/audit/audit.ts'
import { useCase } from '../run/use-case.ts'
import { commentReversal, georeferenceReversal, validationReversal } from './contributions.ts'
import {
  flagReversal,
  jobQueueReversal,
  logRevertedSuspension,
  settingReversal,
  userReversal,
} from './decisions.ts'
import { imageReversal } from './images.ts'
import { collectionReversal, licenseReversal, sourceReversal } from './records.ts'
import type { Reversal } from './reversal.ts'
import { subjectReversal } from './subjects.ts'

const REVERSALS: ReadonlyMap<string, Reversal> = new Map([
  ['image', imageReversal],
  ['source', sourceReversal],
  ['collection', collectionReversal],
  ['license', licenseReversal],
  ['subject', subjectReversal],
  ['georeference', georeferenceReversal],
  ['from_above_georeference', georeferenceReversal],
  ['validation', validationReversal],
  ['comment', commentReversal],
  ['setting', settingReversal],
  ['user', userReversal],
  ['flag', flagReversal],
  ['job_queue', jobQueueReversal],
])

/** Types of objects that only commands on the host change. */
const HOST_TYPES = ['app', 'key', 'staff_invitation', 'token']

/** Tells whether an entry is about the changes of its batch, and none itself. */
export function isSummary({ action }: Pick<AuditEntry, 'action'>): boolean {
  return SUMMARIES.includes(action)
}

/** Tells why a change cannot be reverted. Null if it can, unless its object was changed since. */
export function findRevertObstacle(entry: AuditEntry): RevertObstacle | null {
  const reversal = REVERSALS.get(entry.objectType)
  if (isSummary(entry)) return 'summary'
  if (reversal) return reversal.findObstacle(entry)
  return HOST_TYPES.includes(entry.objectType) ? 'host_only' : 'no_values'
}

/** Reverts a change: writes the values before it again, as a change of its own. */
export const revertEntry = useCase({
  name: 'audit.revert',
  access: 'moderator',
  limit: 'moderations',
  once: true,
  hasDryRun: true,
  async run(tx, { id }: { id: number }, context) {
    const { entry, isQueued } = await revertChange(tx, id, context)
    context.afterCommit(({ jobs, log }) => {
      logRevertedSuspension(log, entry, context.actor)
      if (isQueued) jobs?.wake()
    })
    return null
  },
})

/**
 * Writes the values before a change again, as a change of its own in the audit log.
 * @returns the entry that was reverted, and whether jobs wait that a runner may start
 * @throws CatalogError kind `not_found` (the entry, or its object), `forbidden` (suspending staff), or `conflict`: with
 *   code `not_revertible`, with `changed_since`, or if the previous values are not valid any more
 */
export async function revertChange(
  tx: Tx,
  entryId: number,
  context: AuditContext,
): Promise<{ entry: AuditEntry; isQueued: boolean }> {
  const entry = await getAuditEntry(tx, entryId)
  const obstacle = findRevertObstacle(entry)
  const reversal = REVERSALS.get(entry.objectType)
  if (obstacle !== null || !reversal) throw notRevertible(obstacle ?? 'no_values')
  try {
    return { entry, isQueued: await reversal.revert(tx, entry, context) }
  } catch (error) {
    if (!(error instanceof CatalogError) || error.kind !== 'invalid') throw error
    throw conflict(['values_refused', error.message])
  }
}

function notRevertible(obstacle: RevertObstacle): CatalogError {
  return conflict(['not_revertible', obstacle], { code: 'not_revertible', hint: null })
}
