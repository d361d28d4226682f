import type { AuditContext } from '../audit/record-audit.ts'
import { requireActive } from '../auth/suspension.ts'
import type { AfterCommit, Tx } from '../db/store.ts'
import {
  beginRequest,
  recordResponse,
  type IdempotentResult,
} from '../idempotency/idempotent-request.ts'
import type { Visibility } from '../model/visibility.ts'
import type { ContributionKind } from '../rate-limits/contribution-limits.ts'
import type { Services } from '../services.ts'

/** Who contributes, with an app or on a page. */
export interface Contributor {
  userId: number
  isStaff: boolean
  /** Which images this person sees, and can therefore contribute to. */
  visibility: Visibility
}

/** The services that contributions use. */
export type ContributionServices = Pick<
  Services,
  'clock' | 'contributionLimits' | 'reads' | 'write'
>

/** A request to contribute. */
export interface ContributionRequest<Input> {
  input: Input
  /** The idempotency key of the request: a repetition with the same input gets the first result. */
  key: string | undefined
}

interface Contribution {
  contributor: Contributor
  /** The limit that counts it. */
  kind: ContributionKind
  key: string | undefined
  /** What identifies the request, as JSON. */
  content: unknown
}

/** Works in the transaction of a contribution. What it returns must survive JSON. */
type Work<Result> = (tx: Tx, context: AuditContext, afterCommit: AfterCommit) => Promise<Result>

/**
 * Runs a contribution once, in one transaction.
 * @throws CatalogError kind `forbidden` for a suspended user, `rate_limited`, and the errors of `beginRequest`
 */
export async function contribute<Result>(
  services: ContributionServices,
  contribution: Contribution,
  work: Work<Result>,
): Promise<IdempotentResult<Result>> {
  await countContribution(services, contribution)
  return runContribution(services, contribution, work)
}

/** Counts a contribution before anything else happens. @throws CatalogError kind `forbidden` or `rate_limited` */
export async function countContribution(
  { contributionLimits, reads }: Pick<Services, 'contributionLimits' | 'reads'>,
  { contributor: { userId }, kind }: Pick<Contribution, 'contributor' | 'kind'>,
): Promise<void> {
  await contributionLimits.count(kind, await requireActive(reads, userId))
}

/**
 * Runs a contribution that was counted.
 * @throws CatalogError kind `forbidden` for a suspended user, and the errors of `beginRequest`
 */
export async function runContribution<Result>(
  { clock, write }: Pick<Services, 'clock' | 'write'>,
  { contributor: { userId }, key, content }: Contribution,
  work: Work<Result>,
): Promise<IdempotentResult<Result>> {
  return write(async (tx, afterCommit) => {
    const now = clock.now()
    await requireActive(tx, userId)
    const begun = await beginRequest<Result>(tx, { userId, key, content }, now)
    if ('replay' in begun) return begun.replay
    const context = { actor: { userId }, now, isContribution: true as const }
    const result = await work(tx, context, afterCommit)
    await recordResponse(tx, begun.heldKey, result)
    return { result, isReplay: false }
  })
}
