import { z } from 'zod'
import {
  CatalogError,
  type ErrorDetails,
  type ErrorKind,
  type FieldErrors,
} from '../../core/base/errors.ts'
import type { Session } from '../login/session.ts'
import type { HttpResponse } from './transport.ts'

const KINDS: Record<number, ErrorKind> = {
  400: 'invalid',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'not_implemented',
  409: 'conflict',
  410: 'gone',
  412: 'precondition_failed',
  413: 'too_large',
  415: 'unsupported',
  422: 'invalid',
  429: 'rate_limited',
}

const messageBody = z.object({ detail: z.string().optional(), error: z.string().optional() })
const codeBody = z.object({ code: z.string(), image_id: z.int().optional().catch(undefined) })
const fieldErrorsBody = z.record(z.string(), z.array(z.string()).min(1))

/** Converts a response of status 400 or more to an error, with the server's message if it sent one. */
export function toApiError(
  session: Session,
  response: HttpResponse,
  body: unknown,
  retryAfterSeconds: number | undefined,
): CatalogError {
  const kind = KINDS[response.status] ?? 'unavailable'
  const wrong = kind === 'invalid' ? readFieldErrors(body) : undefined
  return new CatalogError(
    kind,
    wrong ? joinFieldErrors(wrong) : getMessage(session, response, body),
    {
      ...(wrong && { fields: wrong }),
      ...readDetails(response, body),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    },
  )
}

function readDetails(response: HttpResponse, body: unknown): ErrorDetails {
  const { code = getChallengeError(response), image_id } = codeBody.safeParse(body).data ?? {}
  return {
    ...(code !== undefined && { code }),
    ...(image_id !== undefined && { imageId: image_id }),
  }
}

function readFieldErrors(body: unknown): FieldErrors | undefined {
  return fieldErrorsBody.safeParse(body).data
}

function joinFieldErrors(wrong: FieldErrors): string {
  return Object.entries(wrong)
    .flatMap(([field, messages]) => messages.map((message) => `${field}: ${message}`))
    .join(' ')
}

function getMessage(session: Session, { status }: HttpResponse, body: unknown): string {
  if (status === 401) {
    if (session.source === 'none') return `You are not signed in to ${session.url}.`
    if (session.source !== 'login') return `The token in ${session.source} is invalid or expired.`
  }
  const { detail, error } = messageBody.safeParse(body).data ?? {}
  return detail ?? error ?? `${session.url} responded with an error (HTTP ${status}).`
}

/** The error code of a WWW-Authenticate header (RFC 6750, section 3.1). */
function getChallengeError({ headers }: HttpResponse): string | undefined {
  return /\berror="([a-z_]+)"/.exec(headers['www-authenticate'] ?? '')?.[1]
}
