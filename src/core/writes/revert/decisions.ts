import { getUserId, type Actor } from '../../audit/actor.ts'
import { writeSetting } from '../settings.ts'
import { deleteSuspension, insertSuspension } from '../users/suspend-user.ts'
import { logUserReinstated, logUserSuspended } from '../../auth/security-events.ts'
import { readState } from '../../audit/audit-row.ts'
import { notFound } from '../../base/errors.ts'
import { pauseJobs, resumeJobs } from '../../job-queue/pause.ts'
import type { Logger } from '../../base/log.ts'
import { SETTING_NAMES } from '../../model/setting-names.ts'
import type { AuditEntry } from '../../queries/audit/audit.ts'
import { readStoredSetting } from '../../queries/settings/stored-setting.ts'
import { findSuspension } from '../../queries/people/suspensions.ts'
import { markOpen } from '../flags.ts'
import {
  changedSince,
  hasExactly,
  hasOnly,
  isEdit,
  notRevertible,
  requireCurrent,
  type Reversal,
} from './reversal.ts'

/** Decisions of staff about the catalog, its users and reports. */

export const settingReversal: Reversal = {
  findObstacle: ({ objectId }) =>
    SETTING_NAMES.some((name) => name === objectId) ? null : 'host_only',
  async revert(tx, entry, context) {
    const name = SETTING_NAMES.find((known) => known === entry.objectId)
    if (!name) throw notRevertible()
    const current = await readStoredSetting(tx, name)
    if (JSON.stringify(current) !== JSON.stringify(entry.after?.['value']))
      throw changedSince(['setting_changed_since', name])
    await writeSetting(tx, { name, value: entry.before?.['value'] }, context)
    return name === 'milestones'
  },
}

/** Whether the queue of jobs is paused. */
export const jobQueueReversal: Reversal = {
  findObstacle: (entry) => (isEdit(entry) && hasExactly(entry, ['paused']) ? null : 'no_values'),
  async revert(tx, entry, context) {
    if (!isEdit(entry)) throw notRevertible()
    const pause = entry.before['paused'] === true
    const isChanged = await (pause ? pauseJobs : resumeJobs)(tx, context)
    if (!isChanged) throw changedSince(['queue_changed_since'])
    return !pause
  },
}

/** Whether a user is suspended, and why. */
export const userReversal: Reversal = {
  findObstacle: (entry) =>
    isEdit(entry) && hasExactly(entry, ['suspended_at', 'reason']) ? null : 'host_only',
  async revert(tx, entry, context) {
    if (!isEdit(entry)) throw notRevertible()
    const userId = Number(entry.objectId)
    const { suspended_at = null, reason = null } = (await findSuspension(tx, userId)) ?? {}
    requireCurrent(entry, { suspended_at, reason })
    if (entry.before['suspended_at'] === null) await deleteSuspension(tx, userId, context)
    else
      await insertSuspension(
        tx,
        { userId, reason: entry.before['reason'] as string | null },
        context,
      )
    return false
  },
}

/** Logs the security event of a reverted suspension, or of a reverted end of one. */
export function logRevertedSuspension(
  log: Logger,
  { objectType, objectId, before, after }: AuditEntry,
  actor: Actor,
): void {
  if (objectType !== 'user') return
  const event = { user: Number(objectId), moderator: getUserId(actor) }
  if (before?.['suspended_at'] === null) logUserReinstated(log, event)
  else if (after?.['suspended_at'] === null) logUserSuspended(log, event)
}

/** Whether a report is resolved. */
export const flagReversal: Reversal = {
  findObstacle(entry) {
    if (entry.before === null) return 'created'
    const isResolution = isEdit(entry) && entry.before['resolved_at'] === null
    return isResolution && hasOnly(entry, ['resolved_at', 'resolved_by']) ? null : 'incomplete'
  },
  async revert(tx, entry, context) {
    const id = Number(entry.objectId)
    const row = await readState(tx, { table: 'flag', id })
    if (!row) throw notFound(`The report ${id} does not exist any more.`)
    requireCurrent(entry, row)
    await markOpen(tx, id, context)
    return false
  },
}
