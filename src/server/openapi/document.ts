import { EXTENSIONS_HEADER } from '../../core/contract/extensions.ts'
import type { Links } from '../http/links.ts'
import type { Route } from '../http/route.ts'
import { buildOperation } from './operation.ts'
import { convertRouteSchemas } from './route-schemas.ts'
import { toPathTemplate } from './parameters.ts'
import { buildSecuritySchemes } from './security.ts'
import type { Header, JsonSchema, OpenApi, Parameter } from './types.ts'

/** Routes under one heading of the API reference. */
export interface RouteGroup {
  name: string
  description: string
  routes: readonly Route[]
}

const DESCRIPTION = `Historical images that a community places on a map. Reading needs no credentials; importing needs an access token.

Paths work with and without a trailing slash, and HEAD works wherever GET does, except at /oauth/authorize/ and /login/osm/callback/, where GET has effects. Unknown parameters are ignored. Lists are paginated. New members may be added to responses at any time, so clients must ignore members that they do not know.`

/** Builds the OpenAPI 3.1 document from the route declarations that the server runs. */
export function buildDocument(groups: readonly RouteGroup[], links: Links): OpenApi {
  const schemas = convertRouteSchemas(groups.flatMap(({ routes }) => routes))
  const paths: OpenApi['paths'] = {}
  for (const { name, routes } of groups) {
    for (const route of routes) {
      const path = (paths[toPathTemplate(route)] ??= {})
      path[route.method.toLowerCase()] = buildOperation(route, name, schemas)
    }
  }
  return {
    openapi: '3.1.1',
    info: { title: 'catalog', version: '2', description: DESCRIPTION },
    servers: [{ url: links.base('') }],
    tags: groups.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: sortByName({ ...schemas.input.named, ...schemas.output.named }),
      parameters: PARAMETERS,
      headers: HEADERS,
      securitySchemes: buildSecuritySchemes(links),
    },
  }
}

function sortByName(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const entries = Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries)
}

const PARAMETERS: Record<string, Parameter> = {
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'ETags of responses that the client has stored, separated by commas.',
    schema: { type: 'string' },
  },
}

const HEADERS: Record<string, Header> = {
  'Catalog-Features': {
    description:
      'Extensions that this server supports, separated by commas. Also sent with errors.',
    schema: { type: 'string', examples: [EXTENSIONS_HEADER] },
  },
  ETag: {
    description:
      'Identifies this version of the response, for If-None-Match. With an access token, only single images have one.',
    schema: { type: 'string' },
  },
  'Idempotency-Replayed': {
    description:
      'Present if this response repeats that of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
  Location: {
    description: 'URL that the browser is redirected to.',
    schema: { type: 'string', format: 'uri' },
  },
  'Retry-After': {
    description: 'Number of seconds to wait before retrying.',
    schema: { type: 'integer' },
  },
  'WWW-Authenticate': {
    description: 'Authentication challenge (RFC 6750, section 3).',
    schema: { type: 'string' },
  },
}
