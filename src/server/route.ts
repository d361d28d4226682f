import type { IncomingHttpHeaders } from 'node:http'
import type { ZodObject, ZodType, output } from 'zod'
import type { Caller } from '../core/auth/caller.ts'
import type { Catalog } from '../core/catalog.ts'
import type { FieldErrors } from '../core/errors.ts'
import type { Links } from './links.ts'
import type { Reply } from './reply.ts'

/** What a handler gets: everything parsed, nothing of the HTTP library. */
export interface RouteRequest<Query = unknown, Body = unknown, Who = Caller | null> {
  catalog: Catalog
  links: Links
  /** Path parameters by name, percent-decoded. */
  params: Record<string, string>
  query: Query
  body: Body
  /** Who asks; null when a public route was called without a valid bearer token. */
  caller: Who
  headers: IncomingHttpHeaders
  /** The value of a cookie that came along. */
  cookie: (name: string) => string | undefined
  /** Path below the base URL with its query, as asked for: `/api/v2/images/?page=2`. */
  target: string
  /** The bytes of the body, for a route with `body: 'stream'`. */
  stream: AsyncIterable<Uint8Array>
  /** Aborted when the client goes away. */
  signal: AbortSignal
}

/**
 * Who may call: `public` anybody (a bad token is ignored), `token` a valid token,
 * `importer` a staff user whose token has the `import` scope.
 */
export type Access = 'public' | 'token' | 'importer'

type CallerOf<A extends Access> = A extends 'public' ? Caller | null : Caller

/** An answer that is not simply JSON of one shape. */
export interface SpecialAnswer {
  description: string
  /** Content types that it may come in; none for an answer without a body. */
  types?: readonly string[]
  /** Its shape, in types that are JSON. */
  schema?: ZodType
}

export type AnswerHeader = 'ETag' | 'Idempotency-Replayed'

/** What the handler reads by itself; only the interface's document needs to know. */
export interface ReadByHandler {
  query?: ZodObject
  headers?: ZodObject
  /** Of a body that is a form. */
  form?: ZodObject
}

export interface RouteDeclaration<Query = unknown, Body = unknown, Who = Caller | null> {
  method: 'GET' | 'PATCH' | 'POST' | 'PUT'
  /** As in the reference, with `:name` for a parameter; also answers without the final slash. */
  path: string
  access: Access
  /** What it does, in a few words. */
  summary: string
  /** What it answers by status when it does its work; the shape of the JSON, most often. */
  answers: Partial<Record<number, ZodType | SpecialAnswer>>
  /** Headers of an answer that does its work; each has its words in the interface's document. */
  sends?: readonly AnswerHeader[]
  /** When the handler refuses, by status: a sentence. What follows from the rest of the declaration is known. */
  refusals?: Partial<Record<number, string>>
  reads?: ReadByHandler
  /** Query parameters that only importers may use; for other callers they are unknown, so ignored. */
  importerParameters?: readonly string[]
  /** Requests per minute and client address, counted before the body is read. */
  perMinute?: number
  /** Requests per minute and user, counted before the query or body is read. */
  perMinuteAndUser?: number
  /**
   * What is answered to nobody in particular depends on the database and the address alone, so that it
   * holds until something is written.
   */
  kept?: true
  /** The member that holds the sentence of an error of the handler, where it is not `detail`. */
  errorKey?: 'error'
  /** Failures as RFC 6749 or RFC 7591 words them, or as a page for people, where not as the API does. */
  failures?: 'oauth' | 'registration' | 'page'
  /** Path below the base URL where people start again after a failure; by default the page that failed. */
  startAgain?(request: Pick<RouteRequest, 'catalog' | 'links' | 'cookie'>): string
  query?: ZodType<Query>
  body?: ZodType<Body> | 'stream'
  /** The largest JSON body that is read, in bytes; a megabyte by default. */
  maxBodyBytes?: number
  /** What the database has against the body as it came, told together with what the schema has. */
  checkBody?(
    body: unknown,
    request: Pick<RouteRequest<Query, Body, Who>, 'catalog' | 'caller' | 'headers'>,
  ): Promise<FieldErrors>
  handle(request: RouteRequest<Query, Body, Who>): Promise<Reply>
}

/** A declaration as the list of routes holds it: its handler is only ever given what it parsed itself. */
export type Route = RouteDeclaration<never, never, never>

/** Declares a route; access and schemas give the handler its types. */
export function route<
  Q extends ZodType = ZodType,
  B extends ZodType = ZodType,
  A extends Access = 'public',
>(
  declaration: Omit<
    RouteDeclaration<output<Q>, output<B>, CallerOf<A>>,
    'query' | 'body' | 'access'
  > & {
    access?: A
    query?: Q
    body?: B | 'stream'
  },
): Route {
  return { access: 'public', ...declaration } as unknown as Route
}
