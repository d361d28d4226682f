import { CatalogError, type ErrorKind } from '../base/errors.ts'
import type { Clock } from '../base/clock.ts'
import { toNetworkError } from '../base/network-errors.ts'
import { parseRetryAfter } from '../base/retry-after.ts'
import { discardBody, readJsonBody, type ResponseBody } from './read-json-body.ts'
import { busyService, notUnderstood, type Service } from './service.ts'

/** A request to the API: parameters of the address, or of a form that is posted. */
export interface ServiceRequest {
  query?: Record<string, string>
  form?: Record<string, string>
}

interface HttpRequest {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
  timeoutMs: number
  signal: AbortSignal
}

interface HttpResponse extends ResponseBody {
  status: number
}

/** HTTP transport, clock and settings of requests. */
export interface ServiceContext {
  /** Sends one request, without following redirects; rejects with the network's own error. */
  transport: (request: HttpRequest) => Promise<HttpResponse>
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  clock: Clock
  /** Aborts requests and delays. */
  signal: AbortSignal
  userAgent: string
  /** Most attempts of a request whose failures may be transient; 5 by default. */
  maxAttempts?: number
  /** Announces a delay. */
  onDelay?: (sentence: string) => void
}

const MAX_ATTEMPTS = 5
const MAX_REDIRECTS = 3
const REDIRECTS: readonly number[] = [301, 302, 307, 308]
const BASE_DELAY_SECONDS = 1
/** A service that asks for a longer delay is not asked again. */
const MAX_DELAY_SECONDS = 300

/** Statuses of requests that may succeed later. 504 is Overpass's answer while all its slots are in use. */
const TRANSIENT: Record<number, ErrorKind> = {
  408: 'unavailable',
  429: 'rate_limited',
  500: 'unavailable',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
}

/**
 * Requests JSON. Retries failures that may pass, with exponential backoff or after the delay that the service asks for.
 * @param parse checks the response; may throw `busyService` for a failure that it reports with status 200
 * @throws CatalogError kind `unavailable` or `rate_limited` that names the service and what to do
 */
export async function requestJson<T>(
  service: Service,
  context: ServiceContext,
  request: ServiceRequest,
  parse: (body: unknown, headers: HttpResponse['headers']) => T,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await sendFollowing(service, context, request)
      await requireSuccess(service, context, response)
      return parse(await readJsonBody(service, response), response.headers)
    } catch (error) {
      const failure = toFailure(service, context, error)
      await waitBeforeRetry(context, failure, attempt)
    }
  }
}

async function sendFollowing(
  service: Service,
  context: ServiceContext,
  { query, form }: ServiceRequest,
): Promise<HttpResponse> {
  let url = new URL(service.url)
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await context.transport({
      method: form ? 'POST' : 'GET',
      url: url.href,
      headers: {
        Accept: 'application/json',
        'Accept-Encoding': 'identity',
        'User-Agent': context.userAgent,
        ...(form && { 'Content-Type': 'application/x-www-form-urlencoded' }),
      },
      ...(form && { body: new URLSearchParams(form).toString() }),
      timeoutMs: service.timeoutMs,
      signal: AbortSignal.any([context.signal, AbortSignal.timeout(service.timeoutMs)]),
    })
    if (!REDIRECTS.includes(response.status)) return response
    await discardBody(response)
    url = resolveRedirect(service, url, response.headers.location)
  }
  throw notUnderstood(service, `${url.origin} redirects more than ${MAX_REDIRECTS} times.`)
}

function resolveRedirect(service: Service, from: URL, location: string | undefined): URL {
  const target = location === undefined ? null : URL.parse(location, from.href)
  if (target && (target.protocol === 'https:' || target.origin === from.origin)) return target
  throw notUnderstood(
    service,
    `${from.origin} redirects to ${JSON.stringify(location ?? '')}, which is not an https address.`,
  )
}

async function requireSuccess(
  service: Service,
  { clock }: ServiceContext,
  response: HttpResponse,
): Promise<void> {
  const { status, headers } = response
  if (status === 200) return
  await discardBody(response)
  const kind = TRANSIENT[status]
  if (kind === undefined) throw notUnderstood(service, `The server responds with HTTP ${status}.`)
  const retryAfterSeconds = parseRetryAfter(headers['retry-after'], clock)
  const problem =
    kind === 'rate_limited' ? 'The server limits requests' : 'The server cannot answer now'
  const busy = busyService(service, `${problem} (HTTP ${status}).`, retryAfterSeconds)
  throw new CatalogError(kind, busy.message, busy.details)
}

/** Converts an error of the network or a deadline; others stay as they are. */
function toFailure(service: Service, { signal }: ServiceContext, error: unknown): unknown {
  if (error instanceof CatalogError || signal.aborted) return error
  if (error instanceof Error && error.name === 'TimeoutError') {
    const seconds = Math.ceil(service.timeoutMs / 1000)
    return busyService(service, `The server did not answer within ${seconds} seconds.`)
  }
  const failure = toNetworkError(error, service.url)
  if (!failure) return error
  return new CatalogError('unavailable', `${service.name}: ${failure.message}`, {
    ...failure.details,
    hint: `The address is set by ${service.setting}.`,
  })
}

/** @throws the failure if a retry cannot help */
async function waitBeforeRetry(
  { sleep, signal, onDelay, maxAttempts = MAX_ATTEMPTS }: ServiceContext,
  failure: unknown,
  attempt: number,
): Promise<void> {
  if (signal.aborted || attempt === maxAttempts || !isTransient(failure)) throw failure
  const backoff = BASE_DELAY_SECONDS * 2 ** (attempt - 1) * (1 + Math.random() / 2)
  const seconds = Math.max(failure.details.retryAfterSeconds ?? 0, backoff)
  if (seconds > MAX_DELAY_SECONDS) throw failure
  onDelay?.(`${failure.message} Retrying in ${Math.ceil(seconds)} seconds.`)
  await sleep(seconds * 1000, signal)
}

function isTransient(failure: unknown): failure is CatalogError {
  return (
    failure instanceof CatalogError &&
    ['unavailable', 'rate_limited'].includes(failure.kind) &&
    failure.details.code !== 'not_understood'
  )
}
