import { sql, type Kysely } from 'kysely'
import type { Clock } from '../../base/clock.ts'
import type { Logger } from '../../base/log.ts'
import type { Migrated } from '../migrated.ts'
import { otherVersion } from '../migrations/known-schema.ts'
import type { PhasedMigration } from '../migrations/schema-change.ts'
import type { Tables } from '../tables.ts'
import { connect } from './connect.ts'
import { toStorageError } from './errors.ts'
import { listApplied } from './migrate.ts'
import { migrateDatabase } from './migrate-database.ts'
import { migrations as standardMigrations } from './migrations/index.ts'
import { forgetSilentNodes, timeOf, type NodeIdentity } from './running-nodes.ts'

export interface AnnouncedNode extends NodeIdentity {
  /** Address of the database. */
  url: string
  version: string
  databaseClock?: Clock | undefined
  log: Pick<Logger, 'warn'>
  /** Called when the node has applied migrations that had waited for nodes of earlier versions. */
  onMigrated?: ((migrated: Migrated) => void) | undefined
  /** By name; those of this version by default. */
  migrations?: Readonly<Record<string, PhasedMigration>>
  /** Time between announcements; 20,000 by default. */
  intervalMs?: number
}

const INTERVAL_MS = 20_000

/** An announcement must not wait for longer than until the next one. */
const QUERY_TIMEOUT_MS = 10_000

/**
 * Announces a node until it is disposed, and applies the contractions that have waited for other nodes once those have
 * ended. The node must be able to use the schema of the database.
 * @throws CatalogError kind `unavailable` if another version has migrated the database, or if it cannot be reached
 */
export async function announceNode(node: AnnouncedNode): Promise<AsyncDisposable> {
  const db = connect(node.url, 1, QUERY_TIMEOUT_MS)
  try {
    await forgetSilentNodes(db, node.databaseClock)
    await announce(db, node)
  } catch (error) {
    await db.destroy()
    throw toStorageError(error) ?? error
  }
  const warn = (error: unknown): void =>
    node.log.warn({ err: error }, 'could not announce that this server runs')
  let announcing = Promise.resolve()
  const timer = setInterval(() => {
    announcing = announcing.then(() => announceAgain(db, node)).catch(warn)
  }, node.intervalMs ?? INTERVAL_MS).unref()
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await announcing
      await forget(db, node).catch(warn)
      await db.destroy()
    },
  }
}

async function announceAgain(db: Kysely<Tables>, node: AnnouncedNode): Promise<void> {
  const newest = await announce(db, node)
  if (newest >= schemaOf(node)) return
  const { url, id, place, databaseClock, migrations, log, onMigrated } = node
  try {
    const program = { self: { id, place }, databaseClock, migrations }
    const migrated = await migrateDatabase(url, program)
    if (migrated.applied.length > 0) onMigrated?.(migrated)
  } catch (error) {
    log.warn({ err: error }, 'could not apply the migrations that waited for other servers')
  }
}

/** The newest migration that a node knows. */
function schemaOf({ migrations = standardMigrations }: AnnouncedNode): string {
  return Object.keys(migrations).at(-1) ?? ''
}

/**
 * @returns the newest migration of the database
 * @throws CatalogError kind `unavailable` if it has migrations that the node cannot work beside
 */
async function announce(db: Kysely<Tables>, node: AnnouncedNode): Promise<string> {
  const { id, place, version, databaseClock } = node
  const schema = schemaOf(node)
  // A migration that is running holds a lock on the table; its result is visible when that is released.
  const { rows } = await sql<{ newest: string }>`
    insert into running_node (id, place, version, schema, seen_at)
    select ${id}, ${place}, ${version}, ${schema}, ${timeOf(databaseClock)}
    where not exists (
      select from kysely_migration
      where name collate "C" > ${schema} and name not in (select name from expansion)
    )
    on conflict (id, place) do update
    set version = excluded.version, schema = excluded.schema, seen_at = excluded.seen_at
    returning (select max(name collate "C") from kysely_migration) as newest`.execute(db)
  if (rows[0] === undefined) throw otherVersion((await listApplied(db)).at(-1))
  return rows[0].newest
}

async function forget(db: Kysely<Tables>, { id, place }: NodeIdentity): Promise<void> {
  await sql`delete from running_node where id = ${id} and place = ${place}`.execute(db)
}
