import { recordAudit, type AuditContext } from '../audit/record-audit.ts'
import type { Micros } from '../base/clock.ts'
import type { Reads, Tx } from '../database/store.ts'
import { conflict, notFound } from '../base/errors.ts'
import { insertClient, type RegisteredClient } from './clients.ts'
import type { Registration } from './registration.ts'

/** A registered app, as administrators see it. */
export interface App {
  id: string
  name: string
  confidential: boolean
  redirectUris: string[]
  createdAt: Micros
  /** Number of users who have consented to the app. */
  people: number
  /** Last use, to the hour. Null if never used, or if all its tokens have expired. */
  usedAt: Micros | null
}

/** Lists all registered apps, newest first. */
export async function listApps(reads: Reads): Promise<App[]> {
  const rows = await reads
    .selectFrom('oauth_client')
    .selectAll()
    .select((of) => [
      of
        .selectFrom('consent')
        .whereRef('consent.client_id', '=', 'oauth_client.id')
        .select((is) => is.fn.countAll<number>().as('people'))
        .as('people'),
      of
        .selectFrom('oauth_grant')
        .whereRef('oauth_grant.client_id', '=', 'oauth_client.id')
        .select((is) => is.fn.max('used_at').as('used_at'))
        .as('used_at'),
    ])
    .orderBy('created_at', 'desc')
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    confidential: row.secret_hash !== null,
    redirectUris: JSON.parse(row.redirect_uris) as string[],
    createdAt: row.created_at,
    people: row.people ?? 0,
    usedAt: row.used_at,
  }))
}

/** Registers an app on the host. The audit log records no secret. */
export async function createApp(
  tx: Tx,
  registration: Registration,
  context: AuditContext,
): Promise<RegisteredClient> {
  const client = await insertClient(tx, registration, context.now, { permanent: true })
  await recordAudit(tx, context, {
    action: 'app.create',
    objectType: 'app',
    objectId: client.id,
    before: null,
    after: {
      name: client.name,
      redirect_uris: client.redirectUris,
      confidential: client.secret !== null,
    },
  })
  return client
}

/** A removed app, and what was removed with it. */
export interface RemovedApp {
  id: string
  name: string
  people: number
  /** Ids of the authorizations that ended, each with all its tokens. */
  grants: number[]
}

/**
 * Removes an app: its registration, all consents, and all its codes and tokens.
 * @param name the client id, or the name if only one app has it
 * @throws CatalogError kind `not_found`, or `conflict` if several apps have the name
 */
export async function removeApp(tx: Tx, name: string, context: AuditContext): Promise<RemovedApp> {
  const { id } = await requireApp(tx, name)
  const grants = await tx
    .deleteFrom('oauth_grant')
    .where('client_id', '=', id)
    .returning('id')
    .execute()
  const consents = await tx
    .deleteFrom('consent')
    .where('client_id', '=', id)
    .returning('user_id')
    .execute()
  const removed = await tx
    .deleteFrom('oauth_client')
    .where('id', '=', id)
    .returning(['id', 'name', 'redirect_uris'])
    .executeTakeFirstOrThrow()
  const people = consents.length
  await recordAudit(tx, context, {
    action: 'app.revoke',
    objectType: 'app',
    objectId: id,
    before: {
      name: removed.name,
      redirect_uris: JSON.parse(removed.redirect_uris) as unknown,
      people,
    },
    after: null,
  })
  return { id, name: removed.name, people, grants: grants.map((grant) => grant.id) }
}

async function requireApp(tx: Tx, name: string): Promise<{ id: string }> {
  const [app, ...more] = await tx
    .selectFrom('oauth_client')
    .select('id')
    .where((is) => is.or([is('id', '=', name), is('name', '=', name)]))
    .orderBy((is) => is('id', '=', name), 'desc')
    .orderBy('id')
    .limit(10)
    .execute()
  if (!app) throw notFound(`No registered app has the client id or name ${name}.`)
  if (more.length === 0 || app.id === name) return app
  const ids = [app, ...more].map(({ id }) => id).join(', ')
  throw conflict(`Several apps are called ${name}. Use a client id instead: ${ids}.`)
}
