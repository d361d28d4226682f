import { z } from 'zod'
import type { Caller } from '../core/auth/caller.ts'
import { optionalFlag } from '../core/contract/fields.ts'
import { CONTRIBUTIONS_PER_MINUTE } from '../core/limits.ts'
import { runUseCase } from '../core/writes/run/run-use-case.ts'
import type { UseCase } from '../core/writes/run/use-case.ts'
import { idempotencyHeaders, markReplay, parseIdempotencyKey } from './idempotency-key.ts'
import { noContent, type Reply } from './reply.ts'
import { route, type Route, type RouteDeclaration, type RouteRequest } from './route.ts'
import { CONTRIBUTION_ERRORS, perMinute } from './routes/contribution-errors.ts'
import { fromCaller } from './use-case-caller.ts'

type Method = Exclude<RouteDeclaration['method'], 'GET'>

type EndpointRequest = RouteRequest<unknown, unknown, Caller>

interface EndpointDeclaration<Request, Result> extends Pick<
  RouteDeclaration<unknown, unknown, Caller>,
  | 'checkBody'
  | 'errorKey'
  | 'errorResponses'
  | 'errorSchemas'
  | 'moderatorMembers'
  | 'responseHeaders'
  | 'responses'
  | 'summary'
> {
  /** Headers that `target` reads, for the OpenAPI document. */
  headers?: z.ZodObject
  /** The members of the request that the body does not have, from the address and the headers. */
  target?: (request: EndpointRequest) => Partial<Request>
  /** By default the response has no body. */
  present?: (result: Result, request: EndpointRequest) => Reply | Promise<Reply>
}

const dryRunQuery = z.object({
  dry_run: optionalFlag().describe('Whether to answer as usual, but to change nothing.'),
})

/**
 * Declares the endpoint of a use case. Access, limits, idempotency and dry runs follow from the use case.
 * @param address method and path: `PATCH /api/v2/licenses/:id/`
 */
export function endpoint<Request extends object, Result>(
  address: `${Method} /${string}`,
  useCase: UseCase<Request, Result>,
  { headers, target, present, ...declaration }: EndpointDeclaration<Request, Result>,
): Route {
  const [method, path] = address.split(' ') as [Method, string]
  const { access, input, once, hasDryRun } = useCase
  const described = { ...(once && idempotencyHeaders.shape), ...headers?.shape }
  return route({
    ...declaration,
    method,
    path,
    access: access as 'moderator',
    responseHeaders: [
      ...(declaration.responseHeaders ?? []),
      ...(once ? (['Idempotency-Replayed'] as const) : []),
    ],
    errorResponses: describeErrors(useCase, declaration.errorResponses),
    ...(Object.keys(described).length > 0 && { handlerInput: { headers: z.object(described) } }),
    ...(hasDryRun && { query: dryRunQuery }),
    ...(input && { body: input }),
    useCase: useCase.name,
    async handle(request) {
      const { result, isReplay } = await runUseCase(request.catalog, useCase, {
        caller: fromCaller(request.caller),
        request: { ...(request.body as object), ...target?.(request) } as Request,
        key: once && parseIdempotencyKey(request.headers),
        isDryRun: hasDryRun && request.query.dry_run,
      })
      return markReplay(present ? await present(result, request) : noContent(), isReplay)
    },
  })
}

type Errors = NonNullable<RouteDeclaration['errorResponses']>

/** Describes the errors of the use case beside its own. */
function describeErrors(
  { once, limit }: Pick<UseCase<never, unknown>, 'once' | 'limit'>,
  own: Errors = {},
): Errors {
  const conflict = own[409]
  return {
    ...(limit && { 429: describeLimit(limit) }),
    ...(once && CONTRIBUTION_ERRORS),
    ...own,
    ...(once &&
      conflict !== undefined && { 409: `${conflict} Or ${lowerFirst(CONTRIBUTION_ERRORS[409])}` }),
  }
}

function describeLimit(limit: NonNullable<UseCase<never, unknown>['limit']>): string {
  const most = CONTRIBUTIONS_PER_MINUTE[limit]
  return limit === 'moderations'
    ? `More than ${most} requests per minute by one user.`
    : perMinute(most)
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}
