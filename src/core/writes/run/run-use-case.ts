import type { HostUser } from '../../audit/actor.ts'
import type { Contributor } from '../../auth/contributor.ts'
import { notStaffError, requireActive } from '../../auth/suspension.ts'
import type { AfterCommit, Tx } from '../../db/store.ts'
import { CatalogError } from '../../errors.ts'
import {
  beginRequest,
  recordResponse,
  type IdempotentResult,
} from '../../idempotency/idempotent-request.ts'
import type { Services } from '../../services.ts'
import type { ContributionContext, UseCase, UseCaseAccess } from './use-case.ts'

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
  isDryRun?: boolean
}

/** No user has the id 0, so that nothing is the host's own. */
const HOST: Contributor = {
  userId: 0,
  isStaff: true,
  isModerator: true,
  visibility: 'everything',
}

/**
 * Runs a use case in one transaction.
 * @throws CatalogError kind `unauthenticated` or `forbidden` (suspended, or not staff any more), `rate_limited`, the
 *   errors of `beginRequest`, and those of the use case
 */
export async function runUseCase<Request extends object, Result>(
  services: Services,
  useCase: UseCase<Request, Result>,
  call: UseCaseCall<Request>,
): Promise<IdempotentResult<Result>> {
  const { actor, request, isDryRun = false } = call
  if ('userId' in actor) await countRun(services, useCase, actor)
  const prepared = await useCase.prepare?.(services, request)
  const run = (tx: Tx, afterCommit: AfterCommit) =>
    runIn(tx, useCase, { ...call, prepared }, contextOf(services, actor, afterCommit))
  return isDryRun ? rollBack(services, run) : services.write(run)
}

/** Counts a run before anything else happens, because what it prepares may cost much. */
async function countRun(
  { contributionLimits, reads }: Pick<Services, 'contributionLimits' | 'reads'>,
  { limit }: Pick<UseCase<never, unknown>, 'limit'>,
  { userId }: Contributor,
): Promise<void> {
  if (limit) await contributionLimits.count(limit, await requireActive(reads, userId))
}

function contextOf(
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

async function runIn<Request extends object, Result>(
  tx: Tx,
  useCase: UseCase<Request, Result>,
  { actor, request, key, prepared }: UseCaseCall<Request> & { prepared: unknown },
  context: ContributionContext,
): Promise<IdempotentResult<Result>> {
  if (!('userId' in actor)) {
    requireForHost(useCase.access)
    return { result: await useCase.run(tx, request, context, prepared), isReplay: false }
  }
  const { userId } = actor
  const { isStaff } = await requireActive(tx, userId)
  if (!isStaff && isForStaff(useCase.access)) throw notStaffError()
  const keyed = { userId, key, content: [useCase.name, request] }
  const begun = await beginRequest<Result>(tx, keyed, context.now)
  if ('replay' in begun) return begun.replay
  const own = useCase.access === 'contributor' && { isContribution: true as const }
  const result = await useCase.run(tx, request, { ...context, ...own }, prepared)
  await recordResponse(tx, begun.heldKey, result)
  return { result, isReplay: false }
}

function isForStaff(access: UseCaseAccess): boolean {
  return access !== 'contributor' && !access.includes('contributor')
}

function requireForHost(access: UseCaseAccess): void {
  if (access === 'contributor') throw new CatalogError('forbidden', 'Only users can do this.')
}

/** The result of a dry run, thrown so that its transaction is rolled back. */
class DryRun extends Error {
  readonly result: unknown

  constructor(result: unknown) {
    super('dry run')
    this.result = result
  }
}

async function rollBack<Result>(
  { write }: Pick<Services, 'write'>,
  run: (tx: Tx, afterCommit: AfterCommit) => Promise<Result>,
): Promise<Result> {
  try {
    return await write(async (tx, afterCommit) => {
      throw new DryRun(await run(tx, afterCommit))
    })
  } catch (error) {
    if (error instanceof DryRun) return error.result as Result
    throw error
  }
}
