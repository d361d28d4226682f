import compress from 'koa-compress'
import Koa from 'koa'
import type { Catalog } from '../core/catalog.ts'
import { createLinks, type LinkBases } from './links.ts'
import { belowBase } from './middleware/below-base.ts'
import { conditional } from './middleware/conditional.ts'
import { cors } from './middleware/cors.ts'
import { errors } from './middleware/errors.ts'
import { features } from './middleware/features.ts'
import { linger } from './middleware/linger.ts'
import { requestLog } from './middleware/request-log.ts'
import { securityHeaders } from './middleware/security-headers.ts'
import { createRouter, otherMethods } from './router.ts'
import { routes } from './routes/index.ts'

/** The HTTP application of one catalogue: its middleware in order, then its routes. */
export function createApp(catalog: Catalog, bases: LinkBases): Koa {
  const app = new Koa()
  const links = createLinks(bases)
  const router = createRouter(routes, catalog, links)
  // Koa's own way would be a stack on standard error for every client that goes away early.
  app.on('error', (error: unknown) => catalog.log.debug({ err: error }, 'a connection broke off'))
  app.use(requestLog(catalog.log))
  app.use(linger())
  app.use(securityHeaders())
  app.use(belowBase(bases))
  app.use(features())
  app.use(cors())
  app.use(compress({ filter: isText }))
  app.use(conditional())
  app.use(errors(catalog.log, links))
  app.use(otherMethods(router))
  app.use(router.routes())
  return app
}

/** Pictures are compressed already. */
function isText(type: string): boolean {
  return /^text\/|[/+]json\b/i.test(type)
}
