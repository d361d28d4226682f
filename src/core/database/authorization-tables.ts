import type { Generated } from 'kysely'

/** Tables of sessions, apps and authorizations. */

export interface SessionTable {
  id: Generated<number>
  /** SHA-256 of the cookie value, in hexadecimal. */
  hash: string
  user_id: number
  csrf: string
  /** For example `Firefox on Linux`. */
  browser: string
  created_at: number
  /** Last use, to the hour. */
  used_at: number
  /** End of the session, regardless of use. */
  expires_at: number
}

export interface OAuthClientTable {
  id: string
  name: string
  /** JSON array. */
  redirect_uris: string
  /** JSON array. */
  grant_types: string
  /** Null for a public client. */
  secret_hash: string | null
  created_at: number
  /** When a user first authorized the app, or the host registered it. Null if neither. */
  authorized_at: number | null
}

/** An authorization. Its code and tokens are deleted with it. */
export interface OAuthGrantTable {
  id: Generated<number>
  user_id: number
  /** Null for a token that an administrator created on the host. */
  client_id: string | null
  /** Space-separated. */
  scopes: string
  /** SHA-256 of the authorization code, stored to detect its reuse. Null if there was no code. */
  code_hash: string | null
  /** Label of a token that an administrator created. Null without a label, and for apps. */
  label: string | null
  created_at: number
  /** Last use of an access token, to the hour. Null if never used. */
  used_at: number | null
}

export interface OAuthCodeTable {
  hash: string
  grant_id: number
  redirect_uri: string
  challenge: string
  expires_at: number
}

export interface OAuthTokenTable {
  hash: string
  grant_id: number
  kind: 'access' | 'refresh'
  scopes: string
  created_at: number
  expires_at: number
  rotated_at: number | null
}

export interface ConsentTable {
  user_id: number
  client_id: string
  scopes: string
  created_at: number
}

/** A completed sign-in at the sign-in service. Its state cannot be used again. */
export interface UsedSignInTable {
  /** SHA-256 of the OAuth state, in hexadecimal. */
  state_hash: string
  /** When the state expires. */
  expires_at: number
}
