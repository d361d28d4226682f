import type { Reads } from '../db/store.ts'
import { findClient, provesClient, type Client } from './clients.ts'
import { OAuthError } from './oauth-error.ts'
import { parameter } from './parameters.ts'

/** What came as HTTP Basic, percent-decoded. */
export interface BasicCredentials {
  id: string
  secret: string
}

/**
 * Which app is speaking: a confidential one proves itself by HTTP Basic, a public one names itself.
 * @throws OAuthError `invalid_client`
 */
export async function authenticateClient(
  reads: Reads,
  given: URLSearchParams,
  basic: BasicCredentials | undefined,
): Promise<Client> {
  refuseSecretInBody(given)
  const id = clientIdOf(given, basic)
  const client = await findClient(reads, id)
  if (!client) throw refused('No app is registered under this client_id.')
  if (client.secretHash === null) refuseSecretOfPublic(client, basic)
  else if (!basic || !provesClient(client, basic.secret)) {
    throw refused('A confidential client must present its secret by HTTP Basic.', client)
  }
  return client
}

function refuseSecretInBody(given: URLSearchParams): void {
  if (parameter(given, 'client_secret') === undefined) return
  throw refused('The client_secret goes into HTTP Basic, not into the body.')
}

function clientIdOf(given: URLSearchParams, basic: BasicCredentials | undefined): string {
  const named = parameter(given, 'client_id')
  if (basic && named !== undefined && named !== basic.id) {
    throw refused('The client_id differs from that of HTTP Basic.')
  }
  const id = basic?.id ?? named
  if (id === undefined) throw refused('Neither a client_id nor HTTP Basic was given.')
  return id
}

/** An empty secret is none: some libraries send one. */
function refuseSecretOfPublic(client: Client, basic: BasicCredentials | undefined): void {
  if (basic && basic.secret !== '') throw refused('A public client has no secret.', client)
}

/** @param client only a known one: what else was sent as an id may be a secret in the wrong place */
function refused(description: string, client?: Client): OAuthError {
  return new OAuthError('invalid_client', description, client?.id)
}
