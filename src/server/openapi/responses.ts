import { z, type ZodType } from 'zod'
import { isForPrograms } from '../middleware/conditional.ts'
import { maybeForPeople } from '../middleware/accepts-html.ts'
import type { Route, ResponseDeclaration } from '../route.ts'
import { errorSchema, listErrorResponses } from './error-responses.ts'

const JSON_TYPE = 'application/json'
const PAGE_TYPE = 'text/html'

/** One answer that a route may give. */
export interface Answer {
  /** `5XX` stands for everything that is the service's own fault. */
  status: number | '5XX'
  description: string
  /** Content types; none for an answer without a body. */
  types: readonly string[]
  /** The shape, where it is JSON. */
  schema?: ZodType | undefined
}

/** Everything that a route may answer, in the order of the statuses. */
export function listResponses(route: Route): Answer[] {
  const byStatus = new Map<Answer['status'], Answer>()
  for (const answer of [...declared(route), ...notModified(route), ...refused(route)]) {
    if (!byStatus.has(answer.status)) byStatus.set(answer.status, answer)
  }
  return [...byStatus.values()].sort((a, b) => (String(a.status) < String(b.status) ? -1 : 1))
}

function declared({ responses }: Route): Answer[] {
  return Object.entries(responses).map(([status, answer]) => ({
    status: Number(status),
    ...(answer instanceof z.ZodType ? plainJson(answer) : special(answer as ResponseDeclaration)),
  }))
}

function plainJson(schema: ZodType): Omit<Answer, 'status'> {
  return { description: schema.meta()?.description ?? 'Success.', types: [JSON_TYPE], schema }
}

function special({ types = [], ...answer }: ResponseDeclaration): Omit<Answer, 'status'> {
  return { types, ...answer }
}

/** Of answers that everybody gets the same, which is what the server gives an ETag. */
function notModified(route: Route): Answer[] {
  if (!hasETag(route)) return []
  return [
    {
      status: 304,
      description: 'Not modified: the content still matches If-None-Match.',
      types: [],
    },
  ]
}

/** Whether a route's answers come with an ETag. */
export function hasETag({ method, path, access }: Route): boolean {
  return method === 'GET' && access === 'public' && isForPrograms({ path })
}

/** People get a page where they may meet the refusal, programs get JSON. */
function refusalTypes(route: Route): string[] {
  if (!maybeForPeople(route)) return [JSON_TYPE]
  return route.errorFormat === 'page' ? [PAGE_TYPE, JSON_TYPE] : [JSON_TYPE, PAGE_TYPE]
}

function refused(route: Route): Answer[] {
  const refusals = [...listErrorResponses(route)].map(([status, description]) => ({
    status,
    description,
  }))
  const fault = { status: '5XX' as const, description: 'Server error.' }
  return [...refusals, fault].map((refusal) => {
    const schema = errorSchema(route, refusal.status === '5XX' ? 500 : refusal.status)
    return { ...refusal, types: refusalTypes(route), schema }
  })
}
