import type { Generated } from 'kysely'

/** Who is signed in, which apps there are and what they may do, as `Tables` sees it. */

export interface SessionTable {
  id: Generated<number>
  /** SHA-256 of the cookie's value, hex. */
  hash: string
  user_id: number
  csrf: string
  /** As coarse as `Firefox on Linux`. */
  browser: string
  created_at: number
  /** When it was last seen, to the hour. */
  used_at: number
  /** The end of it, however much it is used. */
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
}

/** One authorization is one chain: everything issued from it goes when it goes. */
export interface OAuthGrantTable {
  id: Generated<number>
  user_id: number
  /** Null for a token made by the administrator on the host. */
  client_id: string | null
  /** Space-separated. */
  scopes: string
  /** SHA-256 of the code that the grant began with, kept after the code is gone; null where there was none. */
  code_hash: string | null
  /** What the administrator calls the token; null where it has no name, and for apps. */
  label: string | null
  created_at: number
  /** When an access token of it was last seen, to the hour; null when never. */
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

/** A visit to the sign-in service that has come back; it can't come back again. */
export interface UsedSignInTable {
  /** SHA-256 of the visit's state, hex. */
  state_hash: string
  /** When the visit would have expired anyway. */
  expires_at: number
}
