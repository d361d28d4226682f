import type { ZodType } from 'zod'
import type { Actor } from '../../audit/actor.ts'
import type { AuditContext } from '../../audit/record-audit.ts'
import type { Role } from '../../auth/caller.ts'
import type { AfterCommit, Tx } from '../../db/store.ts'
import type { Logger } from '../../log.ts'
import type { Visibility } from '../../model/visibility.ts'
import type { ContributionKind } from '../../rate-limits/contribution-limits.ts'

/**
 * A change that people and programs can make, declared once. The endpoints of the API, the forms of the pages and the
 * commands name it, and present its result. `runUseCase` does what is the same for all of them.
 */
export interface UseCase<Request extends object, Result> {
  /** Identifies it among all use cases: `license.add`. */
  readonly name: string
  /** Who may run it, besides an administrator on the host. Several roles are alternatives. */
  readonly access: Role | readonly Role[]
  /** The budget of the user that each run takes from. */
  readonly limit?: ContributionKind
  /** Whether a repetition with the same idempotency key gets the first result, which must survive JSON. */
  readonly once?: true
  /** Whether a caller may ask for a dry run, which ends in the same errors and changes nothing. */
  readonly hasDryRun?: true
  /** Parses what a client sends. The address may name other members of the request, such as an id. */
  readonly input?: ZodType<Partial<Request>>
  /** Makes the change, in one transaction. */
  run(tx: Tx, request: Request, context: UseCaseContext): Promise<Result>
}

/** Who runs a use case. */
export interface UseCaseCaller {
  readonly actor: Actor
  /** Which images the caller sees, and can therefore change. */
  readonly visibility: Visibility
  /** Whether the caller may change the contributions of others. */
  readonly isModerator: boolean
}

export interface UseCaseContext extends AuditContext, Omit<UseCaseCaller, 'actor'> {
  readonly afterCommit: AfterCommit
  /** Has the job queue look for new jobs after the commit. */
  readonly wakeJobs: () => void
  readonly log: Logger
}

/** Declares a use case. Its types follow from the parameters of `run`. */
export function useCase<Request extends object, Result>(
  declaration: UseCase<Request, Result>,
): UseCase<Request, Result> {
  return declaration
}
