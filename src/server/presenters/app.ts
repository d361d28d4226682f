import { SCOPES } from '../../core/auth/caller.ts'
import type { RegisteredClient } from '../../core/auth/clients.ts'
import { MICROS_PER_SECOND, type Micros } from '../../core/base/clock.ts'
import type { AppRegistration, RegisteredApp } from '../../core/contract/app.ts'

/**
 * Presents an app with the members of RFC 7591, and with `name` and `client_type`. Like in the request,
 * `redirect_uris` is an array or one string.
 */
export function presentApp(
  client: RegisteredClient,
  request: AppRegistration,
  now: Micros,
): RegisteredApp {
  const confidential = client.secret !== null
  return {
    client_id: client.id,
    ...presentSecret(client, request),
    client_id_issued_at: Math.floor(now / MICROS_PER_SECOND),
    client_secret_expires_at: 0,
    name: client.name,
    client_name: client.name,
    redirect_uris:
      typeof request.redirect_uris === 'string'
        ? client.redirectUris.join(' ')
        : client.redirectUris,
    client_type: confidential ? 'confidential' : 'public',
    token_endpoint_auth_method: confidential ? 'client_secret_basic' : 'none',
    grant_types: client.grantTypes,
    response_types: client.grantTypes.includes('authorization_code') ? ['code'] : [],
    scope: SCOPES.join(' '),
  }
}

/** Clients for RFC 7591 reject an empty secret of a public app. Clients that send `client_type` expect one. */
function presentSecret(
  { secret }: RegisteredClient,
  { token_endpoint_auth_method, client_type }: AppRegistration,
): { client_secret?: string } {
  if (secret !== null) return { client_secret: secret }
  return token_endpoint_auth_method && !client_type ? {} : { client_secret: '' }
}
