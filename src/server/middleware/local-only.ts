import type { IncomingHttpHeaders } from 'node:http'
import type { Middleware } from 'koa'
import { isLoopback, type Config } from '../../core/config.ts'
import { CatalogError } from '../../core/errors.ts'

/**
 * Keeps a development server, where people sign in without a password, to the machine that it runs on. It refuses
 * requests that a proxy or a tunnel forwards, and requests of a web page elsewhere, including those of a page
 * whose own name was pointed at this machine (DNS rebinding).
 */
export function localOnly({ trustProxy }: Pick<Config, 'trustProxy'>): Middleware {
  return async (ctx, next) => {
    const { host } = ctx.headers
    if (trustProxy === 0 && isForwarded(ctx.headers))
      throw refusal('it does not take requests through a proxy')
    if (host !== undefined && !isLoopback(hostnameOf(`http://${host}`)))
      throw refusal('it is asked for by another name than localhost')
    if (isFromElsewhere(ctx.headers))
      throw refusal('it does not take requests of pages of other sites')
    await next()
  }
}

/** Whether a proxy says that it passed the request on. */
export function isForwarded(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some(
    (name) => name === 'forwarded' || name.startsWith('x-forwarded-'),
  )
}

/** Browsers say `null` for the forms of our own pages, because these hide their address. */
function isFromElsewhere({ origin, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  if (origin === 'null') return site === 'cross-site'
  return origin !== undefined && !isLoopback(hostnameOf(origin))
}

function hostnameOf(address: string): string {
  return URL.parse(address)?.hostname ?? ''
}

function refusal(reason: string): CatalogError {
  return new CatalogError(
    'forbidden',
    `This server runs with --dev, for its own machine only: ${reason}. Start it without --dev to serve others.`,
  )
}
