import type { ZodType } from 'zod'
import type { Route } from '../http/route.ts'
import { isJson } from './error-responses.ts'
import { convertSchemas, type Direction, type JsonSchemas } from './json-schemas.ts'
import { listResponses } from './responses.ts'

/** The schemas of all routes, converted at once so that each named schema appears once. */
export interface RouteSchemas {
  input: JsonSchemas
  output: JsonSchemas
}

export function convertRouteSchemas(routes: readonly Route[]): RouteSchemas {
  return {
    input: convertAll(routes, requestSchemas, 'input'),
    output: convertAll(routes, responseSchemas, 'output'),
  }
}

function convertAll(
  routes: readonly Route[],
  schemasOf: (route: Route) => [string, ZodType | undefined][],
  io: Direction,
): JsonSchemas {
  const entries = routes.flatMap((route) =>
    schemasOf(route).flatMap(([part, schema]) =>
      schema ? [[schemaKey(route, part), schema] as const] : [],
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

function responseSchemas(route: Route): [string, ZodType | undefined][] {
  return listResponses(route).map(({ status, schema }) => [String(status), schema])
}

/** Key of the schema of one part of a route: `query`, `headers`, `form`, `body`, or the status of a response. */
export function schemaKey({ method, path }: Route, part: string): string {
  return `${method} ${path} ${part}`
}
