import { isApiV2 } from '../middleware/api-paths.ts'
import type { Route } from '../http/route.ts'
import { listResponses, hasETag, type DocumentedResponse } from './responses.ts'
import { buildExample } from './example.ts'
import type { JsonSchemas } from './json-schemas.ts'
import { buildParameters, buildPathParameters } from './parameters.ts'
import { schemaKey, type RouteSchemas } from './route-schemas.ts'
import { buildSecurity } from './security.ts'
import type { Content, JsonSchema, MediaType, Operation, Reference, Response } from './types.ts'

export function buildOperation(route: Route, tag: string, schemas: RouteSchemas): Operation {
  const parameters = listParameters(route, schemas)
  const content = buildRequestContent(route, schemas)
  return {
    tags: [tag],
    summary: route.summary,
    operationId: operationId(route),
    security: buildSecurity(route),
    ...(parameters.length > 0 && { parameters }),
    ...(content && { requestBody: { required: true, content } }),
    responses: Object.fromEntries(
      listResponses(route).map((response) => [
        response.status,
        buildResponse(route, response, schemas),
      ]),
    ),
  }
}

/** `GET /api/v2/images/:id/` → `getImagesId`, and `GET /images/` → `getImagesPage`. */
export function operationId({ method, path, cacheable }: Route): string {
  const words = path.replace('/api/v2/', '/').match(/[A-Za-z\d]+/g) ?? ['home']
  const capitals = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return method.toLowerCase() + capitals.join('') + (cacheable === 'page' ? 'Page' : '')
}

function listParameters(route: Route, { input }: RouteSchemas): Operation['parameters'] & object {
  const query = input.schemas[schemaKey(route, 'query')] ?? {}
  const headers = input.schemas[schemaKey(route, 'headers')] ?? {}
  return [
    ...buildPathParameters(route),
    ...buildParameters(query, 'query'),
    ...buildParameters(headers, 'header'),
    ...(hasETag(route) ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
  ]
}

function buildRequestContent(route: Route, { input }: RouteSchemas): Content | undefined {
  if (route.body === undefined) return undefined
  if (route.body === 'stream') return { 'image/*': {} }
  const json = input.schemas[schemaKey(route, 'body')]
  if (json) return { 'application/json': withExample(json, input) }
  const form = input.schemas[schemaKey(route, 'form')] ?? { type: 'object' }
  return { 'application/x-www-form-urlencoded': { schema: form } }
}

function buildResponse(
  route: Route,
  response: DocumentedResponse,
  { output }: RouteSchemas,
): Response {
  const { status, description, types, schema } = response
  const json = schema && output.schemas[schemaKey(route, String(status))]
  const media = json ? buildMediaType(json, isSuccess(status), output) : {}
  const headers = buildHeaders(route, status)
  return {
    description,
    ...(headers && { headers }),
    ...(types.length > 0 && {
      content: Object.fromEntries(types.map((type) => [type, type === 'text/html' ? {} : media])),
    }),
  }
}

/** Errors have no example, since their messages differ. */
function buildMediaType(schema: JsonSchema, hasExample: boolean, all: JsonSchemas): MediaType {
  return hasExample ? withExample(schema, all) : { schema }
}

function withExample(schema: JsonSchema, { named }: JsonSchemas): MediaType {
  return { schema, example: buildExample(schema, named) }
}

function isSuccess(status: DocumentedResponse['status']): boolean {
  return status === 200 || status === 201
}

const HEADERS: Record<string, string> = {
  303: 'Location',
  401: 'WWW-Authenticate',
  429: 'Retry-After',
}

function buildHeaders(
  route: Route,
  status: DocumentedResponse['status'],
): Record<string, Reference> | undefined {
  const names = isSuccess(status) ? successHeaders(route) : [HEADERS[status] ?? []].flat()
  if (names.length === 0) return undefined
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

function successHeaders(route: Route): readonly string[] {
  return [
    ...(isApiV2(route) ? ['Catalog-Features'] : []),
    ...(hasETag(route) ? ['ETag'] : []),
    ...(route.responseHeaders ?? []),
  ]
}
