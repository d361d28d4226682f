import type { IncomingHttpHeaders } from 'node:http'
import type { ZodType } from 'zod'
import { preferType } from './accept.ts'
import type { Reply } from './reply.ts'
import type { ResponseDeclaration } from './route.ts'

const GEO_JSON = 'application/geo+json'
const JSON_TYPE = 'application/json'

/** Declares the response that `geoJson` creates. */
export function geoJsonResponse(schema: ZodType): ResponseDeclaration {
  const description = schema.meta()?.description ?? 'GeoJSON.'
  return { description, types: [JSON_TYPE, GEO_JSON], schema }
}

/** Responds with GeoJSON as `application/geo+json` if the client names that type in Accept, else as JSON. */
export function geoJson(body: object, { accept }: Pick<IncomingHttpHeaders, 'accept'>): Reply {
  const type = preferType(accept, JSON_TYPE, GEO_JSON)
  return {
    status: 200,
    body: JSON.stringify(body),
    headers: { 'Content-Type': type, Vary: 'Accept' },
  }
}
