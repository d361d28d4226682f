import type { IncomingHttpHeaders } from 'node:http'
import { parseAccept } from './accept.ts'
import type { Reply } from './reply.ts'
import type { ResponseDeclaration } from './route.ts'

const JSON_LD = 'application/ld+json'
const JSON_TYPE = 'application/json'

/** Declares the response that `jsonLd` creates. */
export function jsonLdResponse(description: string): ResponseDeclaration {
  return { description, types: [JSON_LD, JSON_TYPE] }
}

/**
 * Responds with JSON-LD, or with the same bytes as `application/json`, whichever the client prefers in Accept:
 * Presentation API 3.0, 6.3, and Image API 3.0, 5.1.
 * @param profile URI of the document's context
 * @param fallback the type for clients without a preference
 */
export function jsonLd(
  body: object,
  profile: string,
  { accept }: Pick<IncomingHttpHeaders, 'accept'>,
  fallback: 'json-ld' | 'json' = 'json-ld',
): Reply {
  const weights = parseAccept(accept ?? '')
  const preference = (weights.get(JSON_LD) ?? 0) - (weights.get(JSON_TYPE) ?? 0)
  const isPlain = preference < 0 || (preference === 0 && fallback === 'json')
  const headers = isPlain ? plainHeaders(profile) : linkedHeaders(profile)
  return { status: 200, body: JSON.stringify(body), headers: { ...headers, Vary: 'Accept' } }
}

function linkedHeaders(profile: string): Record<string, string> {
  return { 'Content-Type': `${JSON_LD};profile="${profile}"` }
}

/** JSON-LD 1.1, 6.1: the link lets programs interpret JSON as JSON-LD. */
function plainHeaders(profile: string): Record<string, string> {
  return {
    'Content-Type': JSON_TYPE,
    Link: `<${profile}>;rel="http://www.w3.org/ns/json-ld#context";type="${JSON_LD}"`,
  }
}
