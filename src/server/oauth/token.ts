import { authenticateClient } from '../../core/auth/client-authentication.ts'
import type { Client } from '../../core/auth/clients.ts'
import {
  GRANT_TYPES,
  isGrantType,
  requireGrantType,
  type GrantType,
} from '../../core/auth/grant-types.ts'
import { OAuthError } from '../../core/auth/oauth-error.ts'
import { getParameter, requireParameter } from '../../core/auth/parameters.ts'
import { redeemCode } from '../../core/auth/redeem-code.ts'
import { refreshTokens } from '../../core/auth/refresh.ts'
import type { IssuedTokens } from '../../core/auth/issue-tokens.ts'
import type { Catalog } from '../../core/catalog/catalog.ts'
import { issuedTokens, tokenRequest } from '../../core/contract/oauth.ts'
import { TOKEN_REQUESTS_PER_MINUTE } from '../../core/base/limits.ts'
import { formBody } from '../middleware/read-body.ts'
import { json, type Reply } from '../http/reply.ts'
import { route } from '../http/route.ts'
import { parseBasicCredentials } from './basic-credentials.ts'

type TokenServices = Pick<Catalog, 'reads' | 'write' | 'clock' | 'log' | 'config'>

type Exchange = (
  services: TokenServices,
  client: Client,
  form: URLSearchParams,
) => Promise<IssuedTokens>

const EXCHANGES: Record<GrantType, Exchange> = {
  authorization_code: exchangeCode,
  refresh_token: exchangeRefreshToken,
}

export const tokenRoutes = [
  route({
    method: 'POST',
    path: '/oauth/token/',
    summary: 'Exchange a code or a refresh token for tokens',
    responses: { 200: issuedTokens },
    handlerInput: { form: tokenRequest },
    perMinute: TOKEN_REQUESTS_PER_MINUTE,
    errorFormat: 'oauth',
    body: formBody,
    async handle({ catalog, body, headers }) {
      // Checked before the client is authenticated, since no client may use an unsupported grant.
      const grantType = parseGrantType(requireParameter(body, 'grant_type'))
      const basic = parseBasicCredentials(headers.authorization)
      const client = await authenticateClient(catalog.reads, body, basic)
      requireGrantType(client, grantType)
      return presentTokens(await EXCHANGES[grantType](catalog, client, body))
    },
  }),
]

function parseGrantType(text: string): GrantType {
  if (isGrantType(text)) return text
  throw new OAuthError(
    'unsupported_grant_type',
    `The grant_type must be ${GRANT_TYPES.join(' or ')}.`,
  )
}

function exchangeCode(
  catalog: Pick<Catalog, 'clock' | 'config' | 'log' | 'write'>,
  client: Client,
  form: URLSearchParams,
) {
  return redeemCode(catalog, client, {
    code: requireParameter(form, 'code'),
    redirectUri: requireParameter(form, 'redirect_uri'),
    verifier: requireParameter(form, 'code_verifier'),
  })
}

function exchangeRefreshToken(
  catalog: Pick<Catalog, 'clock' | 'config' | 'log' | 'reads' | 'write'>,
  client: Client,
  form: URLSearchParams,
) {
  return refreshTokens(catalog, client, {
    token: requireParameter(form, 'refresh_token'),
    scope: getParameter(form, 'scope'),
  })
}

/** Presents the tokens as in RFC 6749, section 5.1. */
function presentTokens(issued: IssuedTokens): Reply {
  const reply = json({
    access_token: issued.accessToken,
    expires_in: issued.expiresInSeconds,
    token_type: 'Bearer',
    scope: issued.scopes.join(' '),
    refresh_token: issued.refreshToken,
  })
  const headers = { ...reply.headers, 'Cache-Control': 'no-store', Pragma: 'no-cache' }
  return { ...reply, headers }
}
