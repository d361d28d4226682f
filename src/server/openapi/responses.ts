import { z, type ZodType } from 'zod'
import { isApiOrMetadata } from '../middleware/api-paths.ts'
import { canRespondWithHtml } from '../middleware/accepts-html.ts'
import type { Route, ResponseDeclaration } from '../http/route.ts'
import { errorSchema, listErrorResponses } from './error-responses.ts'

const JSON_TYPE = 'application/json'
const HTML_TYPE = 'text/html'

/** A response of a route, as the OpenAPI document describes it. */
export interface DocumentedResponse {
  /** `5XX` stands for all server errors. */
  status: number | '5XX'
  description: string
  /** Content types; none for a response without a body. */
  types: readonly string[]
  /** Schema of the JSON content types. */
  schema?: ZodType | undefined
}

/** Lists the possible responses of a route, ordered by status. */
export function listResponses(route: Route): DocumentedResponse[] {
  const responses = [
    ...declaredResponses(route),
    ...notModifiedResponse(route),
    ...errorResponses(route),
  ]
  const byStatus = new Map<DocumentedResponse['status'], DocumentedResponse>()
  for (const response of responses) {
    if (!byStatus.has(response.status)) byStatus.set(response.status, response)
  }
  return [...byStatus.values()].sort((a, b) => (String(a.status) < String(b.status) ? -1 : 1))
}

function declaredResponses({ responses }: Route): DocumentedResponse[] {
  return Object.entries(responses).map(([status, declaration]) => ({
    status: Number(status),
    ...(declaration instanceof z.ZodType
      ? jsonResponse(declaration)
      : otherResponse(declaration as ResponseDeclaration)),
  }))
}

function jsonResponse(schema: ZodType): Omit<DocumentedResponse, 'status'> {
  return { description: schema.meta()?.description ?? 'Success.', types: [JSON_TYPE], schema }
}

function otherResponse({
  types = [],
  ...declaration
}: ResponseDeclaration): Omit<DocumentedResponse, 'status'> {
  return { types, ...declaration }
}

function notModifiedResponse(route: Route): DocumentedResponse[] {
  if (!hasETag(route)) return []
  return [
    {
      status: 304,
      description: 'Not modified: the content still matches If-None-Match.',
      types: [],
    },
  ]
}

/** Whether anonymous responses of a route have an ETag. */
export function hasETag({ method, path, access, streamed }: Route): boolean {
  return method === 'GET' && access === 'public' && isApiOrMetadata({ path }) && !streamed
}

/** Content types of a route's errors, the default one first. */
function errorTypes(route: Route): string[] {
  if (!canRespondWithHtml(route)) return [JSON_TYPE]
  return route.errorFormat === 'page' ? [HTML_TYPE, JSON_TYPE] : [JSON_TYPE, HTML_TYPE]
}

function errorResponses(route: Route): DocumentedResponse[] {
  const types = errorTypes(route)
  const clientErrors = [...listErrorResponses(route)].map(([status, description]) => ({
    status,
    description,
    types,
    schema: errorSchema(route, status),
  }))
  const serverError = {
    status: '5XX' as const,
    description: 'Server error.',
    types,
    schema: errorSchema(route, 500),
  }
  return [...clientErrors, serverError]
}
