import { FEATURES_HEADER } from '../../core/contract/features.ts'
import type { Links } from '../links.ts'
import type { Route } from '../route.ts'
import { convertRoutes, operationOf } from './operation.ts'
import { templateOf } from './parameters.ts'
import { securitySchemes } from './security.ts'
import type { Header, JsonSchema, OpenApi, Parameter } from './types.ts'

/** Routes that belong together, under one heading. */
export interface RouteGroup {
  name: string
  description: string
  routes: readonly Route[]
}

const DESCRIPTION = `Historical images that a community places on a map. Reading needs no key; importing needs an access token.

A path answers with and without its final slash, and to HEAD wherever to GET. Unknown parameters are passed over. Lists come in pages. Clients must let answers gain members.`

/** Everything that the service answers, in OpenAPI 3.1, made of the declarations that it works by. */
export function buildDocument(groups: readonly RouteGroup[], links: Links): OpenApi {
  const shapes = convertRoutes(groups.flatMap(({ routes }) => routes))
  const paths: OpenApi['paths'] = {}
  for (const { name, routes } of groups) {
    for (const route of routes) {
      const path = (paths[templateOf(route)] ??= {})
      path[route.method.toLowerCase()] = operationOf(route, name, shapes)
    }
  }
  return {
    openapi: '3.1.1',
    info: { title: 'catalog', version: '2', description: DESCRIPTION },
    servers: [{ url: links.base('') }],
    tags: groups.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: byName({ ...shapes.input.named, ...shapes.output.named }),
      parameters: PARAMETERS,
      headers: HEADERS,
      securitySchemes: securitySchemes(links),
    },
  }
}

function byName(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const entries = Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries)
}

const PARAMETERS: Record<string, Parameter> = {
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'ETags of answers that the client holds.',
    schema: { type: 'string' },
  },
}

const HEADERS: Record<string, Header> = {
  'Catalog-Features': {
    description: 'Extensions that this server has, separated by commas. Errors carry it, too.',
    schema: { type: 'string', examples: [FEATURES_HEADER] },
  },
  ETag: {
    description: 'Names this state of the answer, for If-None-Match. Not when a token was shown.',
    schema: { type: 'string' },
  },
  'Idempotency-Replayed': {
    description: 'That an earlier request with the same Idempotency-Key had this answer first.',
    schema: { type: 'string', enum: ['true'] },
  },
  Location: { description: 'Where to go on.', schema: { type: 'string', format: 'uri' } },
  'Retry-After': {
    description: 'Seconds after which trying again makes sense.',
    schema: { type: 'integer' },
  },
  'WWW-Authenticate': { description: 'RFC 6750, section 3.', schema: { type: 'string' } },
}
