import type { IncomingHttpHeaders } from 'node:http'
import type { ZodType } from 'zod'
import type { Reply } from './reply.ts'
import type { ResponseDeclaration } from './route.ts'

const GEO_JSON = 'application/geo+json'
const JSON_TYPE = 'application/json'

/** Declares the response that `geoJson` makes. */
export function geoJsonResponse(schema: ZodType): ResponseDeclaration {
  const description = schema.meta()?.description ?? 'GeoJSON.'
  return { description, types: [JSON_TYPE, GEO_JSON], schema }
}

/** Responds with GeoJSON as `application/geo+json` if the client names that type in Accept, else as JSON. */
export function geoJson(body: object, { accept }: Pick<IncomingHttpHeaders, 'accept'>): Reply {
  const weights = parseAccept(accept ?? '')
  const asked = weights.get(GEO_JSON) ?? 0
  const isAsked = asked > 0 && asked >= (weights.get(JSON_TYPE) ?? 0)
  return {
    status: 200,
    body: JSON.stringify(body),
    headers: { 'Content-Type': isAsked ? GEO_JSON : JSON_TYPE, Vary: 'Accept' },
  }
}

/** Weights of the media types by name (RFC 9110, section 12.5.1); ignores other parameters. */
function parseAccept(accept: string): Map<string, number> {
  return new Map(
    accept.split(',').map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return [type, weight === undefined ? 1 : Number(weight) || 0]
    }),
  )
}
