import { requireUserId, type HostUser } from '../../audit/actor.ts'
import type { RunChange } from '../../audit/record-audit.ts'
import type { Contributor } from '../../auth/contributor.ts'
import { notStaffError, requireActive } from '../../auth/suspension.ts'
import { runDry } from '../../db/run-dry.ts'
import type { AfterCommit, Tx } from '../../db/store.ts'
import {
  beginRequest,
  recordResponse,
  type IdempotentResult,
} from '../../idempotency/idempotent-request.ts'
import type { Services } from '../../services.ts'
import type { AtomicUseCase, ContributionContext, UseCase, UseCaseAccess } from './use-case.ts'

/** An administrator on the host, who needs no role and whom nothing limits. */
export interface HostActor {
  hostUser: HostUser
}

export interface UseCaseCall<Request> {
  actor: Contributor | HostActor
  request: Request
  /** The idempotency key of the request. */
  key?: string | undefined
  /** Whether to roll the change back. */
  isDryRun?: boolean | undefined
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
  services: Services,
  useCase: UseCase<Request, Result>,
  call: UseCaseCall<Request>,
): Promise<IdempotentResult<Result>> {
  const { actor, request, isDryRun = false } = call
  await countRun(services, useCase, actor)
  if ('runSteps' in useCase) {
    const runStep: RunChange = (change) =>
      services.write(async (tx, afterCommit) => {
        await requireAccess(tx, useCase, actor)
        return change(tx, createContext(services, actor, afterCommit))
      })
    return { result: await useCase.runSteps(runStep, request, services), isReplay: false }
  }
  const prepared = await useCase.prepare?.(services, request)
  const write = isDryRun ? runDry(services.write) : services.write
  return write((tx, afterCommit) =>
    runOnce(tx, useCase, { ...call, prepared }, createContext(services, actor, afterCommit)),
  )
}

/** Counts a run before anything else happens, because what it prepares may cost much. */
async function countRun(
  { contributionLimits, reads }: Pick<Services, 'contributionLimits' | 'reads'>,
  { limit }: Pick<UseCase<never, unknown>, 'limit'>,
  actor: Contributor | HostActor,
): Promise<void> {
  if (!limit || !('userId' in actor)) return
  await contributionLimits.count(limit, await requireActive(reads, actor.userId))
}

/** Requires that the actor may run a use case now: a user may have been suspended meanwhile. */
async function requireAccess(
  tx: Tx,
  { access }: Pick<UseCase<never, unknown>, 'access'>,
  actor: Contributor | HostActor,
): Promise<void> {
  if ('userId' in actor) {
    const { isStaff } = await requireActive(tx, actor.userId)
    if (!isStaff && isForStaff(access)) throw notStaffError()
  } else if (access === 'contributor') requireUserId(actor)
}

function isForStaff(access: UseCaseAccess): boolean {
  return access !== 'contributor' && !access.includes('contributor')
}

function createContext(
  services: Pick<Services, 'clock' | 'jobs' | 'log'>,
  actor: Contributor | HostActor,
  afterCommit: AfterCommit,
): ContributionContext {
  const isUser = 'userId' in actor
  return {
    actor: isUser ? { userId: actor.userId } : { hostUser: actor.hostUser },
    contributor: isUser ? actor : HOST,
    now: services.clock.now(),
    afterCommit: (task) => afterCommit(() => task(services)),
  }
}

async function runOnce<Request extends object, Result>(
  tx: Tx,
  useCase: AtomicUseCase<Request, Result>,
  { actor, request, key, revisions, prepared }: UseCaseCall<Request> & { prepared: unknown },
  context: ContributionContext,
): Promise<IdempotentResult<Result>> {
  await requireAccess(tx, useCase, actor)
  const { userId } = context.contributor
  const keyed = { userId, key, content: [useCase.name, request] }
  const begun = await beginRequest<Result>(tx, keyed, context.now)
  if ('replay' in begun) return begun.replay
  const own = useCase.access === 'contributor' && { isContribution: true as const }
  const result = await useCase.run(tx, request, { ...context, ...own, revisions }, prepared)
  await recordResponse(tx, begun.heldKey, result)
  return { result, isReplay: false }
}
