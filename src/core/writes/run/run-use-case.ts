import type { Role } from '../../auth/caller.ts'
import { requireActive, requireActiveStaff } from '../../auth/suspension.ts'
import type { Tx } from '../../db/store.ts'
import {
  beginRequest,
  recordResponse,
  type IdempotentResult,
} from '../../idempotency/idempotent-request.ts'
import type { Services } from '../../services.ts'
import type { UseCase, UseCaseCaller } from './use-case.ts'

type RunServices = Pick<
  Services,
  'clock' | 'contributionLimits' | 'jobs' | 'log' | 'reads' | 'write'
>

export interface UseCaseCall<Request> {
  caller: UseCaseCaller
  request: Request
  /** The idempotency key of the request. */
  key?: string | undefined
  /** Whether to roll the change back. */
  isDryRun?: boolean
}

/**
 * Runs a use case for a caller, in one transaction.
 * @throws CatalogError kind `unauthenticated` or `forbidden` (suspended, or not staff any more), `rate_limited`, the
 *   errors of `beginRequest`, and those of the use case
 */
export async function runUseCase<Request extends object, Result>(
  services: RunServices,
  useCase: UseCase<Request, Result>,
  { caller, request, key, isDryRun = false }: UseCaseCall<Request>,
): Promise<IdempotentResult<Result>> {
  await countRun(services, useCase, caller)
  const run = async (tx: Tx, register: (task: () => void) => void) => {
    await requireAllowed(tx, useCase.access, caller)
    const { actor, ...rights } = caller
    const now = services.clock.now()
    const content = [useCase.name, request]
    const begun =
      'userId' in actor && (await beginRequest<Result>(tx, { ...actor, key, content }, now))
    if (begun && 'replay' in begun) return begun.replay
    const result = await useCase.run(tx, request, {
      ...rights,
      actor,
      now,
      ...(useCase.access === 'contributor' && { isContribution: true as const }),
      afterCommit: register,
      wakeJobs: () => register(() => services.jobs?.wake()),
      log: services.log,
    })
    if (begun) await recordResponse(tx, begun.heldKey, result)
    return { result, isReplay: false }
  }
  return isDryRun ? rollBack(services, run) : services.write(run)
}

/** Counts a run before anything else happens. Nothing limits the administrator of the host. */
async function countRun(
  { contributionLimits, reads }: RunServices,
  { limit }: Pick<UseCase<never, unknown>, 'limit'>,
  { actor }: UseCaseCaller,
): Promise<void> {
  if (limit === undefined || !('userId' in actor)) return
  await contributionLimits.count(limit, await requireActive(reads, actor.userId))
}

/** Asked in the transaction, which neither a suspension nor an erasure can overtake. */
async function requireAllowed(
  tx: Tx,
  access: Role | readonly Role[],
  { actor }: UseCaseCaller,
): Promise<void> {
  if (!('userId' in actor)) return
  if (access === 'contributor') await requireActive(tx, actor.userId)
  else await requireActiveStaff(tx, actor.userId)
}

/** The result of a dry run, thrown so that its transaction is rolled back. */
class DryRun extends Error {
  readonly outcome: unknown

  constructor(outcome: unknown) {
    super('dry run')
    this.outcome = outcome
  }
}

async function rollBack<Result>(
  { write }: Pick<Services, 'write'>,
  run: (tx: Tx, register: (task: () => void) => void) => Promise<Result>,
): Promise<Result> {
  try {
    return await write(async (tx, afterCommit) => {
      throw new DryRun(await run(tx, afterCommit))
    })
  } catch (error) {
    if (error instanceof DryRun) return error.outcome as Result
    throw error
  }
}
