import { z } from 'zod'

/** Requests and answers of the OAuth endpoints, as RFC 6749, 7009, 7636, 8414 and 9207 write them. */

/** Query of `GET /oauth/authorize/`. */
export const authorizationRequest = z.object({
  response_type: z.literal('code'),
  client_id: z.string().describe('The app, as it was registered.'),
  redirect_uri: z.string().meta({
    description: 'Exactly one that the app registered; on a loopback address with any port.',
    examples: ['http://127.0.0.1:49152/callback'],
  }),
  scope: z
    .string()
    .optional()
    .meta({ description: 'Scopes with spaces in between; `read` by default.', default: 'read' }),
  state: z
    .string()
    .optional()
    .describe('Comes back with the answer, so that the app knows its own question.'),
  code_challenge: z.string().meta({
    description: 'SHA-256 of the verifier, in base64url without padding.',
    examples: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
  }),
  code_challenge_method: z.literal('S256'),
  approval_prompt: z
    .string()
    .optional()
    .describe('`force` asks the user again, even where consent is remembered.'),
})

const byClient = {
  client_id: z.string().optional().describe('Of a public app; others use HTTP Basic.'),
}

/** Form of `POST /oauth/token/`. */
export const tokenRequest = z.object({
  grant_type: z.enum(['authorization_code', 'refresh_token']),
  code: z
    .string()
    .optional()
    .describe('For `authorization_code`: the code, once, within a minute.'),
  redirect_uri: z
    .string()
    .optional()
    .describe('For `authorization_code`: the same as in the authorization request.'),
  code_verifier: z
    .string()
    .optional()
    .describe('For `authorization_code`: what the challenge was made of.'),
  refresh_token: z.string().optional().describe('For `refresh_token`: the newest of its chain.'),
  scope: z.string().optional().describe('For `refresh_token`: fewer scopes than before.'),
  ...byClient,
})

/** Answer of `POST /oauth/token/` (RFC 6749, section 5.1). */
export const issuedTokens = z
  .strictObject({
    access_token: z.string().meta({ examples: ['cat_at_…'] }),
    expires_in: z.int().meta({ description: 'Seconds.', examples: [28800] }),
    token_type: z.literal('Bearer'),
    scope: z.string().meta({ examples: ['read import'] }),
    refresh_token: z.string().meta({
      description: 'A new one with every answer; the one before is used up.',
      examples: ['cat_rt_…'],
    }),
  })
  .meta({ id: 'IssuedTokens', description: 'An access token and the token that renews it.' })

/** Form of `POST /oauth/revoke_token/` (RFC 7009, section 2.1). */
export const revocationRequest = z.object({
  token: z.string().describe('An access token, or a refresh token, which ends its whole chain.'),
  token_type_hint: z.string().optional().describe('Is not needed.'),
  ...byClient,
})

/** Answer of the revocation endpoint, whether the token was known or not. */
export const revoked = z.strictObject({})

/** RFC 8414, section 2. */
export const authorizationServer = z
  .strictObject({
    issuer: z.url(),
    authorization_endpoint: z.url(),
    token_endpoint: z.url(),
    revocation_endpoint: z.url(),
    registration_endpoint: z.url(),
    scopes_supported: z.array(z.string()).meta({ examples: [['read', 'import']] }),
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
  .meta({ id: 'AuthorizationServer', description: 'Where programs find the OAuth endpoints.' })
