import { Router } from '@koa/router'
import type { ParsedUrlQuery } from 'node:querystring'
import type { Context, Middleware } from 'koa'
import type { ZodType } from 'zod'
import { startOfDay } from '../../core/base/clock.ts'
import { seesEverything, hasAccess } from '../../core/auth/caller.ts'
import type { Catalog } from '../../core/catalog/catalog.ts'
import { parseFields } from '../../core/contract/parse-fields.ts'
import { findBasemap } from '../basemap/find-basemap.ts'
import { createDisconnectSignal } from './disconnect-signal.ts'
import { findLanguage } from './language.ts'
import { createReadSources, type ReadSource, type ReadSources } from './read-source.ts'
import type { Exports } from '../export/exports.ts'
import { sendExport } from '../export/send-export.ts'
import type { Links } from './links.ts'
import { createRenderLimits, type RenderLimits } from '../media/render-limits.ts'
import { sendStream } from '../media/send-stream.ts'
import { sendFile } from '../media/send-file.ts'
import { sendImage } from '../media/send-image.ts'
import { findBearerCaller, requireAccess } from '../middleware/bearer.ts'
import { clientAddress } from '../middleware/client-address.ts'
import type { ReportFailure } from '../middleware/errors.ts'
import { createRateLimiter } from '../../core/auth/limits/create-rate-limiter.ts'
import type { RateLimiter } from '../../core/auth/limits/rate-limit.ts'
import { bodyStream, formBody, readForm, readJson } from '../middleware/read-body.ts'
import { readCookie, SESSION_COOKIE } from '../oauth/cookies.ts'
import type { Reply } from './reply.ts'
import type { Route, RouteRequest } from './route.ts'

/** Each request passes the rate limits, authentication and parsing of its route before the handler runs. */
export function createRouter(
  routes: readonly Route[],
  { catalog, links, exports }: Pick<RouteServices, 'catalog' | 'links' | 'exports'>,
): Router {
  const router = new Router({ sensitive: true })
  const services = {
    catalog,
    links,
    sources: createReadSources(catalog, links),
    renders: createRenderLimits(catalog),
    exports,
  }
  for (const declared of routes) registerRoute(router, declared, services)
  return router
}

function registerRoute(router: Router, declared: Route, services: RouteServices): void {
  // A path without its trailing slash matches both forms.
  const path = declared.path.replace(/(?<=.)\/$/, '')
  const layer = router.register(path, [declared.method], serveRoute(declared, services))
  // Narrows the type: only a list of paths gives a router.
  if (layer instanceof Router) return
  // The router adds HEAD to GET.
  if (declared.hasEffects) layer.methods = [declared.method]
  // A path has no syntax for the characters of a parameter.
  if (declared.pathPattern) layer.regexp = declared.pathPattern
}

/**
 * Handles requests that no route matched: responds to `OPTIONS` with the allowed methods of the path, and to other
 * methods with 405 (RFC 9110, section 15.5.6). The error middleware adds the body.
 */
export function allowedMethods(router: Router): Middleware {
  return (ctx) => {
    const { path } = router.match(ctx.path, ctx.method)
    if (path.length === 0) return
    const methods = [...new Set(path.flatMap((layer) => layer.methods)), 'OPTIONS']
    ctx.set('Allow', methods.sort().join(', '))
    ctx.status = ctx.method === 'OPTIONS' ? 204 : 405
  }
}

interface RouteServices {
  catalog: Catalog
  links: Links
  sources: ReadSources
  renders: RenderLimits
  exports: Exports
}

function serveRoute(declared: Route, services: RouteServices): Middleware {
  const { catalog, links, sources } = services
  const limitAddress = createRouteLimiter(declared, declared.perMinute, catalog)
  const limitUser = createRouteLimiter(declared, declared.perMinuteAndUser, catalog)
  // Made once per route: V8 keeps functions that are made per request and stored on them long enough to triple the heap.
  const address = ({ req }: Context) => clientAddress(req, catalog.config.trustProxy)
  const retryPath = ({ cookies }: Context) =>
    declared.retryPath?.({ catalog, links, cookie: (name) => cookies.get(name) })
  return async (ctx) => {
    ctx.state.route = declared.path
    ctx.state.errorFormat = declared.errorFormat
    ctx.state.isUpload = declared.body === 'stream'
    ctx.state.retryPath = retryPath
    ctx.state.address = address
    await limitAddress?.(address(ctx))
    const { authorization } = ctx.headers
    const handle = async (source: Catalog): Promise<Reply> => {
      const caller = await findBearerCaller(catalog, authorization)
      ctx.state.caller = caller ?? null
      requireAccess(caller, declared.access, authorization)
      await limitUser?.(`user ${ctx.state.caller?.userId}`)
      const language = () => findLanguage(ctx, links, catalog.config.language)
      const input = await parseRequest(declared, ctx, catalog)
      const request = { ...input, catalog: source, links, language }
      // Set here, because errors before the handler have the same format on all routes.
      ctx.state.errorKey = declared.errorKey
      return declared.handle(request as RouteRequest<never, never, never>)
    }
    const key = await cacheKey(declared, ctx, services)
    const answer = ({ catalog: source, cache }: ReadSource): Promise<Reply> =>
      key === undefined ? handle(source) : cache.respond(key, () => handle(source))
    await sendReply(ctx, await sources.read(declared, ctx, answer), services)
  }
}

/** Returns the key of a response that is the same for all anonymous callers; undefined if it cannot be cached. */
async function cacheKey(
  { cacheable }: Route,
  ctx: Context,
  { catalog, links }: RouteServices,
): Promise<string | undefined> {
  if (!cacheable || ctx.headers.authorization !== undefined) return undefined
  const address = `${ctx.path}${ctx.search}\n${ctx.get('Accept')}`
  if (cacheable !== 'page') return address
  if (readCookie({ links, cookie: cookieReader(ctx) }, SESSION_COOKIE) !== undefined)
    return undefined
  const { url, layers } = await findBasemap(catalog.config, links)
  const grounds = [url, ...layers.map((layer) => layer.address)].join(' ')
  // The home page has another picture each day.
  const day = startOfDay(catalog.clock.now())
  return `${address}\n${findLanguage(ctx, links, catalog.config.language)}\n${grounds}\n${day}`
}

function cookieReader(ctx: Context): RouteRequest['cookie'] {
  return (name) => ctx.cookies.get(name)
}

function createRouteLimiter(
  { method, path }: Route,
  perMinute: number | undefined,
  catalog: Catalog,
): RateLimiter | undefined {
  if (perMinute === undefined) return undefined
  return createRateLimiter({ name: `${method} ${path}`, perMinute }, catalog)
}

async function parseRequest(
  declared: Route,
  ctx: Context,
  catalog: Catalog,
): Promise<Omit<RouteRequest, 'catalog' | 'links' | 'language'>> {
  const { query } = declared
  const parameters = readParameters(declared, ctx)
  return {
    params: ctx.params,
    query: query ? parseFields(query, parameters) : parameters,
    body: await parseBody(declared, ctx, catalog),
    caller: ctx.state.caller,
    headers: ctx.headers,
    cookie: cookieReader(ctx),
    target: ctx.path + ctx.search,
    stream: bodyStream(ctx.req),
    clientAddress: () => ctx.state.address(ctx),
    disconnectSignal: () => createDisconnectSignal(ctx),
    reportFailure: (error) => (ctx.state.reportFailure as ReportFailure)(ctx, error),
  }
}

/** Returns the parameters that the caller may use. Others are ignored, like unknown ones. */
function readParameters({ staffParameters = [] }: Route, ctx: Context): Record<string, string> {
  const parameters = lastValues(ctx.query)
  if (seesEverything(ctx.state.caller)) return parameters
  for (const name of staffParameters) delete parameters[name]
  return parameters
}

/** If a parameter is repeated, its last value counts. */
function lastValues(query: ParsedUrlQuery): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, [value].flat().at(-1) ?? '']),
  )
}

async function parseBody(declared: Route, ctx: Context, catalog: Catalog): Promise<unknown> {
  if (!declared.body || declared.body === 'stream') return undefined
  const schema: ZodType = declared.body
  const read = schema === formBody ? readForm : readJson
  const body = await read(ctx.req, declared.maxBodyBytes)
  if (!hasAccess(ctx.state.caller, 'moderate')) dropMembers(body, declared.moderatorMembers)
  const request = { catalog, caller: ctx.state.caller as never, headers: ctx.headers }
  return parseFields(schema, body, await declared.checkBody?.(body, request))
}

function dropMembers(body: unknown, names: readonly string[] = []): void {
  if (typeof body !== 'object' || body === null) return
  for (const name of names) Reflect.deleteProperty(body, name)
}

async function sendReply(ctx: Context, reply: Reply, services: RouteServices): Promise<void> {
  const { Vary = [], ...headers } = reply.headers
  if (reply.image) return await sendImage(ctx, reply.image, headers, services.renders)
  if (reply.export) return await sendExport(ctx, reply.export, reply.headers, services)
  ctx.set(headers)
  // Adds to the values that middleware sets, such as Accept-Encoding.
  ctx.vary(Vary)
  if (reply.file) return await sendFile(ctx, reply.file)
  ctx.state.tag = reply.tag
  if (reply.stream) return sendStream(ctx, reply.stream)
  ctx.state.revision = reply.revision
  ctx.body = isJsonReply(reply) ? JSON.stringify(reply.body) : reply.body
  // Set last, because koa changes the status when the body is set to null.
  ctx.status = reply.status
}

function isJsonReply({ headers, body }: Reply): boolean {
  return (
    headers['Content-Type'] === 'application/json' &&
    typeof body !== 'string' &&
    !Buffer.isBuffer(body)
  )
}
