import { randomBytes } from 'node:crypto'
import type { Micros } from '../clock.ts'
import type { Reads, Tx } from '../db/store.ts'
import type { Row } from '../db/tables.ts'
import type { GrantType } from './grant-types.ts'
import type { Registration } from './registration.ts'
import { hashSecret, newSecret, sameSecret } from './secrets.ts'

/** A registered app. */
export interface Client {
  id: string
  name: string
  redirectUris: string[]
  /** What it may exchange for tokens. */
  grantTypes: GrantType[]
  /** Null for a public client: it proves itself by PKCE alone. */
  secretHash: string | null
}

export interface RegisteredClient extends Client {
  /** Told once, never again; null for a public client. */
  secret: string | null
}

/** Registers an app; a confidential one gets its secret here, and never again. */
export async function insertClient(
  tx: Tx,
  { confidential, ...told }: Registration,
  now: Micros,
): Promise<RegisteredClient> {
  // Hexadecimal, because some apps forget to percent-encode what they send as Basic credentials.
  const id = randomBytes(16).toString('hex')
  const secret = confidential ? newSecret('client') : null
  const secretHash = secret === null ? null : hashSecret(secret)
  await tx
    .insertInto('oauth_client')
    .values({
      id,
      name: told.name,
      redirect_uris: JSON.stringify(told.redirectUris),
      grant_types: JSON.stringify(told.grantTypes),
      secret_hash: secretHash,
      created_at: now,
    })
    .execute()
  return { id, ...told, secretHash, secret }
}

export async function findClient(reads: Reads, id: string): Promise<Client | undefined> {
  const row = await reads
    .selectFrom('oauth_client')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row && clientOf(row)
}

/** Whether the secret is this client's; never for a public one. */
export function provesClient(client: Client, secret: string): boolean {
  return client.secretHash !== null && sameSecret(hashSecret(secret), client.secretHash)
}

function clientOf(row: Row<'oauth_client'>): Client {
  return {
    id: row.id,
    name: row.name,
    redirectUris: JSON.parse(row.redirect_uris) as string[],
    grantTypes: JSON.parse(row.grant_types) as GrantType[],
    secretHash: row.secret_hash,
  }
}
