import { randomBytes } from 'node:crypto'
import { MICROS_PER_SECOND, type Micros } from '../base/clock.ts'
import type { Reads, Tx } from '../database/store.ts'
import type { Row } from '../database/tables.ts'
import { MAX_UNAUTHORIZED_APPS, UNAUTHORIZED_APP_SECONDS } from '../base/limits.ts'
import type { GrantType } from './grant-types.ts'
import type { Registration } from './registration.ts'
import { hashSecret, newSecret, isSameSecret } from './secrets.ts'

/** Apps that are deleted at once. Usually there is one, after each registration. */
const MAX_SURPLUS = 100

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

/**
 * Registers an app, which expires unless a user authorizes it or it is `permanent`. Returns the secret of a confidential
 * client, which cannot be read again.
 */
export async function insertClient(
  tx: Tx,
  { confidential, ...details }: Registration,
  now: Micros,
  { permanent = false }: { permanent?: boolean } = {},
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
      authorized_at: permanent ? now : null,
    })
    .execute()
  return { id, ...details, secretHash, secret }
}

/**
 * Deletes the oldest apps that no user has authorized, if there are too many. To refuse new ones instead would let a few
 * addresses prevent all registrations.
 */
export async function limitUnauthorizedClients(tx: Tx): Promise<void> {
  const surplus = tx
    .selectFrom('oauth_client')
    .select('id')
    .where('authorized_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_SURPLUS)
    .offset(MAX_UNAUTHORIZED_APPS)
  await tx.deleteFrom('oauth_client').where('id', 'in', surplus).execute()
}

/** Records that a user authorized an app, which therefore never expires. */
export async function markAuthorized(tx: Tx, id: string, now: Micros): Promise<void> {
  await tx
    .updateTable('oauth_client')
    .set({ authorized_at: now })
    .where('id', '=', id)
    .where('authorized_at', 'is', null)
    .execute()
}

/** Deletes apps that no user authorized within 30 days. */
export async function purgeUnauthorizedClients(tx: Tx, now: Micros): Promise<void> {
  await tx
    .deleteFrom('oauth_client')
    .where('authorized_at', 'is', null)
    .where('created_at', '<=', now - UNAUTHORIZED_APP_SECONDS * MICROS_PER_SECOND)
    .execute()
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
