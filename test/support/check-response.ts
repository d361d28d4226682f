import { ok } from 'node:assert/strict'
import { listResponses, type DocumentedResponse } from '../../src/server/openapi/responses.ts'
import type { Route } from '../../src/server/http/route.ts'
import { routes } from '../../src/server/routes/index.ts'

interface Declared {
  route: Route
  path: RegExp
  answers: DocumentedResponse[]
}

const declared: Declared[] = routes.map((route) => ({
  route,
  path: route.pathPattern ?? patternOf(route.path),
  answers: listResponses(route),
}))

function patternOf(path: string): RegExp {
  const segments = path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+').replace(/\/$/, '')
  return new RegExp(`^${segments}/?$`)
}

/**
 * Checks a response against the declaration of its route: status, content type, and every member of JSON.
 * Ignores responses that do not come from a route.
 */
export async function checkResponse(
  { baseUrl, boundUrl }: { baseUrl: string; boundUrl: string },
  asked: string | undefined,
  response: Response,
): Promise<void> {
  const base = [baseUrl, boundUrl].find((base) => response.url.startsWith(`${base}/`))
  if (base === undefined || response.status === 405) return
  // fetch follows redirects with GET, so the response is that of the last address.
  const method = response.redirected ? 'GET' : (asked ?? 'GET')
  const found = findDeclared(method, response.url.slice(base.length).replace(/[?#].*/s, ''))
  if (!found) return
  const { route, answers } = found
  const about = `${method} ${route.path} answered ${response.status}`
  const answer = answers.find(({ status }) => covers(status, response.status))
  ok(answer, `${about}, which is not declared: ${answers.map(({ status }) => status).join(', ')}`)
  checkType(about, answer, response)
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html')
  if (answer.schema && method !== 'HEAD' && !isPage)
    await checkShape(about, answer.schema, response)
}

function findDeclared(asked: string, path: string): Declared | undefined {
  const method = asked === 'HEAD' ? 'GET' : asked
  return declared.find(({ route, path: pattern }) => route.method === method && pattern.test(path))
}

function covers(declared: DocumentedResponse['status'], status: number): boolean {
  return declared === '5XX' ? status >= 500 : declared === status
}

function checkType(about: string, { types }: DocumentedResponse, response: Response): void {
  const type = response.headers.get('Content-Type')?.split(';')[0] ?? ''
  const fits = types.some((one) => one === type || one === `${type.split('/')[0]}/*`)
  ok(fits || (types.length === 0 && type === ''), `${about} as ${type}, not as ${types.join(', ')}`)
}

async function checkShape(
  about: string,
  schema: NonNullable<DocumentedResponse['schema']>,
  response: Response,
): Promise<void> {
  const text = await response.clone().text()
  const isStream = /ndjson|-seq/.test(response.headers.get('Content-Type') ?? '')
  for (const value of isStream ? text.split('\n').slice(0, -1) : [text]) {
    const { error } = schema.safeParse(JSON.parse(value.replace('\u001E', '')))
    ok(!error, `${about}, not as declared: ${error?.message}\n${value}`)
  }
}
