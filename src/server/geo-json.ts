import type { IncomingHttpHeaders } from 'node:http'
import type { ZodType } from 'zod'
import type { Reply } from './reply.ts'
import type { SpecialAnswer } from './route.ts'

const GEO_JSON = 'application/geo+json'
const JSON_TYPE = 'application/json'

/** An answer of `geoJson`, as a route declares it. */
export function geoJsonAnswer(schema: ZodType): SpecialAnswer {
  const description = schema.meta()?.description ?? 'GeoJSON.'
  return { description, types: [JSON_TYPE, GEO_JSON], schema }
}

/** GeoJSON under its own type for who asks for that by name, else as plain JSON. */
export function geoJson(body: object, { accept }: Pick<IncomingHttpHeaders, 'accept'>): Reply {
  const weights = weightsOf(accept ?? '')
  const asked = weights.get(GEO_JSON) ?? 0
  const isAsked = asked > 0 && asked >= (weights.get(JSON_TYPE) ?? 0)
  return {
    status: 200,
    body: JSON.stringify(body),
    headers: { 'Content-Type': isAsked ? GEO_JSON : JSON_TYPE, Vary: 'Accept' },
  }
}

/** Media types by name with their weights (RFC 9110, section 12.5.1); other parameters say nothing here. */
function weightsOf(accept: string): Map<string, number> {
  return new Map(
    accept.split(',').map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return [type, weight === undefined ? 1 : Number(weight) || 0]
    }),
  )
}
