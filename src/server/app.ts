import Koa from 'koa'
import type { Catalog } from '../core/catalog.ts'
import type { Links } from './links.ts'
import { errors } from './middleware/errors.ts'
import { requestLog } from './middleware/request-log.ts'
import { createRouter } from './router.ts'
import { routes } from './routes/index.ts'

/** The HTTP application of one catalogue: its middleware in order, then its routes. */
export function createApp(catalog: Catalog, links: Links): Koa {
  const app = new Koa()
  const router = createRouter(routes, catalog, links)
  // Koa's own way would be a stack on standard error for every client that goes away early.
  app.on('error', (error: unknown) => catalog.log.debug({ err: error }, 'a connection broke off'))
  app.use(requestLog(catalog.log))
  app.use(errors(catalog.log, links))
  app.use(router.routes())
  return app
}
