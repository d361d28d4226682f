import type { ZodType } from 'zod'
import type { AuditContext } from '../../audit/record-audit.ts'
import type { Role } from '../../auth/caller.ts'
import type { Tx } from '../../db/store.ts'
import type { ContributionKind } from '../../rate-limits/contribution-limits.ts'

type StaffRole = Exclude<Role, 'contributor'>

/**
 * A change that people and programs can make, declared once. The endpoints of the API, the forms of the pages and the
 * commands name it, and present its result. `runUseCase` does what is the same for all of them.
 */
export interface UseCase<Request extends object, Result> {
  /** Identifies it among all use cases: `license.add`. */
  readonly name: string
  /** The roles of those who may run it, besides an administrator on the host. */
  readonly access: StaffRole | readonly StaffRole[]
  /** The budget of the user that each run takes from. Without one, runs are not limited. */
  readonly limit?: ContributionKind
  /** Whether a repetition with the same idempotency key gets the first result, which must survive JSON. */
  readonly once?: true
  /** Whether a caller may ask for a dry run, which ends in the same errors and changes nothing. */
  readonly hasDryRun?: true
  /** Schema of the part of the request that a client sends. An address may hold other members, such as an id. */
  readonly input?: ZodType<Partial<Request>>
  /** Makes the change, in one transaction. */
  run(tx: Tx, request: Request, context: AuditContext): Promise<Result>
}

/** Declares a use case. Its types follow from the parameters of `run`. */
export function useCase<Request extends object, Result>(
  declaration: UseCase<Request, Result>,
): UseCase<Request, Result> {
  return declaration
}
