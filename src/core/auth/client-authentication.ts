import type { Reads } from '../database/store.ts'
import { findClient, isClientSecret, type Client } from './clients.ts'
import { OAuthError } from './oauth-error.ts'
import { getParameter } from './parameters.ts'

/** HTTP Basic credentials, percent-decoded. */
export interface BasicCredentials {
  id: string
  secret: string
}

/**
 * Authenticates the app: a confidential client by HTTP Basic, a public client by its client id alone.
 * @throws OAuthError `invalid_client`
 */
export async function authenticateClient(
  reads: Reads,
  given: URLSearchParams,
  basic: BasicCredentials | undefined,
): Promise<Client> {
  refuseSecretInBody(given)
  const id = getClientId(given, basic)
  const client = await findClient(reads, id)
  if (!client) throw refused('No app is registered under this client_id.')
  if (client.secretHash === null) refuseSecretOfPublic(client, basic)
  else if (!basic) throw refused('A confidential client must authenticate with HTTP Basic.', client)
  else if (!isClientSecret(client, basic.secret)) {
    throw refused('The client secret is wrong. Check it, or register the app again.', client)
  }
  return client
}

function refuseSecretInBody(given: URLSearchParams): void {
  if (getParameter(given, 'client_secret') === undefined) return
  throw refused('Send the client_secret with HTTP Basic, not in the body.')
}

function getClientId(given: URLSearchParams, basic: BasicCredentials | undefined): string {
  const named = getParameter(given, 'client_id')
  if (basic && named !== undefined && named !== basic.id) {
    throw refused('The client_id differs from the one of HTTP Basic.')
  }
  const id = basic?.id ?? named
  if (id === undefined)
    throw refused('The request has neither a client_id nor HTTP Basic credentials.')
  return id
}

/** An empty secret is allowed: some libraries send one for public clients. */
function refuseSecretOfPublic(client: Client, basic: BasicCredentials | undefined): void {
  if (basic && basic.secret !== '') throw refused('A public client has no secret.', client)
}

/** @param client only a known client: an unknown client id may be a secret in the wrong place */
function refused(description: string, client?: Client): OAuthError {
  return new OAuthError('invalid_client', description, client?.id)
}
