import type { IncomingHttpHeaders } from 'node:http'
import type { ZodObject, ZodType, output } from 'zod'
import type { Caller, Role } from '../../core/auth/caller.ts'
import type { Catalog } from '../../core/catalog/catalog.ts'
import type { UseCase } from '../../core/writes/run/use-case.ts'
import type { CatalogError, FieldProblems } from '../../core/base/errors.ts'
import type { Links } from './links.ts'
import type { Language } from '../../core/base/languages.ts'
import type { Reply } from './reply.ts'

/** The parsed input of a handler, independent of the HTTP library. */
export interface RouteRequest<Query = unknown, Body = unknown, Who = Caller | null> {
  catalog: Catalog
  links: Links
  /** Path parameters by name, percent-decoded. */
  params: Record<string, string>
  query: Query
  body: Body
  /** The caller; null on public routes without a valid bearer token. */
  caller: Who
  headers: IncomingHttpHeaders
  /** Returns the value of a cookie of the request. */
  cookie: (name: string) => string | undefined
  /** Chooses the language of a page. */
  language: () => Language
  /** Path below the base URL with its query, as requested: `/api/v2/images/?page=2`. */
  target: string
  /** The bytes of the body, for a route with `body: 'stream'`. */
  stream: AsyncIterable<Uint8Array>
  /** Returns the address of the client, as rate limits count it. */
  clientAddress: () => string
  /** Creates a signal that aborts when the client disconnects. */
  disconnectSignal: () => AbortSignal
  /** Logs an error to which the handler responds itself, as it is logged if the handler throws it. */
  reportFailure: (error: CatalogError) => void
}

/**
 * Callers that a route accepts: `public` everyone (invalid tokens are ignored), `token` callers with a valid token.
 * Others name the scope that the token must have: `contributor` is `contribute`, `importer` is `import` and
 * `moderator` is `moderate`, of which the last two require staff. They are closed to suspended users.
 */
export type Access = 'public' | 'token' | Role

type CallerFor<A> = A extends 'public' ? Caller | null : Caller

/** A response that is not just JSON of one schema. */
export interface ResponseDeclaration {
  description: string
  /** Possible content types; none for a response without a body. */
  types?: readonly string[]
  /** Schema of the JSON content types. */
  schema?: ZodType
}

export type ResponseHeader = 'ETag' | 'Idempotency-Replayed'

/** Input that the handler parses itself, declared for the OpenAPI document only. */
export interface HandlerInput {
  query?: ZodObject
  headers?: ZodObject
  /** Fields of a form body. */
  form?: ZodObject
}

export interface RouteDeclaration<Query = unknown, Body = unknown, Who = Caller | null> {
  /** The use cases that it may run. */
  useCases?: readonly Pick<UseCase<never, unknown>, 'name' | 'access'>[]
  method: 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT'
  /** With `:name` for a parameter. Also matches without the trailing slash. */
  path: string
  /** Replaces the pattern of a path that would also match other routes' paths. Its groups are the parameters. */
  pathPattern?: RegExp
  /** Several roles are alternatives. */
  access: Access | readonly Role[]
  /** Whether a `GET` has effects. Its path does not allow `HEAD`, since link checkers and previews send it. */
  hasEffects?: true
  /** In the imperative, without a period: `List images`. */
  summary: string
  /** Successful responses by status: the schema of the JSON, or a declaration. */
  responses: Partial<Record<number, ZodType | ResponseDeclaration>>
  /** Headers of successful responses, described in the OpenAPI document. */
  responseHeaders?: readonly ResponseHeader[]
  /** Descriptions of the handler's errors by status. Errors implied by the rest of the declaration are added. */
  errorResponses?: Partial<Record<number, string>>
  /** Schemas of the handler's errors that have more members than others, by status. */
  errorSchemas?: Partial<Record<number, ZodType>>
  handlerInput?: HandlerInput
  /** Query parameters for callers who see everything; other callers' are ignored, like unknown ones. */
  staffParameters?: readonly string[]
  /** Requests per minute and client address, counted before the body is read. */
  perMinute?: number
  /** Requests per minute and user, counted before the query or body is read. */
  perMinuteAndUser?: number
  /**
   * Whether anonymous responses depend only on the database and the URL, so that they can be cached until the next
   * write. Those of a `page` also depend on the language and the basemap.
   */
  cacheable?: true | 'page'
  /** Whether anonymous responses may show the state of a few seconds ago, so that a replica can answer. */
  mayLag?: true
  /** Whether successful responses are sent while they are made. They have no ETag. */
  streamed?: true
  /** JSON member that holds the message of the handler's errors; `detail` by default. */
  errorKey?: 'error'
  /** Errors as in RFC 6749 or RFC 7591, or as an HTML page; the API's own format by default. */
  errorFormat?: 'oauth' | 'registration' | 'page'
  /** Path of the "Try again" button on an error page; by default the page that failed. */
  retryPath?(request: Pick<RouteRequest, 'catalog' | 'links' | 'cookie'>): string
  query?: ZodType<Query>
  body?: ZodType<Body> | 'stream'
  /** Members of a JSON body for moderators only; other callers' are ignored, like unknown ones. */
  moderatorMembers?: readonly string[]
  /** Maximum size of the body in bytes; by default 1 MiB of JSON, or 64 KiB of a form. */
  maxBodyBytes?: number
  /** Checks the raw body against the database. Its errors are reported together with those of the schema. */
  checkBody?(
    body: unknown,
    request: Pick<RouteRequest<Query, Body, Who>, 'catalog' | 'caller' | 'headers'>,
  ): Promise<FieldProblems>
  handle(request: RouteRequest<Query, Body, Who>): Promise<Reply>
}

/** A route with erased types. The router only passes input to a handler that the route's own schemas parsed. */
export type Route = RouteDeclaration<never, never, never>

/** Declares a route. The types of the handler's input follow from `access` and the schemas. */
export function route<
  Q extends ZodType = ZodType,
  B extends ZodType = ZodType,
  const A extends Access | readonly Role[] = 'public',
>(
  declaration: Omit<
    RouteDeclaration<output<Q>, output<B>, CallerFor<A>>,
    'query' | 'body' | 'access'
  > & {
    access?: A
    query?: Q
    body?: B | 'stream'
  },
): Route {
  return { access: 'public', ...declaration } as unknown as Route
}
