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
 * Responds with JSON-LD, or with the same bytes as `application/json` if the client prefers that type in Accept:
 * Presentation API 3.0, 6.3, and Image API 3.0, 5.1.
 * @param profile URI of the document's context
 */
export function jsonLd(
  body: object,
  profile: string,
  { accept }: Pick<IncomingHttpHeaders, 'accept'>,
): Reply {
  const weights = parseAccept(accept ?? '')
  const isPlain = (weights.get(JSON_TYPE) ?? 0) > (weights.get(JSON_LD) ?? 0)
  return {
    status: 200,
    body: JSON.stringify(body),
    headers: {
      'Content-Type': isPlain ? JSON_TYPE : `${JSON_LD};profile="${profile}"`,
      Vary: 'Accept',
    },
  }
}
