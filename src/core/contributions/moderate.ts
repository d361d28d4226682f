import type { AuditContext } from '../audit/record-audit.ts'
import { requireActiveStaff } from '../auth/suspension.ts'
import type { AfterCommit, Tx } from '../db/store.ts'
import {
  beginRequest,
  recordResponse,
  type IdempotentResult,
  type KeyedRequest,
} from '../idempotency/idempotent-request.ts'
import type { Services } from '../services.ts'

/** A staff user who changes something on a page or with an app. */
export interface Moderator {
  userId: number
}

type ModerationServices = Pick<Services, 'clock' | 'write'>

/** Receives the context that the audit log records. */
type Change<Result> = (tx: Tx, context: AuditContext, afterCommit: AfterCommit) => Promise<Result>

/**
 * Runs a change by a moderator in one transaction.
 * @param moderator a staff user
 * @throws CatalogError kind `forbidden` for a user who is suspended or no longer staff, and the errors of the change
 */
export function moderate<Result>(
  { clock, write }: ModerationServices,
  { userId }: Moderator,
  change: Change<Result>,
): Promise<Result> {
  return write(async (tx, afterCommit) => {
    await requireActiveStaff(tx, userId)
    return change(tx, { actor: { userId }, now: clock.now() }, afterCommit)
  })
}

/**
 * The same for a request that may have an idempotency key: a repetition changes nothing, and gets the first result.
 * @param change returns what survives JSON
 * @throws CatalogError the errors of `moderate` and `beginRequest`
 */
export function moderateOnce<Result>(
  services: ModerationServices,
  moderator: Moderator,
  { key, content }: Omit<KeyedRequest, 'userId'>,
  change: Change<Result>,
): Promise<IdempotentResult<Result>> {
  return moderate(services, moderator, async (tx, context, afterCommit) => {
    const request = { userId: moderator.userId, key, content }
    const begun = await beginRequest<Result>(tx, request, context.now)
    if ('replay' in begun) return begun.replay
    const result = await change(tx, context, afterCommit)
    await recordResponse(tx, begun.heldKey, result)
    return { result, isReplay: false }
  })
}
