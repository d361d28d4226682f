import type { ZodType } from 'zod'
import { isOfApi } from '../middleware/features.ts'
import type { Route } from '../route.ts'
import { listResponses, hasETag, type Answer } from './responses.ts'
import { exampleOf } from './example.ts'
import { convertSchemas, type Converted, type Direction } from './json-schemas.ts'
import { memberParameters, pathParameters } from './parameters.ts'
import { isJson } from './error-responses.ts'
import { securityOf } from './security.ts'
import type { Content, JsonSchema, MediaType, Operation, Reference, Response } from './types.ts'

/** All routes' schemas, converted at once so that a shape with a name is one shape. */
export interface Shapes {
  input: Converted
  output: Converted
}

export function convertRoutes(routes: readonly Route[]): Shapes {
  return {
    input: convertAll(routes, requestSchemas, 'input'),
    output: convertAll(routes, answerSchemas, 'output'),
  }
}

function convertAll(
  routes: readonly Route[],
  schemasOf: (route: Route) => [string, ZodType | undefined][],
  io: Direction,
): Converted {
  const entries = routes.flatMap((route) =>
    schemasOf(route).flatMap(([part, schema]) =>
      schema ? [[keyOf(route, part), schema] as const] : [],
    ),
  )
  return convertSchemas(Object.fromEntries(entries), io)
}

function requestSchemas({
  query,
  body,
  handlerInput = {},
}: Route): [string, ZodType | undefined][] {
  return [
    ['query', query ?? handlerInput.query],
    ['headers', handlerInput.headers],
    ['form', handlerInput.form],
    ['body', isJson(body) ? (body as unknown as ZodType) : undefined],
  ]
}

function answerSchemas(route: Route): [string, ZodType | undefined][] {
  return listResponses(route).map(({ status, schema }) => [String(status), schema])
}

function keyOf({ method, path }: Route, part: string): string {
  return `${method} ${path} ${part}`
}

/** One route as the document tells of it. */
export function operationOf(route: Route, tag: string, shapes: Shapes): Operation {
  const parameters = parametersOf(route, shapes)
  const content = bodyOf(route, shapes)
  return {
    tags: [tag],
    summary: route.summary,
    operationId: operationId(route),
    security: securityOf(route),
    ...(parameters.length > 0 && { parameters }),
    ...(content && { requestBody: { required: true, content } }),
    responses: Object.fromEntries(
      listResponses(route).map((answer) => [answer.status, responseOf(route, answer, shapes)]),
    ),
  }
}

/** `GET /api/v2/images/:id/` → `getImagesId`. */
export function operationId({ method, path }: Route): string {
  const words = path.replace('/api/v2/', '/').match(/[A-Za-z]+/g) ?? ['home']
  const capitals = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return method.toLowerCase() + capitals.join('')
}

function parametersOf(route: Route, { input }: Shapes): Operation['parameters'] & object {
  const query = input.schemas[keyOf(route, 'query')] ?? {}
  const headers = input.schemas[keyOf(route, 'headers')] ?? {}
  return [
    ...pathParameters(route),
    ...memberParameters(query, 'query'),
    ...memberParameters(headers, 'header'),
    ...(hasETag(route) ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
  ]
}

function bodyOf(route: Route, { input }: Shapes): Content | undefined {
  if (route.body === undefined) return undefined
  if (route.body === 'stream') return { 'image/*': {} }
  const json = input.schemas[keyOf(route, 'body')]
  if (json) return { 'application/json': withExample(json, input) }
  const form = input.schemas[keyOf(route, 'form')] ?? { type: 'object' }
  return { 'application/x-www-form-urlencoded': { schema: form } }
}

function responseOf(route: Route, answer: Answer, { output }: Shapes): Response {
  const { status, description, types, schema } = answer
  const json = schema && output.schemas[keyOf(route, String(status))]
  const media = json ? shapeOf(json, status === 200 || status === 201, output) : {}
  const headers = headersOf(route, status)
  return {
    description,
    ...(headers && { headers }),
    ...(types.length > 0 && {
      content: Object.fromEntries(types.map((type) => [type, type === 'text/html' ? {} : media])),
    }),
  }
}

/** Refusals have no example: their sentences differ. */
function shapeOf(schema: JsonSchema, isDone: boolean, converted: Converted): MediaType {
  return isDone ? withExample(schema, converted) : { schema }
}

function withExample(schema: JsonSchema, { named }: Converted): MediaType {
  return { schema, example: exampleOf(schema, named) }
}

const HEADERS: Record<string, string> = {
  303: 'Location',
  401: 'WWW-Authenticate',
  429: 'Retry-After',
}

function headersOf(route: Route, status: Answer['status']): Record<string, Reference> | undefined {
  const names = status === 200 || status === 201 ? headersWhenDone(route) : headersElse(status)
  if (names.length === 0) return undefined
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

function headersWhenDone(route: Route): readonly string[] {
  return [
    ...(isOfApi(route) ? ['Catalog-Features'] : []),
    ...(hasETag(route) ? ['ETag'] : []),
    ...(route.responseHeaders ?? []),
  ]
}

function headersElse(status: Answer['status']): readonly string[] {
  return [HEADERS[status] ?? []].flat()
}
