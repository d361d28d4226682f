import * as oidc from 'openid-client'
import type { Account } from './account.ts'
import { CatalogError } from '../base/errors.ts'
import { requireSameState, signInAlreadyUsed, type PendingSignIn } from './pending-sign-in.ts'

/** The requests of a sign-in with an OpenStreetMap account. */

export async function discoverServer(
  url: string,
  { clientId, secret }: { clientId: string; secret: string | null },
  timeout: number,
): Promise<oidc.Configuration> {
  const server = new URL(url)
  const execute = server.protocol === 'http:' ? [oidc.allowInsecureRequests] : []
  // OpenStreetMap does not percent-decode Basic credentials, so the secret goes into the body.
  const authentication = secret === null ? oidc.None() : oidc.ClientSecretPost(secret)
  try {
    return await oidc.discovery(server, clientId, {}, authentication, {
      execute,
      timeout,
    })
  } catch (error) {
    throw unavailable(error)
  }
}

export async function begin(
  server: oidc.Configuration,
  callback: string,
): Promise<{ address: string; pending: PendingSignIn }> {
  const pending = {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
  }
  const address = oidc.buildAuthorizationUrl(server, {
    redirect_uri: callback,
    scope: 'openid',
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: 'S256',
  })
  return { address: address.href, pending }
}

export async function finish(
  server: oidc.Configuration,
  returned: URL,
  pending: PendingSignIn,
): Promise<Account | undefined> {
  requireSameState(returned, pending)
  try {
    const tokens = await oidc.authorizationCodeGrant(server, returned, {
      expectedState: pending.state,
      expectedNonce: pending.nonce,
      pkceCodeVerifier: pending.verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new Error('the answer holds no ID token')
    const name = claims.preferred_username ?? (await fetchUsername(server, tokens, claims.sub))
    return toAccount(claims.sub, name)
  } catch (error) {
    if (isDeclined(error)) return undefined
    throw isSpentCode(error) ? signInAlreadyUsed(error) : unavailable(error)
  }
}

async function fetchUsername(
  server: oidc.Configuration,
  tokens: oidc.TokenEndpointResponse,
  subject: string,
): Promise<unknown> {
  const info = await oidc.fetchUserInfo(server, tokens.access_token, subject)
  return info.preferred_username
}

function toAccount(subject: string, name: unknown): Account {
  const id = Number(subject)
  if (!/^[1-9]\d{0,15}$/.test(subject) || !Number.isSafeInteger(id)) {
    throw new Error('the subject is no account number')
  }
  if (typeof name !== 'string' || name === '') throw new Error('the account has no name')
  return { id, username: name }
}

function isDeclined(error: unknown): boolean {
  return error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied'
}

/** Whether the token endpoint rejected the code because it was used before or has expired. */
function isSpentCode(error: unknown): boolean {
  return error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant'
}

function unavailable(error: unknown): CatalogError {
  return new CatalogError('unavailable', ['osm_unavailable'], { cause: error })
}
