import { z } from 'zod'

/** Requests and responses of the OAuth endpoints (RFC 6749, 7009, 7636, 8414 and 9207). */

/** Query of `GET /oauth/authorize/`. */
export const authorizationRequest = z.object({
  response_type: z.literal('code'),
  client_id: z.string().describe('Client id of the registered app.'),
  redirect_uri: z.string().meta({
    description:
      'One of the registered redirect URIs, character by character. A loopback URI may have any port.',
    examples: ['http://127.0.0.1:49152/callback'],
  }),
  scope: z
    .string()
    .optional()
    .meta({ description: 'Scopes separated by spaces. `read` by default.', default: 'read' }),
  state: z
    .string()
    .optional()
    .describe(
      'Returned unchanged to the redirect URI, so that the app can match the response to its request.',
    ),
  code_challenge: z.string().meta({
    description: 'SHA-256 of the code verifier, in base64url without padding.',
    examples: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
  }),
  code_challenge_method: z.literal('S256'),
  approval_prompt: z
    .string()
    .optional()
    .describe('`force` shows the consent page even if the user has consented before.'),
})

const byClient = {
  client_id: z
    .string()
    .optional()
    .describe('Client id of a public client. Confidential clients use HTTP Basic.'),
}

/** Form of `POST /oauth/token/`. */
export const tokenRequest = z.object({
  grant_type: z.enum(['authorization_code', 'refresh_token']),
  code: z
    .string()
    .optional()
    .describe(
      'For `authorization_code`: the authorization code. It can be used once, within one minute by default.',
    ),
  redirect_uri: z
    .string()
    .optional()
    .describe('For `authorization_code`: the same as in the authorization request.'),
  code_verifier: z
    .string()
    .optional()
    .describe('For `authorization_code`: the verifier of the code challenge.'),
  refresh_token: z
    .string()
    .optional()
    .describe('For `refresh_token`: the latest refresh token of the authorization.'),
  scope: z
    .string()
    .optional()
    .describe(
      'For `refresh_token`: scopes separated by spaces, at most those granted. All of them by default.',
    ),
  ...byClient,
})

/** Response of `POST /oauth/token/` (RFC 6749, section 5.1). */
export const issuedTokens = z
  .strictObject({
    access_token: z.string().meta({ examples: ['cat_at_…'] }),
    expires_in: z
      .int()
      .meta({ description: 'Lifetime of the access token in seconds.', examples: [28800] }),
    token_type: z.literal('Bearer'),
    scope: z.string().meta({ examples: ['read import'] }),
    refresh_token: z.string().meta({
      description: 'A new refresh token with every response. It replaces the one before.',
      examples: ['cat_rt_…'],
    }),
  })
  .meta({
    id: 'IssuedTokens',
    description: 'An access token and the refresh token that renews it.',
  })

/** Form of `POST /oauth/revoke_token/` (RFC 7009, section 2.1). */
export const revocationRequest = z.object({
  token: z
    .string()
    .describe(
      'An access token to revoke, or a refresh token: this revokes all tokens of its authorization.',
    ),
  token_type_hint: z.string().optional().describe('Accepted and ignored.'),
  ...byClient,
})

/** Response of the revocation endpoint, whether or not the token was known. */
export const revoked = z.strictObject({})

/** RFC 8414, section 2. */
export const authorizationServer = z
  .strictObject({
    issuer: z.url(),
    authorization_endpoint: z.url(),
    token_endpoint: z.url(),
    revocation_endpoint: z.url(),
    registration_endpoint: z.url(),
    scopes_supported: z
      .array(z.string())
      .meta({ examples: [['read', 'contribute', 'import', 'moderate']] }),
    response_types_supported: z.array(z.string()).meta({ examples: [['code']] }),
    response_modes_supported: z.array(z.string()).meta({ examples: [['query']] }),
    grant_types_supported: z
      .array(z.string())
      .meta({ examples: [['authorization_code', 'refresh_token']] }),
    token_endpoint_auth_methods_supported: z
      .array(z.string())
      .meta({ examples: [['none', 'client_secret_basic']] }),
    revocation_endpoint_auth_methods_supported: z
      .array(z.string())
      .meta({ examples: [['none', 'client_secret_basic']] }),
    code_challenge_methods_supported: z.array(z.string()).meta({ examples: [['S256']] }),
    authorization_response_iss_parameter_supported: z.literal(true),
  })
  .meta({
    id: 'AuthorizationServer',
    description: 'OAuth authorization server metadata (RFC 8414).',
  })
