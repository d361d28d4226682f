import type { Readable } from 'node:stream'
import { EnvHttpProxyAgent, request as undiciRequest, type Dispatcher } from 'undici'
import { readTrustedCertificates } from './certificates.ts'
import type { HttpMethod } from './http-methods.ts'

export interface HttpRequest {
  method: HttpMethod
  url: string
  headers: Record<string, string>
  body?: string | Readable
  /** Timeout for the connection (at most 10 seconds), for the response's headers, and between two chunks of its body. */
  timeoutMs?: number
  signal?: AbortSignal
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

/** By their timeout for connections, and their file of certificates. */
const agents = new Map<string, Dispatcher>()

/**
 * Sends a request, through the proxy of the environment if set. It never follows redirects.
 * @param caFile file with additional certificate authorities, in PEM
 */
export async function send(
  request: HttpRequest,
  env: NodeJS.ProcessEnv,
  caFile?: string,
): Promise<HttpResponse> {
  const timeoutMs = request.timeoutMs ?? DEFAULT_TIMEOUT_MS
  const response = await undiciRequest(request.url, {
    dispatcher: getAgent(env, Math.min(timeoutMs, MAX_CONNECT_TIMEOUT_MS), caFile),
    method: request.method,
    headers: request.headers,
    body: request.body ?? null,
    signal: request.signal ?? null,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  })
  return {
    status: response.statusCode,
    headers: flatHeaders(response.headers),
    text: () => response.body.text(),
    chunks: () => response.body as AsyncIterable<Uint8Array>,
  }
}

function getAgent(env: NodeJS.ProcessEnv, connectTimeout: number, caFile?: string): Dispatcher {
  const key = `${connectTimeout} ${caFile ?? ''}`
  const agent = agents.get(key) ?? createAgent(env, connectTimeout, caFile)
  agents.set(key, agent)
  return agent
}

/** An empty variable counts as unset, and does not hide its upper-case form. */
function createAgent(env: NodeJS.ProcessEnv, connectTimeout: number, caFile?: string): Dispatcher {
  const either = (name: string): string | undefined => env[name] || env[name.toUpperCase()]
  const https = either('https_proxy')
  const http = either('http_proxy')
  const tls = caFile === undefined ? {} : { ca: readTrustedCertificates(caFile) }
  return new EnvHttpProxyAgent({
    connectTimeout,
    connect: tls,
    requestTls: tls,
    proxyTls: tls,
    httpProxy: http ?? '',
    httpsProxy: https ?? '',
    noProxy: either('no_proxy') ?? '',
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
