import type { AuditContext } from '../../audit/record-audit.ts'
import type { Tx } from '../../db/store.ts'
import { CatalogError, conflict } from '../../errors.ts'
import type { IdempotentResult } from '../../idempotency/idempotent-request.ts'
import type { RevertObstacle } from '../../model/revert-obstacles.ts'
import { getAuditEntry, type AuditEntry } from '../../queries/audit.ts'
import type { Services } from '../../services.ts'
import { moderateOnce, type Moderator } from '../moderate.ts'
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

/** Tells why a change cannot be reverted. Null if it can, unless its object was changed since. */
export function findRevertObstacle(entry: AuditEntry): RevertObstacle | null {
  const reversal = REVERSALS.get(entry.objectType)
  if (reversal) return reversal.findObstacle(entry)
  return HOST_TYPES.includes(entry.objectType) ? 'host_only' : 'no_values'
}

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

/**
 * Reverts a change on behalf of a moderator.
 * @param key the request's idempotency key: a repetition changes nothing
 * @throws CatalogError kind `forbidden` for a user who is suspended or no longer staff, the errors of `revertChange`, or
 *   those of `beginRequest`
 */
export function revertAsModerator(
  services: Pick<Services, 'clock' | 'jobs' | 'log' | 'write'>,
  moderator: Moderator,
  { entryId, key }: { entryId: number; key: string | undefined },
): Promise<IdempotentResult<null>> {
  const request = { key, content: ['revert', entryId] }
  return moderateOnce(services, moderator, request, async (tx, context, afterCommit) => {
    const { entry, isQueued } = await revertChange(tx, entryId, context)
    afterCommit(() => {
      logRevertedSuspension(services.log, entry, moderator.userId)
      if (isQueued) services.jobs?.wake()
    })
    return null
  })
}
