import type { Micros } from '../clock.ts'
import type { Reads, Tx } from '../db/store.ts'
import { conflict, notFound } from '../errors.ts'

/** A registered app, as the administrator sees it. */
export interface App {
  id: string
  name: string
  confidential: boolean
  redirectUris: string[]
  createdAt: Micros
  /** How many people allow it to act for them. */
  people: number
  /** To the hour; null when it never was, or not since its tokens expired. */
  usedAt: Micros | null
}

/** Every registered app, newest first. */
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

/** What went with an app. */
export interface RemovedApp {
  id: string
  name: string
  people: number
  /** Authorizations, each with all its tokens. */
  grants: number[]
}

/**
 * Removes an app: its registration, everybody's consent and every code and token that it was given.
 * @param name its client id, or its name where only one app bears it
 * @throws CatalogError kind `not_found`, or `conflict` when several apps bear the name
 */
export async function removeApp(tx: Tx, name: string): Promise<RemovedApp> {
  const { id } = await theApp(tx, name)
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
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
  return { ...removed, people: consents.length, grants: grants.map((grant) => grant.id) }
}

async function theApp(tx: Tx, name: string): Promise<{ id: string }> {
  const [app, ...more] = await tx
    .selectFrom('oauth_client')
    .select('id')
    .where((is) => is.or([is('id', '=', name), is('name', '=', name)]))
    .orderBy((is) => is('id', '=', name), 'desc')
    .orderBy('id')
    .limit(10)
    .execute()
  if (!app) throw notFound(`No app ${name} is registered here.`)
  if (more.length === 0 || app.id === name) return app
  const ids = [app, ...more].map(({ id }) => id).join(', ')
  throw conflict(`Several apps are called ${name}. Say which by its client id: ${ids}.`)
}
