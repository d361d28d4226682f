import { SCOPES } from '../../core/auth/caller.ts'
import { GRANT_TYPES } from '../../core/auth/grant-types.ts'
import { authorizationServer } from '../../core/contract/oauth.ts'
import type { Links } from '../http/links.ts'
import { json } from '../http/reply.ts'
import { route } from '../http/route.ts'

/** A path in the base URL is appended to this one (RFC 8414, section 3). */
export const METADATA_PATH = '/.well-known/oauth-authorization-server'

const CLIENT_AUTHENTICATION = ['none', 'client_secret_basic']

export const metadataRoutes = [
  route({
    method: 'GET',
    path: METADATA_PATH,
    summary: 'Get the OAuth server metadata',
    responses: { 200: authorizationServer },
    async handle({ links }) {
      return json(presentMetadata(links))
    },
  }),
]

/** Presents the metadata as in RFC 8414, section 2. */
function presentMetadata(links: Links): object {
  return {
    issuer: issuerUrl(links),
    authorization_endpoint: links.base('/oauth/authorize/'),
    token_endpoint: links.base('/oauth/token/'),
    revocation_endpoint: links.base('/oauth/revoke_token/'),
    registration_endpoint: links.api('/apps/'),
    scopes_supported: SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: GRANT_TYPES,
    token_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
    revocation_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  }
}

/** The issuer identifier, also sent as `iss` in authorization responses (RFC 9207). */
export function issuerUrl(links: Links): string {
  return links.base('')
}
