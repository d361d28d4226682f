import type { Reads } from '../database/store.ts'
import type { Scope } from './caller.ts'
import { findClient, type Client } from './clients.ts'
import { OAuthError } from './oauth-error.ts'
import { getParameter, requireParameter } from './parameters.ts'
import { isChallenge } from './pkce.ts'
import { matchesRedirectUri } from './redirect-uri.ts'
import { parseScopes } from './scopes.ts'

/** The app that requests authorization, and its redirect URI. Nothing may be redirected before both are verified. */
export interface RequestingApp {
  client: Client
  redirectUri: string
}

/** The authorization that the app requests. */
export interface AuthorizationRequest {
  scopes: readonly Scope[]
  challenge: string
  /** Whether to show the consent page even if the user has consented before. */
  forced: boolean
}

const ONCE_ONLY = ['response_type', 'scope', 'state', 'code_challenge', 'approval_prompt']

/** @throws OAuthError that must be shown to the user, never sent to the redirect URI */
export async function identifyApp(reads: Reads, given: URLSearchParams): Promise<RequestingApp> {
  requireS256(given)
  const client = await findClient(reads, requireParameter(given, 'client_id'))
  if (!client) throw new OAuthError('invalid_request', 'No app is registered under this client_id.')
  return { client, redirectUri: requireRedirectUri(client, given) }
}

/** @throws OAuthError that is sent to the app's redirect URI */
export function parseAuthorizationRequest(given: URLSearchParams): AuthorizationRequest {
  for (const name of ONCE_ONLY) getParameter(given, name)
  requireCodeResponse(given)
  return {
    challenge: requireChallenge(given),
    scopes: parseScopes(getParameter(given, 'scope')),
    forced: getParameter(given, 'approval_prompt') === 'force',
  }
}

/** Returns the app's `state` value, or undefined unless there is exactly one and it is not empty. */
export function getState(given: URLSearchParams): string | undefined {
  const [state, ...more] = given.getAll('state')
  return more.length === 0 && state !== '' ? state : undefined
}

function requireS256(given: URLSearchParams): void {
  if (getParameter(given, 'code_challenge_method') === 'S256') return
  throw new OAuthError('invalid_request', 'The parameter code_challenge_method must be S256.')
}

function requireRedirectUri(client: Client, given: URLSearchParams): string {
  const uri = requireParameter(given, 'redirect_uri')
  if (client.redirectUris.some((registered) => matchesRedirectUri(registered, uri))) return uri
  throw new OAuthError('invalid_request', 'The redirect_uri is not registered for this app.')
}

function requireCodeResponse(given: URLSearchParams): void {
  if (requireParameter(given, 'response_type') === 'code') return
  throw new OAuthError('unsupported_response_type', 'The parameter response_type must be code.')
}

function requireChallenge(given: URLSearchParams): string {
  const challenge = requireParameter(given, 'code_challenge')
  if (isChallenge(challenge)) return challenge
  throw new OAuthError(
    'invalid_request',
    'The code_challenge must be a SHA-256 in base64url without padding (43 characters).',
  )
}
