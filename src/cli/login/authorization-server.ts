import {
  None,
  allowInsecureRequests,
  customFetch,
  discovery,
  type Configuration,
  type CustomFetch,
} from 'openid-client'
import { CatalogError } from '../../core/base/errors.ts'
import type { Cli } from '../cli.ts'
import { toNetworkError } from '../../core/base/network-errors.ts'
import { requireHttp } from '../client/require-http.ts'

/** Requests the OAuth metadata of the instance (RFC 8414). @throws CatalogError kind `unavailable` or `invalid` */
export async function findAuthorizationServer(
  cli: Cli,
  url: string,
  clientId: string,
): Promise<Configuration> {
  const server = await discover(cli, url, clientId)
  for (const endpoint of listEndpoints(server)) requireHttp(endpoint)
  return server
}

async function discover(cli: Cli, url: string, clientId: string): Promise<Configuration> {
  const secure = url.startsWith('https:')
  try {
    return await discovery(new URL(url), clientId, undefined, None(), {
      algorithm: 'oauth2',
      execute: secure ? [] : [allowInsecureRequests],
      [customFetch]: createFetch(cli),
    })
  } catch (error) {
    throw toNetworkError(error, url) ?? toDiscoveryError(error, url)
  }
}

/** The addresses to which a browser or requests are sent. */
function listEndpoints(server: Configuration): string[] {
  return Object.entries(server.serverMetadata()).flatMap(([member, value]) =>
    /_(?:endpoint|uri)$/.test(member) && typeof value === 'string' ? [value] : [],
  )
}

function toDiscoveryError(error: unknown, url: string): Error {
  if (!(error instanceof Error) || !('code' in error)) return error as Error
  return new CatalogError('invalid', `${url} is not a catalog that supports signing in.`, {
    code: 'no_catalog',
    cause: error,
  })
}

function createFetch(cli: Cli): CustomFetch {
  return async (url, options) => {
    const response = await cli.transport({
      method: options.method as 'GET' | 'POST',
      url,
      headers: Object.fromEntries(new Headers(options.headers)),
      body: options.body === undefined || options.body === null ? undefined : textOf(options.body),
      signal: options.signal,
    })
    return new Response(await response.text(), {
      status: response.status,
      headers: response.headers,
    })
  }
}

function textOf(body: unknown): string {
  if (typeof body === 'string') return body
  if (body instanceof URLSearchParams) return body.toString()
  throw new TypeError('The body of a request to the authorization server must be text.')
}
