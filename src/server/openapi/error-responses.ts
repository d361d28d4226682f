import { z, type ZodType } from 'zod'
import {
  fieldProblems,
  oauthProblem,
  problem,
  problemAsError,
  registrationProblem,
} from '../../core/contract/errors.ts'
import { pageQuery } from '../../core/contract/list-query.ts'
import { formBody } from '../middleware/read-body.ts'
import type { Route } from '../route.ts'

/** Statuses that are worded the same everywhere, for they are refused before the handler is asked. */
const BEFORE_HANDLER = [401, 403, 408, 413, 415, 429]

/** With which status a route may refuse, and when: what it says itself and what its declaration implies. */
export function listErrorResponses(route: Route): Map<number, string> {
  const sentences = [...implied(route), ...Object.entries(route.errorResponses ?? {})]
  const refusals = new Map<number, string>()
  for (const [status, sentence = ''] of sentences) {
    const known = refusals.get(Number(status))
    refusals.set(Number(status), known === undefined ? sentence : `${known} ${sentence}`)
  }
  return refusals
}

function implied(route: Route): [number, string][] {
  return [...impliedByAccess(route), ...impliedByPath(route), ...impliedByInput(route)]
}

function impliedByAccess({ access, perMinute, perMinuteAndUser }: Route): [number, string][] {
  const refusals: [number, string][] = []
  if (access !== 'public')
    refusals.push([401, 'The access token is missing, expired, revoked or unknown.'])
  if (access === 'importer')
    refusals.push([403, 'The token lacks the scope `import`, or its user is not staff.'])
  if (perMinute !== undefined)
    refusals.push([429, `More than ${perMinute} requests per minute from one client address.`])
  if (perMinuteAndUser !== undefined)
    refusals.push([429, `More than ${perMinuteAndUser} requests per minute by one user.`])
  return refusals
}

function impliedByPath({ path, query }: Route): [number, string][] {
  const refusals: [number, string][] = []
  if (path.includes(':')) refusals.push([404, 'Not found, or not visible to this user.'])
  if (isPaged(query)) refusals.push([404, 'The page number is out of range.'])
  return refusals
}

/** Search pages in another way: there a page that is not there is empty. */
function isPaged(query: Route['query']): boolean {
  return query instanceof z.ZodObject && query.shape.page === pageQuery.shape.page
}

function impliedByInput({ query, body, errorFormat }: Route): [number, string][] {
  if (body === undefined || body === 'stream')
    return query ? [[400, 'A parameter is invalid.']] : []
  const refusals: [number, string][] = [[400, 'The body is invalid.']]
  // OAuth knows no other status.
  if (errorFormat === 'oauth') return refusals
  return [
    ...refusals,
    [408, 'The body was not received in time.'],
    [413, 'The body is too large.'],
    [415, 'The Content-Type is not supported.'],
  ]
}

/** The shape of a refusal, as programs get it. */
export function errorSchema(route: Route, status: number): ZodType {
  const { errorFormat, errorKey } = route
  if (BEFORE_HANDLER.includes(status)) return problem
  if (errorFormat === 'oauth') return oauthProblem
  const byHandler = errorKey === undefined ? problem : problemAsError
  return status === 400 ? invalidSchema(route, byHandler) : byHandler
}

function invalidSchema({ errorFormat, body, query }: Route, byHandler: ZodType): ZodType {
  if (errorFormat === 'page') return z.union([oauthProblem, fieldProblems, problem])
  if (errorFormat === 'registration') return z.union([registrationProblem, problem])
  if ((body === undefined || body === 'stream') && query === undefined) return byHandler
  const shapes = new Set<ZodType>([fieldProblems, byHandler])
  if (isJson(body)) shapes.add(problem)
  return z.union([...shapes])
}

export function isJson(body: Route['body']): boolean {
  return body !== undefined && body !== 'stream' && (body as unknown) !== formBody
}
