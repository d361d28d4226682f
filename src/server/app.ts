import Koa from 'koa'
import type { CapacityLog } from '../core/base/capacity-log.ts'
import type { Catalog } from '../core/catalog/catalog.ts'
import type { Logger } from '../core/base/log.ts'
import { getAssets } from './http/assets.ts'
import type { Exports } from './export/exports.ts'
import { keepSiteName } from './middleware/known-site-name.ts'
import { createLinks, type LinkBases } from './http/links.ts'
import type { Metrics } from './metrics/metrics.ts'
import { stripBasePath } from './middleware/strip-base-path.ts'
import { compressBuffers, compressTexts } from './middleware/compression.ts'
import { conditional } from './middleware/conditional.ts'
import { cors } from './middleware/cors.ts'
import { errors } from './middleware/errors.ts'
import { extensions } from './middleware/extensions.ts'
import { licenseLink } from './middleware/license-link.ts'
import { drainBody } from './middleware/drain-body.ts'
import { limitUnsent } from './middleware/limit-unsent.ts'
import { localOnly } from './middleware/local-only.ts'
import { validateHost } from './middleware/validate-host.ts'
import { logRequests } from './middleware/request-log.ts'
import { securityHeaders } from './middleware/security-headers.ts'
import { createRouter, allowedMethods } from './http/router.ts'
import { routes } from './routes/index.ts'

/** Creates the koa application of one catalog: its middleware in order, then its routes. */
export function createApp(
  catalog: Catalog,
  bases: LinkBases,
  {
    exports,
    metrics,
    capacity,
  }: { exports: Exports; metrics: Metrics | undefined; capacity: CapacityLog },
): Koa {
  const app = new Koa()
  // Read before the first request, so that a server without them does not start.
  getAssets()
  const links = createLinks(bases)
  const pages = { links, siteName: keepSiteName(catalog), site: catalog.config }
  const router = createRouter(routes, { catalog, links, exports })
  app.on('error', (error: NodeJS.ErrnoException) => logBrokenResponse(error, catalog.log))
  app.use(logRequests(catalog.log, metrics))
  // For errors of the middleware below. Errors of routes are handled further down, so that they are compressed.
  app.use(errors(catalog.log, pages, capacity))
  app.use(drainBody(catalog.config, capacity))
  app.use(securityHeaders(bases))
  app.use(validateHost())
  if (catalog.config.dev) app.use(localOnly())
  app.use(stripBasePath(bases))
  app.use(extensions())
  app.use(licenseLink(catalog.config.contributionsLicense))
  app.use(cors())
  app.use(compressTexts())
  // Counts what stays in memory until it is sent: buffers as they were compressed, and texts whole.
  app.use(limitUnsent(catalog, capacity))
  app.use(compressBuffers())
  app.use(conditional())
  app.use(errors(catalog.log, pages, capacity))
  app.use(router.routes())
  app.use(allowedMethods(router))
  return app
}

/** Error codes of connections that the client closed before it received the whole response. */
const DISCONNECT_CODES = ['ECONNABORTED', 'ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']

/** Logs errors that occur after the status was sent, for example while a file is read. */
function logBrokenResponse(error: NodeJS.ErrnoException, log: Logger): void {
  if (DISCONNECT_CODES.includes(error.code ?? '')) log.debug({ err: error }, 'client disconnected')
  else log.error({ err: error }, 'response failed unexpectedly')
}
