import { Router } from '@koa/router'
import type { Context, Middleware } from 'koa'
import type { ZodType } from 'zod'
import type { Catalog } from '../core/catalog.ts'
import { parseFields } from '../core/contract/parse-fields.ts'
import type { Links } from './links.ts'
import { authorize } from './middleware/bearer.ts'
import { createLimiter } from './middleware/limit.ts'
import { formBody, readForm, readJson } from './middleware/parse.ts'
import type { Reply } from './reply.ts'
import type { Route, RouteRequest } from './route.ts'

/** Everything that a declared route gets from the server, in this order: limit, bearer, parsing, handler, reply. */
export function createRouter(routes: readonly Route[], catalog: Catalog, links: Links): Router {
  const router = new Router()
  for (const declared of routes) {
    router.register(declared.path, [declared.method], serveRoute(declared, catalog, links))
  }
  return router
}

function serveRoute(declared: Route, catalog: Catalog, links: Links): Middleware {
  const limit = declared.perMinute === undefined ? undefined : createLimiter(declared.perMinute)
  return async (ctx) => {
    ctx.state.route = declared.path
    ctx.state.failures = declared.failures
    await limit?.(ctx.ip)
    ctx.state.caller = await authorize(catalog, ctx.headers.authorization, declared.access)
    const request = { ...(await parseRequest(declared, ctx, catalog)), catalog, links }
    ctx.state.errorKey = declared.errorKey
    send(ctx, await declared.handle(request as RouteRequest<never, never, never>))
  }
}

async function parseRequest(
  declared: Route,
  ctx: Context,
  catalog: Catalog,
): Promise<Omit<RouteRequest, 'catalog' | 'links'>> {
  const { query } = declared
  return {
    params: ctx.params,
    query: query ? parseFields(query, ctx.query) : ctx.query,
    body: await parseBody(declared, ctx, catalog),
    caller: ctx.state.caller,
    headers: ctx.headers,
    cookie: (name) => ctx.cookies.get(name),
    target: ctx.originalUrl,
    stream: ctx.req,
    signal: ctx.state.signal,
  }
}

async function parseBody(declared: Route, ctx: Context, catalog: Catalog): Promise<unknown> {
  if (!declared.body || declared.body === 'stream') return undefined
  const schema: ZodType = declared.body
  const body = schema === formBody ? await readForm(ctx.req) : await readJson(ctx.req)
  return parseFields(schema, body, await declared.checkBody?.(body, catalog))
}

function send(ctx: Context, reply: Reply): void {
  ctx.set(reply.headers)
  ctx.body = isPlain(reply) ? JSON.stringify(reply.body) : reply.body
  // Last, because an empty body sets a status of its own.
  ctx.status = reply.status
}

function isPlain({ headers, body }: Reply): boolean {
  return headers['Content-Type'] === 'application/json' && typeof body !== 'string'
}
