import { randomBytes } from 'node:crypto'
import type { Micros } from '../clock.ts'
import type { Reads, Tx } from '../db/store.ts'
import type { Row } from '../db/tables.ts'
import type { GrantType } from './grant-types.ts'
import type { Registration } from './registration.ts'
import { hashSecret, newSecret, isSameSecret } from './secrets.ts'

/** A registered app. */
export interface Client {
  id: string
  name: string
  redirectUris: string[]
  /** Grant types that the app may use. */
  grantTypes: GrantType[]
  /** Null for a public client, which uses PKCE alone. */
  secretHash: string | null
}

export interface RegisteredClient extends Client {
  /** Returned only once. Null for a public client. */
  secret: string | null
}

/** Registers an app. Returns the secret of a confidential client, which cannot be read again. */
export async function insertClient(
  tx: Tx,
  { confidential, ...details }: Registration,
  now: Micros,
): Promise<RegisteredClient> {
  // Hexadecimal, because some apps do not percent-encode their Basic credentials.
  const id = randomBytes(16).toString('hex')
  const secret = confidential ? newSecret('client') : null
  const secretHash = secret === null ? null : hashSecret(secret)
  await tx
    .insertInto('oauth_client')
    .values({
      id,
      name: details.name,
      redirect_uris: JSON.stringify(details.redirectUris),
      grant_types: JSON.stringify(details.grantTypes),
      secret_hash: secretHash,
      created_at: now,
    })
    .execute()
  return { id, ...details, secretHash, secret }
}

export async function findClient(reads: Reads, id: string): Promise<Client | undefined> {
  const row = await reads
    .selectFrom('oauth_client')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toClient(row)
}

/** Whether the secret is the client's. Always false for a public client. */
export function isClientSecret(client: Client, secret: string): boolean {
  return client.secretHash !== null && isSameSecret(hashSecret(secret), client.secretHash)
}

function toClient(row: Row<'oauth_client'>): Client {
  return {
    id: row.id,
    name: row.name,
    redirectUris: JSON.parse(row.redirect_uris) as string[],
    grantTypes: JSON.parse(row.grant_types) as GrantType[],
    secretHash: row.secret_hash,
  }
}
