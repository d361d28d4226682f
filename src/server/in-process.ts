import type { HostUser } from '../core/audit/actor.ts'
import { SCOPES, type Caller } from '../core/auth/caller.ts'
import type { Catalog } from '../core/catalog.ts'
import { parseFields } from '../core/contract/parse-fields.ts'
import { notFound } from '../core/errors.ts'
import { createLinks, linkBases } from './links.ts'
import type { Reply } from './reply.ts'
import type { Route, RouteRequest } from './route.ts'
import { routes } from './routes/index.ts'

/** A request for the API. */
export interface InProcessRequest {
  method: string
  /** With the query: `/api/v2/licenses/?page=2`. */
  path: string
  /** Parsed JSON. */
  body?: unknown
}

/**
 * Answers a request for the API without HTTP, for an administrator on the host: reads, and use cases.
 * @throws CatalogError that the API would answer with, or kind `not_found` for another request
 */
export async function answerInProcess(
  catalog: Catalog,
  hostUser: HostUser,
  { method, path, body }: InProcessRequest,
): Promise<Reply> {
  const { host, port } = catalog.config
  const links = createLinks(linkBases(catalog.config, `http://${host}:${port}`))
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  const found = findRoute(method, pathname)
  if (!found) throw notFound(`The API has no ${method} ${pathname}.`)
  const { declared, params } = found
  const caller = createHostCaller(hostUser)
  const asked = { catalog, caller, headers: {} }
  const given = Object.fromEntries(searchParams)
  const problems = await declared.checkBody?.(body, asked as never)
  const request = {
    ...asked,
    links,
    params,
    query: declared.query ? parseFields(declared.query, given) : given,
    body: isParsed(declared.body) ? parseFields(declared.body, body, problems) : body,
    target: path,
  } satisfies Partial<RouteRequest>
  return declared.handle(request as unknown as RouteRequest<never, never, never>)
}

function findRoute(method: string, pathname: string) {
  for (const declared of routes) {
    if (declared.method !== method || !declared.path.startsWith('/api/v2/')) continue
    if (method !== 'GET' && declared.useCase === undefined) continue
    const matched = new URLPattern({ pathname: declared.path }).exec({ pathname })
    if (matched) return { declared, params: matched.pathname.groups as Record<string, string> }
  }
  return undefined
}

function isParsed(body: Route['body']): body is Exclude<Route['body'], 'stream' | undefined> {
  return body !== undefined && body !== 'stream'
}

/** No user has the id 0, so that what needs a user finds none. */
function createHostCaller(hostUser: HostUser): Caller {
  return {
    hostUser,
    userId: 0,
    username: hostUser.system_user,
    isStaff: true,
    isSuspended: false,
    scopes: [...SCOPES],
    tokenExpiresAt: Number.MAX_SAFE_INTEGER,
    clientId: null,
  }
}
