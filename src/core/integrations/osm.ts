import * as oidc from 'openid-client'
import type { Account } from '../auth/account.ts'
import { isLoopback, type Config, type Secrets } from '../config.ts'
import { CatalogError, invalid } from '../errors.ts'

const TIMEOUT_SECONDS = 10

/** What the browser carries through the visit to OpenStreetMap, to be compared when it comes back. */
export interface PendingSignIn {
  state: string
  nonce: string
  verifier: string
}

/** Signing in with an OpenStreetMap account: OpenID Connect, found by discovery. */
export interface OsmSignIn {
  /** Where to send the browser. @throws CatalogError kind `unavailable` */
  begin(callback: string): Promise<{ address: string; pending: PendingSignIn }>
  /**
   * Asks OpenStreetMap who came back.
   * @param returned the callback's address with everything that OpenStreetMap added
   * @returns undefined when the person declined
   * @throws CatalogError kind `invalid` when the answer belongs to another visit or came too late,
   *   `unavailable` when OpenStreetMap fails
   */
  finish(returned: URL, pending: PendingSignIn): Promise<Account | undefined>
}

/**
 * Null when this service is not registered at an OpenStreetMap server.
 * @throws CatalogError kind `invalid` for an address that everybody on the way could listen to
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
  const discover = remembered(() => discovered(osmUrl, registration, timeoutSeconds))
  return {
    begin: async (callback) => begin(await discover(), callback),
    finish: async (returned, pending) => finish(await discover(), returned, pending),
  }
}

/** Keeps a success; a failure is tried again the next time. */
function remembered<T>(work: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined
  return () => {
    kept ??= work().catch((error: unknown) => {
      kept = undefined
      throw error
    })
    return kept
  }
}

async function discovered(
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
    throw outage(error)
  }
}

function refusePlainHttp({ protocol, hostname }: URL): void {
  if (protocol === 'https:' || isLoopback(hostname)) return
  throw invalid('CATALOG_OSM_URL', 'must be an https address, or http on this very machine')
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
  requireSameVisit(returned, pending)
  try {
    const tokens = await oidc.authorizationCodeGrant(server, returned, {
      expectedState: pending.state,
      expectedNonce: pending.nonce,
      pkceCodeVerifier: pending.verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new Error('the answer holds no ID token')
    const name = claims.preferred_username ?? (await userInfoName(server, tokens, claims.sub))
    return accountOf(claims.sub, name)
  } catch (error) {
    if (hasDeclined(error)) return undefined
    throw isSpentCode(error) ? usedVisit(error) : outage(error)
  }
}

async function userInfoName(
  server: oidc.Configuration,
  tokens: oidc.TokenEndpointResponse,
  subject: string,
): Promise<unknown> {
  const info = await oidc.fetchUserInfo(server, tokens.access_token, subject)
  return info.preferred_username
}

function accountOf(subject: string, name: unknown): Account {
  const id = Number(subject)
  if (!/^[1-9]\d{0,15}$/.test(subject) || !Number.isSafeInteger(id)) {
    throw new Error('the subject is no account number')
  }
  if (typeof name !== 'string' || name === '') throw new Error('the account has no name')
  return { id, username: name }
}

/** @throws CatalogError kind `invalid` when the answer does not belong to what this browser began */
export function requireSameVisit(returned: URL, { state }: PendingSignIn): void {
  if (returned.searchParams.get('state') !== state) throw anotherVisit()
}

export function anotherVisit(): CatalogError {
  return new CatalogError(
    'invalid',
    'This sign-in was not started in this browser, or more than ten minutes ago. Please sign in again.',
  )
}

export function usedVisit(cause?: unknown): CatalogError {
  const message = 'This sign-in has already been used, or took too long. Please sign in again.'
  return new CatalogError('invalid', message, { cause })
}

function hasDeclined(error: unknown): boolean {
  return error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied'
}

/** The token endpoint no longer takes the code: it was used, or it expired on the way. */
function isSpentCode(error: unknown): boolean {
  return error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant'
}

function outage(error: unknown): CatalogError {
  return new CatalogError(
    'unavailable',
    'OpenStreetMap cannot be reached or does not answer as it should. Please try again later.',
    { cause: error },
  )
}
