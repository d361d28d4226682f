import { z, type ZodObject, type ZodType } from 'zod'
import type { Caller } from '../../core/auth/caller.ts'
import { optionalFlag } from '../../core/contract/fields.ts'
import { CONTRIBUTIONS_PER_MINUTE } from '../../core/base/limits.ts'
import { STAFF_KINDS, type ContributionKind } from '../../core/auth/limits/contribution-limits.ts'
import { runUseCase } from '../../core/writes/run/run-use-case.ts'
import type { UseCase } from '../../core/writes/run/use-case.ts'
import { batchHeaders, parseBatchId } from './batch-id.ts'
import { checkUnlessRepeated } from './check-unless-repeated.ts'
import { toContributor } from './contributor.ts'
import { idempotencyHeaders, markReplay, parseIdempotencyKey } from './idempotency-key.ts'
import { ifMatchHeaders, parseIfMatch } from './if-match.ts'
import { noContent, type Reply } from './reply.ts'
import { route, type Route, type RouteDeclaration, type RouteRequest } from './route.ts'
import { CONTRIBUTION_ERRORS, perMinute } from './contribution-errors.ts'

type Method = RouteDeclaration['method']

type Errors = NonNullable<RouteDeclaration['errorResponses']>

/** Members of a request that presenters use. */
type Presented = Pick<RouteRequest, 'caller' | 'catalog' | 'links'>

interface EndpointDeclaration<Request, Result> extends Pick<
  RouteDeclaration,
  'errorKey' | 'errorResponses' | 'errorSchemas' | 'moderatorMembers' | 'responses' | 'summary'
> {
  /** Schema of the members of the request that are in the query. */
  query?: ZodObject & ZodType<Partial<Request>>
  /** The members of the request that the body does not have, from the address. */
  target?: (request: Pick<RouteRequest, 'params'>) => Partial<Request>
  /** By default the response has no body. */
  present?: (result: Result, request: Presented) => Reply
  /** Presents an error that shows more than others. Undefined for all others. */
  presentError?: (error: unknown, request: Presented) => Reply | undefined
}

const dryRun = {
  dry_run: optionalFlag().describe('Whether to answer as usual, but to change nothing.'),
}

/**
 * Declares the endpoint of a use case. Access, limits, idempotency and dry runs follow from the use case.
 * @param address method and path: `PATCH /api/v2/licenses/:id/`
 */
export function endpoint<Request extends object, Result>(
  address: `${Method} /${string}`,
  useCase: UseCase<Request, Result>,
  {
    target,
    query,
    present = noContent,
    presentError,
    ...declaration
  }: EndpointDeclaration<Request, Result>,
): Route {
  const [method, path] = address.split(' ') as [Method, string]
  const { access, batch, input, findProblems, once, hasDryRun, hasRevisions } = useCase
  const parameters = z.object({ ...query?.shape, ...(hasDryRun && dryRun) })
  return route({
    ...declaration,
    useCases: [useCase],
    method,
    path,
    access,
    errorResponses: describeErrors(useCase, declaration.errorResponses),
    ...describeHeaders(useCase),
    ...((query ?? hasDryRun) && { query: parameters }),
    ...(input && { body: input }),
    ...(findProblems && { checkBody: checkUnlessRepeated(findProblems) }),
    async handle(request) {
      const sent = query && request.query
      try {
        const { result, isReplay } = await runUseCase(request.catalog, useCase, {
          actor: toActor(request.caller),
          request: { ...sent, ...(request.body as object), ...target?.(request) } as Request,
          key: once && parseIdempotencyKey(request.headers),
          isDryRun: hasDryRun && request.query.dry_run === true,
          batch: batch && parseBatchId(request.headers),
          revisions: hasRevisions && parseIfMatch(request.headers),
        })
        return markReplay(present(result, request), isReplay)
      } catch (error) {
        const presented = presentError?.(error, request)
        if (presented) return presented
        throw error
      }
    },
  })
}

function toActor(caller: Caller) {
  const { hostUser, userId } = caller
  return hostUser ? { hostUser, feedUser: userId || null } : toContributor(caller)
}

function describeHeaders({
  batch,
  once,
  hasRevisions,
}: Pick<UseCase<never, unknown>, 'batch' | 'once' | 'hasRevisions'>) {
  if (!batch && !once && !hasRevisions) return {}
  return {
    handlerInput: {
      headers: z.object({
        ...(once && idempotencyHeaders.shape),
        ...(batch && batchHeaders.shape),
        ...(hasRevisions && ifMatchHeaders.shape),
      }),
    },
    responseHeaders: [
      ...(hasRevisions ? (['ETag'] as const) : []),
      ...(once ? (['Idempotency-Replayed'] as const) : []),
    ],
  }
}

/** Describes the errors of the use case beside its own. */
function describeErrors(
  { once, limit, staffLimit }: Pick<UseCase<never, unknown>, 'once' | 'limit' | 'staffLimit'>,
  own: Errors = {},
): Errors {
  const shared = {
    ...(limit && { 429: describeLimit(limit, staffLimit) }),
    ...(once && CONTRIBUTION_ERRORS),
  }
  if (!once || own[409] === undefined) return { ...shared, ...own }
  const inProgress = CONTRIBUTION_ERRORS[409].replace(/^A/v, 'a')
  return { ...shared, ...own, 409: `${own[409]} Or ${inProgress}` }
}

function describeLimit(limit: ContributionKind, staffLimit?: ContributionKind): string {
  const most = CONTRIBUTIONS_PER_MINUTE[limit]
  if (STAFF_KINDS.includes(limit)) return `More than ${most} requests per minute by one user.`
  if (!staffLimit) return perMinute(most)
  return `${perMinute(most)} For importers and moderators, more than ${CONTRIBUTIONS_PER_MINUTE[staffLimit]}.`
}
