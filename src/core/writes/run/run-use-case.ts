import type { Actor } from '../../audit/actor.ts'
import { requireActive, requireActiveStaff } from '../../auth/suspension.ts'
import type { Tx } from '../../db/store.ts'
import {
  beginRequest,
  recordResponse,
  type IdempotentResult,
} from '../../idempotency/idempotent-request.ts'
import type { Services } from '../../services.ts'
import type { UseCase } from './use-case.ts'

export interface UseCaseCall<Request> {
  /** A user, or the administrator of the host, who needs no role and whom nothing limits. */
  actor: Actor
  request: Request
  /** The idempotency key of the request. */
  key?: string | undefined
  /** Whether to roll the change back. */
  isDryRun?: boolean
}

/**
 * Runs a use case in one transaction.
 * @throws CatalogError kind `unauthenticated` or `forbidden` (suspended, or not staff any more), `rate_limited`, the
 *   errors of `beginRequest`, and those of the use case
 */
export async function runUseCase<Request extends object, Result>(
  services: Pick<Services, 'clock' | 'contributionLimits' | 'reads' | 'write'>,
  useCase: UseCase<Request, Result>,
  { actor, request, key, isDryRun = false }: UseCaseCall<Request>,
): Promise<IdempotentResult<Result>> {
  const { clock, contributionLimits, reads, write } = services
  if (useCase.limit && 'userId' in actor)
    await contributionLimits.count(useCase.limit, await requireActive(reads, actor.userId))
  const run = async (tx: Tx): Promise<IdempotentResult<Result>> => {
    const context = { actor, now: clock.now() }
    if (!('userId' in actor))
      return { result: await useCase.run(tx, request, context), isReplay: false }
    await requireActiveStaff(tx, actor.userId)
    const keyed = { ...actor, key, content: [useCase.name, request] }
    const begun = await beginRequest<Result>(tx, keyed, context.now)
    if ('replay' in begun) return begun.replay
    const result = await useCase.run(tx, request, context)
    await recordResponse(tx, begun.heldKey, result)
    return { result, isReplay: false }
  }
  return isDryRun ? rollBack(services, run) : write(run)
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
  run: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  try {
    return await write(async (tx) => {
      throw new DryRun(await run(tx))
    })
  } catch (error) {
    if (error instanceof DryRun) return error.result as Result
    throw error
  }
}
