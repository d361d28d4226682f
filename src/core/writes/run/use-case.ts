import type { ZodType } from 'zod'
import type { AuditContext, RunChange } from '../../audit/record-audit.ts'
import type { Role } from '../../auth/caller.ts'
import type { Contributor } from '../../auth/contributor.ts'
import type { ContributionKind, ContributionLimits } from '../../auth/limits/contribution-limits.ts'
import type { SigningKeys } from '../../auth/signing-keys.ts'
import type { Clock } from '../../base/clock.ts'
import type { FieldProblems } from '../../base/errors.ts'
import type { Logger } from '../../base/log.ts'
import type { Config, Secrets } from '../../config/config.ts'
import type { Reads, Store, Tx } from '../../database/store.ts'
import type { ImagePool } from '../../imaging/process/image-pool.ts'
import type { KnowledgeBase } from '../../integrations/knowledge-base.ts'
import type { JobQueue } from '../../job-queue/job-queue.ts'
import type { ObjectStore } from '../../storage/object-store.ts'

/** Everything that use cases need besides a transaction. */
export interface UseCaseServices extends Pick<Store, 'reads' | 'write' | 'writeDeferred'> {
  clock: Clock
  config: Config
  contributionLimits: ContributionLimits
  images: ImagePool
  jobs: JobQueue | null
  knowledgeBase: KnowledgeBase
  log: Logger
  secrets: Secrets
  signingKeys: SigningKeys
  storage: ObjectStore
}

/** The roles of those who may run a use case: one of them is enough. */
export type UseCaseAccess = Role | readonly Role[]

/** Context of one run: the actor and the time, and how to act after the commit. */
export interface UseCaseContext extends AuditContext {
  /** Accepted current revisions of the object; any if undefined. */
  revisions?: readonly number[] | undefined
  /** The user shown in the feed as the author of the change; null if the feed shows none. */
  feedUser: number | null
  /** Registers a task to run after the commit, such as waking the job queue. */
  afterCommit: (task: (services: { jobs: JobQueue | null; log: Logger }) => void) => void
}

/** The same for use cases of contributors. */
export interface ContributionContext extends UseCaseContext {
  contributor: Contributor
}

type ContextOf<Access> = 'contributor' extends (
  Access extends readonly (infer One)[] ? One : Access
)
  ? ContributionContext
  : UseCaseContext

/** Members of the declarations of all use cases. */
interface Declaration<Request extends object, Access extends UseCaseAccess> {
  /** Identifies it among all use cases: `license.add`. */
  readonly name: string
  /**
   * Roles that may run it. An administrator on the host may, too, unless it is for contributors only or makes something that
   * belongs to a user.
   */
  readonly access: Access
  /** The budget of the user that each run takes from. Without one, runs are not limited. */
  readonly limit?: ContributionKind
  /** The budget of staff, if they have another one: importers, moderators, and staff on pages. */
  readonly staffLimit?: ContributionKind
  /**
   * Whether it is a contribution if a user runs it: the audit log leaves it out, because its rows say who made it and
   * when. By default, what only contributors may run is one.
   */
  readonly isContribution?: true
  /** Schema of the part of the request that a client sends. An address may hold other members, such as an id. */
  readonly input?: ZodType<Partial<Request>>
  /**
   * Whether its changes are a batch, which history shows as one and which is reverted as one: `always`, or only if the
   * caller names one, to make it part of a larger change. Several users can add to a `shared` one.
   */
  readonly batch?: 'always' | 'named' | 'shared'
  /** Finds problems of unparsed input that only the catalog knows, to report them with those of the schema. */
  findProblems?(this: void, reads: Reads, input: unknown): Promise<FieldProblems>
}

/**
 * A change that people and programs can make, declared once. The endpoints of the API, the forms of the pages and the
 * commands name it, and present its result. `runUseCase` does what is the same for all of them.
 */
export interface AtomicUseCase<
  Request extends object,
  Result,
  Access extends UseCaseAccess = UseCaseAccess,
  Prepared = unknown,
> extends Declaration<Request, Access> {
  /** Whether a repetition with the same idempotency key gets the first result, which must survive JSON. */
  readonly once?: true
  /** Whether a caller may ask for a dry run, which ends in the same errors and changes nothing. */
  readonly hasDryRun?: true
  /** Whether a caller may name the revisions of the object that it accepts: `If-Match`. */
  readonly hasRevisions?: true
  /** Reads data for the transaction that it must not wait for, such as a response of another service. */
  prepare?(services: UseCaseServices, request: Request): Promise<Prepared>
  /** Makes the change, in one transaction. */
  run(tx: Tx, request: Request, context: ContextOf<Access>, prepared: Prepared): Promise<Result>
}

/** A change that is too large for one transaction, so that others can write in between, or that continues after it. */
export interface SteppedUseCase<
  Request extends object,
  Result,
  Access extends UseCaseAccess = UseCaseAccess,
> extends Declaration<Request, Access> {
  readonly once?: never
  readonly hasDryRun?: never
  readonly hasRevisions?: never
  /**
   * Runs its steps one after another, each in a transaction of its own. The same request again continues.
   * @param batch UUID of the batch that their changes belong to, if it declares one
   */
  runSteps(
    runStep: RunChange,
    request: Request,
    services: UseCaseServices,
    batch: string,
  ): Promise<Result>
}

/**
 * A change with work between two transactions that no transaction may wait for, such as storing a file. The first one
 * claims what the work needs, and the second one makes the change.
 */
export interface ClaimingUseCase<
  Request extends object,
  Result,
  Access extends UseCaseAccess = UseCaseAccess,
  Claim = unknown,
  Prepared = unknown,
> extends Declaration<Request, Access> {
  /** Returns the content by which a repetition with the same idempotency key is recognized. It gets the first result. */
  once(this: void, request: Request): unknown
  readonly hasDryRun?: never
  readonly hasRevisions?: never
  claim(tx: Tx, request: Request, context: ContextOf<Access>): Promise<Claim>
  /** Does the work between the transactions. */
  prepare(services: UseCaseServices, claim: Claim): Promise<Prepared>
  run(tx: Tx, request: Request, context: ContextOf<Access>, prepared: Prepared): Promise<Result>
  /** Releases a claim after a failure, unless the change was made: a connection may be lost during the commit. */
  release(services: UseCaseServices, claim: Claim): Promise<void>
  /** Cleans up after the change. */
  finish(services: UseCaseServices, claim: Claim): Promise<void>
}

export type UseCase<Request extends object, Result> =
  | AtomicUseCase<Request, Result>
  | ClaimingUseCase<Request, Result>
  | SteppedUseCase<Request, Result>

/** Declares a use case. Its types follow from the parameters of `run`. */
export function useCase<
  Request extends object,
  Result,
  const Access extends UseCaseAccess,
  Prepared,
>(
  declaration: AtomicUseCase<Request, Result, Access, Prepared>,
): AtomicUseCase<Request, Result, Access, Prepared> {
  return declaration
}

/** The same for one that takes several transactions. */
export function steppedUseCase<Request extends object, Result, const Access extends UseCaseAccess>(
  declaration: SteppedUseCase<Request, Result, Access>,
): SteppedUseCase<Request, Result, Access> {
  return declaration
}

/** The same for one with work between two transactions. */
export function claimingUseCase<
  Request extends object,
  Result,
  const Access extends UseCaseAccess,
  Claim,
  Prepared,
>(
  declaration: ClaimingUseCase<Request, Result, Access, Claim, Prepared>,
): ClaimingUseCase<Request, Result, Access, Claim, Prepared> {
  return declaration
}
