import type { IncomingHttpHeaders } from 'node:http'
import type { Middleware } from 'koa'
import { isLoopback } from '../../core/config/config.ts'
import { CatalogError } from '../../core/base/errors.ts'

/**
 * Restricts a development server, which signs users in without a password, to its own machine. Rejects requests
 * that a proxy or tunnel forwards, requests from pages of other sites, and DNS rebinding.
 */
export function localOnly(): Middleware {
  return async (ctx, next) => {
    const { host } = ctx.headers
    if (isForwarded(ctx.headers)) throw forbidden('it does not accept requests through a proxy')
    if (host !== undefined && !isLoopback(hostnameOf(`http://${host}`)))
      throw forbidden('its host name must be localhost or a loopback address')
    if (isFromOtherSite(ctx.headers))
      throw forbidden('it does not accept requests from pages of other sites')
    await next()
  }
}

/** Whether the headers show that a proxy forwarded the request. */
function isForwarded(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some(
    (name) => name === 'forwarded' || name.startsWith('x-forwarded-'),
  )
}

/** With our referrer policy, browsers send `Origin: null` for forms on this server's own pages. */
function isFromOtherSite({ origin, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  if (origin === 'null') return site === 'cross-site'
  return origin !== undefined && !isLoopback(hostnameOf(origin))
}

export function hostnameOf(url: string): string {
  return URL.parse(url)?.hostname ?? ''
}

function forbidden(reason: string): CatalogError {
  return new CatalogError(
    'forbidden',
    `This server runs with --dev and serves its own machine only: ${reason}. Start it without --dev to serve others.`,
  )
}
