import { CatalogError } from '../../core/base/errors.ts'

/** The proxies of requests by their scheme, and the hosts that are reached without one. Empty if unset. */
export interface Proxies {
  httpProxy: string
  httpsProxy: string
  noProxy: string
}

/**
 * Finds the proxies that the options and the environment name. An empty variable counts as unset, and does not hide
 * its upper-case form.
 */
export function findProxies(env: NodeJS.ProcessEnv, proxy?: string): Proxies {
  const either = (name: string): string => env[name] || env[name.toUpperCase()] || ''
  return {
    httpProxy: proxy ?? either('http_proxy'),
    httpsProxy: proxy ?? either('https_proxy'),
    noProxy: either('no_proxy'),
  }
}

/**
 * Explains a failure to reach a proxy, which would otherwise be reported as one of the instance.
 * @returns undefined if something else failed
 */
export function explainProxyFailure(
  error: unknown,
  { httpProxy, httpsProxy }: Proxies,
): CatalogError | undefined {
  const failed = [httpProxy, httpsProxy].find((proxy) => proxy !== '' && isAbout(error, proxy))
  const url = failed === undefined ? null : URL.parse(failed)
  if (url === null) return undefined
  return new CatalogError(
    'unavailable',
    `The proxy ${url.host} cannot be reached: ${(error as Error).message || codeOf(error)}. Check --proxy, HTTPS_PROXY and HTTP_PROXY.`,
    { code: 'network', cause: error },
  )
}

/** Whether a connection or a name lookup failed at the host of a proxy. */
function isAbout(error: unknown, proxy: string): boolean {
  const url = URL.parse(proxy)
  if (url === null || !(error instanceof Error)) return false
  const { port, address, hostname } = error as {
    port?: number
    address?: string
    hostname?: string
  }
  if (hostname === url.hostname) return true
  if (String(port) === (url.port || (url.protocol === 'https:' ? '443' : '80')))
    return address !== undefined
  const inner = error instanceof AggregateError ? error.errors : [error.cause]
  return inner.some((one) => isAbout(one, proxy))
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown }).code)
}
