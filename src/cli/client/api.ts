import type { ZodType } from 'zod'
import { CatalogError } from '../../core/base/errors.ts'
import { parseJson } from '../../core/base/json-values.ts'
import { toApiError } from './api-errors.ts'
import type { Cli } from '../cli.ts'
import type { Session } from '../login/session.ts'
import { toNetworkError } from '../../core/base/network-errors.ts'
import { tell } from '../terminal/output.ts'
import { parseResponse } from './parse-response.ts'
import { parseRetryAfter } from '../../core/base/retry-after.ts'
import { withRetry } from './retry.ts'
import type { HttpMethod } from './http-methods.ts'
import type { HttpRequest, HttpResponse } from './transport.ts'

/** A client of the instance's API. It validates each response against the given schema. */
export interface Api {
  readonly url: string
  /** Sends a GET request, and repeats it if the network or the server fails temporarily. */
  get<T>(path: string, schema: ZodType<T>, onResponse?: ApiRequest['onResponse']): Promise<T>
  /**
   * Sends a GET request whose response may be long, and repeats it if the network or the server fails temporarily
   * before the response begins.
   * @param accept media type of the response
   */
  stream(path: string, accept: string): Promise<HttpResponse>
  /** Sends a request once. Use it for every request that changes something. Without a schema, it resolves to nothing. */
  send<T = void>(request: ApiRequest, schema?: ZodType<T>): Promise<T>
  /** Sends a request once, with the access token, and returns the response whatever its status is. */
  request(request: ApiRequest): Promise<HttpResponse>
  /** The same client, whose GET requests are aborted by this signal instead of by Ctrl-C. */
  withSignal(signal: AbortSignal): Api
}

/** The part of the API that an administrator can also use on the host, without a server. */
export type ResourceApi = Pick<Api, 'get' | 'send'>

export interface ApiRequest {
  method: HttpMethod
  path: string
  body?: unknown
  headers?: Record<string, string>
  /** Aborts the request. */
  signal?: AbortSignal
  /** Minimum remaining lifetime of the access token. */
  minValidSeconds?: number
  /** Called with the status and headers, before the body is read. */
  onResponse?: (response: Pick<HttpResponse, 'status' | 'headers'>) => void
}

interface ApiOptions {
  /** Aborts GET requests; by default Ctrl-C does. */
  signal?: AbortSignal
  /** A GET request is not repeated after a longer delay; 0 sends it once. */
  maxDelaySeconds?: number
}

export function openApi(
  cli: Cli,
  session: Session,
  { signal = cli.signal, maxDelaySeconds = 120 }: ApiOptions = {},
): Api {
  const send: Api['send'] = async (request, schema) =>
    readResponse(cli, session, await sendWithToken(cli, session, request), schema)
  return {
    url: session.url,
    get: (path, schema, onResponse) =>
      withRetry({ cli, signal, maxDelaySeconds }, () =>
        send({ method: 'GET', path, signal, ...(onResponse && { onResponse }) }, schema),
      ),
    stream: (path, accept) =>
      withRetry({ cli, signal, maxDelaySeconds }, async () => {
        const request = { method: 'GET', path, signal, headers: { Accept: accept } } as const
        const response = await sendWithToken(cli, session, request)
        if (response.status === 200) return response
        throw await toResponseError(cli, session, response)
      }),
    send,
    request: (request) => sendWithToken(cli, session, request),
    withSignal: (other) => openApi(cli, session, { signal: other, maxDelaySeconds }),
  }
}

/** Sends a request with the access token, and once more with a refreshed token after status 401. */
async function sendWithToken(
  cli: Cli,
  session: Session,
  request: ApiRequest,
): Promise<HttpResponse> {
  const token = await session.getToken(request.minValidSeconds)
  const response = await transmit(cli, session.url, request, token)
  if (response.status !== 401 || token === undefined) return response
  const renewed = await session.refreshToken(token)
  return renewed === undefined ? response : await transmit(cli, session.url, request, renewed)
}

async function transmit(
  cli: Cli,
  base: string,
  request: ApiRequest,
  token: string | undefined,
): Promise<HttpResponse> {
  const { method, path, body } = request
  const sent: HttpRequest = {
    method,
    url: base + path,
    headers: {
      Accept: 'application/json',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...request.headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(request.signal && { signal: request.signal }),
  }
  try {
    const response = await cli.transport(sent)
    if (cli.globals.debug) tell(cli, `${method} ${sent.url} ${response.status}`)
    request.onResponse?.(response)
    return response
  } catch (error) {
    throw toNetworkError(error, sent.url) ?? error
  }
}

async function readResponse<T>(
  cli: Cli,
  session: Session,
  response: HttpResponse,
  schema: ZodType<T> | undefined,
): Promise<T> {
  if (response.status >= 300) throw await toResponseError(cli, session, response)
  const body = await readBody(response, session.url)
  if (!schema) return undefined as T
  const parsed = parseResponse(schema, parseJson(body))
  if (parsed.success) return parsed.data
  throw notUnderstood(session, response, parsed.error)
}

/** Reads the body of a response that is not successful. */
async function toResponseError(
  cli: Cli,
  session: Session,
  response: HttpResponse,
): Promise<CatalogError> {
  const body = parseJson(await readBody(response, session.url))
  if (response.status < 400) return notUnderstood(session, response)
  const retryAfterSeconds = parseRetryAfter(response.headers['retry-after'], cli.clock)
  return toApiError(session, response, body, retryAfterSeconds)
}

function notUnderstood({ url }: Session, { status }: HttpResponse, cause?: unknown): CatalogError {
  return new CatalogError(
    'unavailable',
    `${url} sent an unexpected response (HTTP ${status}). Check that it is the address of a catalog.`,
    { code: 'not_understood', cause },
  )
}

/** @throws CatalogError kind `unavailable` if the connection is lost before the body is complete */
async function readBody(response: HttpResponse, url: string): Promise<string> {
  try {
    return await response.text()
  } catch (error) {
    throw toNetworkError(error, url) ?? error
  }
}
