import { z, type ZodType } from 'zod'
import type { Role } from '../../core/auth/caller.ts'
import {
  fieldProblems,
  oauthProblem,
  problem,
  problemAsError,
  registrationProblem,
} from '../../core/contract/errors.ts'
import { pageQuery } from '../../core/contract/list-query.ts'
import { formBody } from '../middleware/read-body.ts'
import { SCOPE_OF } from '../middleware/bearer.ts'
import { SHARED_STATUSES } from '../middleware/json-error.ts'
import type { Route } from '../http/route.ts'

/** Describes a route's errors by status: those that its declaration implies, then those that it lists. */
export function listErrorResponses(route: Route): Map<number, string> {
  const errors = [...listImplied(route), ...Object.entries(route.errorResponses ?? {})]
  const byStatus = new Map<number, string>()
  for (const [status, description = ''] of errors) {
    const others = byStatus.get(Number(status))
    byStatus.set(Number(status), others === undefined ? description : `${others} ${description}`)
  }
  return byStatus
}

function listImplied(route: Route): [number, string][] {
  return [...impliedByAccess(route), ...impliedByPath(route), ...impliedByInput(route)]
}

function impliedByAccess({ access, perMinute, perMinuteAndUser }: Route): [number, string][] {
  const errors: [number, string][] = []
  if (access !== 'public')
    errors.push([401, 'The access token is missing, expired, revoked or unknown.'])
  if (access !== 'public' && access !== 'token') errors.push([403, describeForbidden(access)])
  if (perMinute !== undefined)
    errors.push([429, `More than ${perMinute} requests per minute from one client address.`])
  if (perMinuteAndUser !== undefined)
    errors.push([429, `More than ${perMinuteAndUser} requests per minute by one user.`])
  return errors
}

function describeForbidden(access: Role | readonly Role[]): string {
  const roles = typeof access === 'string' ? [access] : access
  const scopes = roles.map((role) => `\`${SCOPE_OF[role]}\``).join(' or ')
  const isOpen = roles.includes('contributor')
  return isOpen
    ? `The token lacks the scope ${scopes}, or its user is suspended.`
    : `The token lacks the scope ${scopes}, or its user is suspended or not staff.`
}

function impliedByPath({ path, query }: Route): [number, string][] {
  const errors: [number, string][] = []
  if (path.includes(':')) errors.push([404, 'Not found, or not visible to this user.'])
  if (isPaged(query)) errors.push([404, 'The page number is out of range.'])
  return errors
}

/** Search is not included: there, a page after the last one is empty. */
function isPaged(query: Route['query']): boolean {
  return query instanceof z.ZodObject && query.shape.page === pageQuery.shape.page
}

function impliedByInput({ query, body, errorFormat }: Route): [number, string][] {
  if (body === undefined || body === 'stream')
    return query ? [[400, 'A parameter is invalid.']] : []
  const errors: [number, string][] = [[400, 'The body is invalid.']]
  // RFC 6749, section 5.2: every other error has status 400, too.
  if (errorFormat === 'oauth') return errors
  return [
    ...errors,
    [408, 'The body was not received in time.'],
    [413, 'The body is too large.'],
    [415, 'The Content-Type is not supported.'],
  ]
}

/** The schema of a route's JSON errors with this status. */
export function errorSchema(route: Route, status: number): ZodType {
  const { errorFormat, errorKey, errorSchemas } = route
  const own = errorSchemas?.[status]
  if (own) return own
  if (SHARED_STATUSES.includes(status)) return problem
  if (errorFormat === 'oauth') return oauthProblem
  const byHandler = errorKey === undefined ? problem : problemAsError
  return status === 400 ? invalidSchema(route, byHandler) : byHandler
}

function invalidSchema({ errorFormat, body, query }: Route, byHandler: ZodType): ZodType {
  if (errorFormat === 'page') return z.union([oauthProblem, fieldProblems, problem])
  if (errorFormat === 'registration') return z.union([registrationProblem, problem])
  if ((body === undefined || body === 'stream') && query === undefined) return byHandler
  const schemas = new Set<ZodType>([fieldProblems, byHandler])
  if (isJson(body)) schemas.add(problem)
  return z.union([...schemas])
}

export function isJson(body: Route['body']): boolean {
  return body !== undefined && body !== 'stream' && (body as unknown) !== formBody
}
