import type { Logger } from '../../base/log.ts'
import type { JobQueue } from '../../job-queue/job-queue.ts'
import type { Clock } from '../../base/clock.ts'
import type { ContributionLimits } from '../../auth/limits/contribution-limits.ts'
import { randomUUID } from 'node:crypto'
import { requireUserId, type Actor, type HostUser } from '../../audit/actor.ts'
import { requireOwnBatch } from '../../audit/require-own-batch.ts'
import type { Contributor } from '../../auth/contributor.ts'
import { notStaffError, requireActive } from '../../auth/suspension.ts'
import { runDry } from '../../database/run-dry.ts'
import type { AfterCommit, Tx, Store } from '../../database/store.ts'
import {
  beginRequest,
  recordResponse,
  releaseKey,
  type HeldKey,
  type IdempotentResult,
} from './idempotent-request.ts'
import type {
  AtomicUseCase,
  ClaimingUseCase,
  ContributionContext,
  UseCase,
  UseCaseAccess,
  UseCaseServices,
} from './use-case.ts'

/** An administrator on the host, who needs no role and whom nothing limits. */
export interface HostActor {
  hostUser: HostUser
  /** The user whom the feed names. */
  feedUser?: number | null
}

export interface UseCaseCall<Request> {
  actor: Contributor | HostActor
  request: Request
  /** The idempotency key of the request. */
  key?: string | undefined
  /** Whether to roll the change back. */
  isDryRun?: boolean | undefined
  /** UUID of the batch that the change belongs to; only for use cases with batches. */
  batch?: string | undefined
  /** Accepted current revisions of the object; any if undefined. */
  revisions?: readonly number[] | undefined
}

/** No user has the id 0, so that nothing is the host's own. */
const HOST: Contributor = {
  userId: 0,
  isStaff: true,
  isModerator: true,
  visibility: 'everything',
}

/**
 * Runs a use case.
 * @throws CatalogError kind `unauthenticated` or `forbidden` (suspended, or not staff any more), `rate_limited`, the
 *   errors of `beginRequest`, and those of the use case
 */
export async function runUseCase<Request extends object, Result>(
  services: UseCaseServices,
  useCase: UseCase<Request, Result>,
  call: UseCaseCall<Request>,
): Promise<IdempotentResult<Result>> {
  const { actor, request, isDryRun = false } = call
  await countRun(services, useCase, actor)
  const { batch = randomUUID() } = call
  const isBatch = useCase.batch === 'always' || call.batch !== undefined
  const write = isDryRun ? runDry(services.write) : services.write
  const runStep: RunStep = (step) =>
    write(async (tx, afterCommit) => {
      await requireAccess(tx, useCase, call)
      const shared = { actor, batch: isBatch ? batch : undefined }
      return step(tx, createContext(services, shared, afterCommit))
    })
  if ('runSteps' in useCase)
    return { result: await useCase.runSteps(runStep, request, services, batch), isReplay: false }
  if ('claim' in useCase) return runClaiming(services, useCase, call, runStep)
  const prepared = await useCase.prepare?.(services, request)
  return runStep((tx, context) => runOnce(tx, useCase, { ...call, prepared }, context))
}

/** Runs one transaction of a use case. */
type RunStep = <Result>(
  step: (tx: Tx, context: ContributionContext) => Promise<Result>,
) => Promise<Result>

/** Counts a run before anything else happens, because what it prepares may cost much. */
async function countRun(
  { contributionLimits, reads }: { contributionLimits: ContributionLimits } & Pick<Store, 'reads'>,
  { limit, staffLimit = limit }: Pick<UseCase<never, unknown>, 'limit' | 'staffLimit'>,
  actor: Contributor | HostActor,
): Promise<void> {
  if (!('userId' in actor)) return
  const kind = actor.visibility === 'everything' ? staffLimit : limit
  if (kind) await contributionLimits.count(kind, await requireActive(reads, actor.userId))
}

/**
 * Requires that the actor may run a use case now, because a user may have been suspended since the request began, and
 * may add to the batch.
 */
async function requireAccess(
  tx: Tx,
  { access, batch: kind }: Pick<UseCase<never, unknown>, 'access' | 'batch'>,
  { actor, batch }: Pick<UseCaseCall<unknown>, 'actor' | 'batch'>,
): Promise<void> {
  if ('userId' in actor) {
    const { isStaff } = await requireActive(tx, actor.userId)
    if (!isStaff && requiresStaff(access)) throw notStaffError()
  } else if (access === 'contributor') requireUserId(actor)
  if (batch !== undefined && kind !== 'shared') await requireOwnBatch(tx, batch, toActor(actor))
}

function requiresStaff(access: UseCaseAccess): boolean {
  return access !== 'contributor' && !access.includes('contributor')
}

function createContext(
  services: { clock: Clock; jobs: JobQueue | null; log: Logger },
  { actor, batch }: Pick<UseCaseCall<unknown>, 'actor' | 'batch'>,
  afterCommit: AfterCommit,
): ContributionContext {
  return {
    actor: toActor(actor),
    contributor: 'userId' in actor ? actor : HOST,
    batch,
    feedUser: 'userId' in actor ? actor.userId : (actor.feedUser ?? null),
    now: services.clock.now(),
    afterCommit: (task) => afterCommit(() => task(services)),
  }
}

function toActor(actor: Contributor | HostActor): Actor {
  return 'userId' in actor ? { userId: actor.userId } : { hostUser: actor.hostUser }
}

async function runOnce<Request extends object, Result>(
  tx: Tx,
  useCase: AtomicUseCase<Request, Result>,
  { request, key, revisions, prepared }: UseCaseCall<Request> & { prepared: unknown },
  context: ContributionContext,
): Promise<IdempotentResult<Result>> {
  const { userId } = context.contributor
  const keyed = { userId, key, content: [useCase.name, request] }
  const begun = await beginRequest<Result>(tx, keyed, context.now)
  if ('replay' in begun) return begun.replay
  const { isContribution = useCase.access === 'contributor' } = useCase
  const own = isContribution && 'userId' in context.actor && { isContribution: true as const }
  const result = await useCase.run(tx, request, { ...context, ...own, revisions }, prepared)
  await recordResponse(tx, begun.heldKey, result)
  return { result, isReplay: false }
}

/** Releases the claims and the idempotency key after a failure, so that the request can be repeated. */
async function runClaiming<Request extends object, Result>(
  services: UseCaseServices,
  useCase: ClaimingUseCase<Request, Result>,
  { request, key }: UseCaseCall<Request>,
  runStep: RunStep,
): Promise<IdempotentResult<Result>> {
  // If the connection is lost during a commit, the claim may be stored although the transaction fails.
  const held: { heldKey: HeldKey; claim: unknown }[] = []
  try {
    const begun = await runStep(async (tx, context) => {
      const { userId } = context.contributor
      const keyed = { userId, key, content: useCase.once(request) }
      const found = await beginRequest<Result>(tx, keyed, context.now)
      if ('replay' in found) return found
      const claimed = { ...found, claim: await useCase.claim(tx, request, context) }
      held.push(claimed)
      return claimed
    })
    if ('replay' in begun) return begun.replay
    const { heldKey, claim } = begun
    const prepared = await useCase.prepare(services, claim)
    const result = await runStep(async (tx, context) => {
      const made = await useCase.run(tx, request, context, prepared)
      await recordResponse(tx, heldKey, made)
      return made
    })
    await useCase.finish(services, claim)
    return { result, isReplay: false }
  } catch (error) {
    for (const { heldKey, claim } of held) {
      await useCase.release(services, claim)
      await releaseKey(services, heldKey)
    }
    throw error
  }
}
