import * as oidc from 'openid-client'
import type { Account } from '../auth/account.ts'
import { isLoopback, type Config, type Secrets } from '../config.ts'
import { CatalogError, invalid } from '../errors.ts'

const TIMEOUT_SECONDS = 10

/** Values that the browser stores during the redirect to OpenStreetMap, to be verified on return. */
export interface PendingSignIn {
  state: string
  nonce: string
  verifier: string
}

/** Sign-in with an OpenStreetMap account by OpenID Connect with discovery. */
export interface OsmSignIn {
  /** Returns the URL to redirect the browser to. @throws CatalogError kind `unavailable` */
  begin(callback: string): Promise<{ address: string; pending: PendingSignIn }>
  /**
   * Exchanges the authorization response for the account.
   * @param returned the callback URL with the parameters that OpenStreetMap added
   * @returns undefined if the user declined
   * @throws CatalogError kind `invalid` if the response belongs to another sign-in or is too late,
   *   `unavailable` if OpenStreetMap fails
   */
  finish(returned: URL, pending: PendingSignIn): Promise<Account | undefined>
}

/**
 * Creates the sign-in; null if this service is not registered at an OpenStreetMap server.
 * @throws CatalogError kind `invalid` for an unencrypted URL
 */
export function createOsmSignIn(
  config: Config,
  secrets: Secrets,
  timeoutSeconds = TIMEOUT_SECONDS,
): OsmSignIn | null {
  const { osmUrl, osmClientId } = config
  const { osmClientSecret } = secrets
  if (osmClientId === null) return null
  refusePlainHttp(new URL(osmUrl))
  const registration = { clientId: osmClientId, secret: osmClientSecret }
  const discover = cacheSuccess(() => discoverServer(osmUrl, registration, timeoutSeconds))
  return {
    begin: async (callback) => begin(await discover(), callback),
    finish: async (returned, pending) => finish(await discover(), returned, pending),
  }
}

/** Caches the first success. The call after a failure tries again. */
function cacheSuccess<T>(work: () => Promise<T>): () => Promise<T> {
  let cached: Promise<T> | undefined
  return () => {
    cached ??= work().catch((error: unknown) => {
      cached = undefined
      throw error
    })
    return cached
  }
}

async function discoverServer(
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

function refusePlainHttp({ protocol, hostname }: URL): void {
  if (protocol === 'https:' || isLoopback(hostname)) return
  throw invalid('CATALOG_OSM_URL', 'must be an https URL, or an http URL of a loopback address')
}

async function begin(
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

async function finish(
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

/** @throws CatalogError kind `invalid` if the response does not belong to the sign-in of this browser */
export function requireSameState(returned: URL, { state }: PendingSignIn): void {
  if (returned.searchParams.get('state') !== state) throw signInMismatch()
}

export function signInMismatch(): CatalogError {
  return new CatalogError('invalid', ['sign_in_mismatch'])
}

export function signInAlreadyUsed(cause?: unknown): CatalogError {
  return new CatalogError('invalid', ['sign_in_used'], { cause })
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
