import type { Readable } from 'node:stream'
import { EnvHttpProxyAgent, request as undiciRequest, type Dispatcher } from 'undici'
import { readTrustedCertificates } from './certificates.ts'
import { lookUpPublic, requirePublicHost } from './private-addresses.ts'
import { explainProxyFailure, findProxies, type Proxies } from './proxies.ts'
import type { HttpMethod } from './http-methods.ts'
import { requireHttp } from './require-http.ts'

export interface HttpRequest {
  method: HttpMethod
  url: string
  headers: Record<string, string>
  body?: string | Readable
  /** Timeout for the connection (at most 10 seconds), for the response's headers, and between two chunks of its body. */
  timeoutMs?: number
  signal?: AbortSignal
  /**
   * Whether to refuse private addresses with code `url.private`. A proxy resolves names itself, so that behind one only
   * addresses in the URL are refused.
   */
  onlyPublic?: boolean
}

export interface HttpResponse {
  status: number
  /** By lower-case name. */
  headers: Record<string, string>
  /** Reads the whole body. */
  text(): Promise<string>
  /** Streams the body; use either this or `text`. */
  chunks(): AsyncIterable<Uint8Array>
}

/** Sends one request; rejects with the network's own error. */
export type Transport = (request: HttpRequest) => Promise<HttpResponse>

const DEFAULT_TIMEOUT_MS = 60_000
const MAX_CONNECT_TIMEOUT_MS = 10_000

/** Network settings for requests to an instance. */
export interface Route {
  /** File with additional certificate authorities, in PEM. */
  caFile?: string
  /** Proxy of all requests, except those of NO_PROXY; that of the environment by default. */
  proxy?: string
  /** Timeout of all requests, in seconds; chosen by the request by default. */
  timeout?: number
}

/** By their timeout for connections, their route, and whether they refuse private addresses. */
const agents = new Map<string, Dispatcher>()

/** Sends a request, through a proxy if one is set. It never follows redirects. */
export async function send(
  request: HttpRequest,
  env: NodeJS.ProcessEnv,
  { caFile, proxy, timeout }: Route = {},
): Promise<HttpResponse> {
  const given = timeout === undefined ? request.timeoutMs : timeout * 1000
  const timeoutMs = given ?? DEFAULT_TIMEOUT_MS
  const proxies = findProxies(env, proxy)
  requireHttp(request.url)
  if (request.onlyPublic) requirePublicHost(request.url)
  const connection = {
    connectTimeout: Math.min(timeoutMs, MAX_CONNECT_TIMEOUT_MS),
    caFile,
    onlyPublic: request.onlyPublic === true,
  }
  const response = await undiciRequest(request.url, {
    dispatcher: getAgent(proxies, connection),
    method: request.method,
    headers: request.headers,
    body: request.body ?? null,
    signal: request.signal ?? null,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  }).catch((error: unknown) => {
    throw explainProxyFailure(error, proxies) ?? error
  })
  return {
    status: response.statusCode,
    headers: flatHeaders(response.headers),
    text: () => response.body.text(),
    chunks: () => response.body as AsyncIterable<Uint8Array>,
  }
}

interface Connection {
  connectTimeout: number
  caFile: string | undefined
  onlyPublic: boolean
}

function getAgent(proxies: Proxies, connection: Connection): Dispatcher {
  const key = [...Object.values(connection), ...Object.values(proxies)].join(' ')
  const agent = agents.get(key) ?? createAgent(proxies, connection)
  agents.set(key, agent)
  return agent
}

function createAgent(
  proxies: Proxies,
  { connectTimeout, caFile, onlyPublic }: Connection,
): Dispatcher {
  const tls = caFile === undefined ? {} : { ca: readTrustedCertificates(caFile) }
  return new EnvHttpProxyAgent({
    connectTimeout,
    // Connections to a proxy, which may be private, do not use this.
    connect: { ...tls, ...(onlyPublic && { lookup: lookUpPublic }) },
    requestTls: tls,
    proxyTls: tls,
    ...proxies,
  })
}

function flatHeaders(
  headers: Record<string, string | string[] | undefined>,
): HttpResponse['headers'] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )
}
