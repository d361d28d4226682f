import { CatalogError, type ErrorKind } from '../../core/base/errors.ts'
import type { Cli } from '../cli.ts'
import { toNetworkError } from '../../core/base/network-errors.ts'
import { parseRetryAfter } from '../../core/base/retry-after.ts'
import type { HttpResponse } from '../client/transport.ts'

const MAX_REDIRECTS = 5
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]

const KINDS: Record<number, ErrorKind> = {
  401: 'forbidden',
  403: 'forbidden',
  404: 'not_found',
  408: 'unavailable',
  410: 'not_found',
  429: 'rate_limited',
}

export interface FileRequest {
  url: string
  headers: Record<string, string>
  signal: AbortSignal
  /** Advice if there is no file. */
  hint?: string | undefined
  /** @default 'GET' */
  method?: 'GET' | 'HEAD'
  timeoutMs?: number
  /** Whether to refuse private addresses, also after a redirect. */
  onlyPublic?: boolean
  /** Host with port whose private addresses are allowed nevertheless. */
  trustedHost?: string | undefined
}

/**
 * Requests a file. Follows redirects to https URLs, and within one origin.
 * @returns a response with status 200, 206 or 416
 * @throws CatalogError if the server sends no file or cannot be reached
 */
export async function requestFile(
  cli: Pick<Cli, 'transport' | 'clock'>,
  request: FileRequest,
): Promise<HttpResponse> {
  return requireFile(await followRedirects(cli, request), request, cli)
}

/**
 * Requests a file, and returns the response that is no redirect, of any status.
 * @throws CatalogError if the server cannot be reached, or for a redirect that is not followed
 */
export async function followRedirects(
  cli: Pick<Cli, 'transport'>,
  { url, headers, signal, method = 'GET', timeoutMs, onlyPublic = false, trustedHost }: FileRequest,
): Promise<HttpResponse> {
  let target = url
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await cli
      .transport({
        method,
        url: target,
        headers: { 'Accept-Encoding': 'identity', ...headers },
        signal,
        onlyPublic: onlyPublic && URL.parse(target)?.host !== trustedHost,
        ...(timeoutMs !== undefined && { timeoutMs }),
      })
      .catch((error: unknown) => {
        throw toNetworkError(error, target) ?? error
      })
    if (!REDIRECTS.includes(response.status)) return response
    target = resolveRedirect(target, response.headers.location)
  }
  throw notUnderstood(`${url} redirects more than ${MAX_REDIRECTS} times.`)
}

function resolveRedirect(from: string, location: string | undefined): string {
  if (location === undefined) throw notUnderstood(`${from} redirects without an address.`)
  const target = URL.parse(location, from)
  if (target?.protocol === 'https:') return target.href
  if (target && target.origin === new URL(from).origin) return target.href
  throw notUnderstood(
    `${from} redirects to ${JSON.stringify(location)}, which is not an https URL.`,
  )
}

/** @throws CatalogError if the response has no file */
export function requireFile(
  response: HttpResponse,
  { url, hint }: Pick<FileRequest, 'url' | 'hint'>,
  cli: Pick<Cli, 'clock'>,
): HttpResponse {
  const { status, headers } = response
  if (status === 416) return response
  if (status !== 200 && status !== 206) throw toError(response, { url, hint }, cli)
  if (/^text\/html\b/i.test(headers['content-type'] ?? '')) {
    throw notUnderstood(
      `${url} is a web page, not a file. Check the address and the proxy settings.`,
    )
  }
  if (!/^(identity)?$/i.test(headers['content-encoding'] ?? '')) {
    throw notUnderstood(`${url} was sent compressed, although that was not requested.`)
  }
  return response
}

function toError(
  { status, headers }: HttpResponse,
  { url, hint }: Pick<FileRequest, 'url' | 'hint'>,
  { clock }: Pick<Cli, 'clock'>,
): CatalogError {
  const kind = KINDS[status] ?? (status >= 500 ? 'unavailable' : undefined)
  if (kind === undefined) return notUnderstood(`${url} responds with HTTP ${status}.`)
  if (kind === 'not_found') {
    return new CatalogError(kind, `There is no file at ${url} (HTTP ${status}).`, {
      ...(hint !== undefined && { hint }),
    })
  }
  const retryAfterSeconds = parseRetryAfter(headers['retry-after'], clock)
  return new CatalogError(kind, `${url} responds with HTTP ${status}.`, {
    hint: kind === 'forbidden' ? null : 'Run the same command again later; it resumes.',
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
}

/** Creates the error of a response that a retry would not change. */
export function notUnderstood(
  message: string,
  details: { cause?: unknown; hint?: null } = {},
): CatalogError {
  return new CatalogError('unavailable', message, { ...details, code: 'not_understood' })
}
