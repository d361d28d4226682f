import { sql, type Kysely } from 'kysely'
import type { Clock } from '../../base/clock.ts'
import { CatalogError } from '../../base/errors.ts'
import type { Logger } from '../../base/log.ts'
import { otherVersion } from '../migrations/known-schema.ts'
import type { PhasedMigration } from '../migrations/schema-change.ts'
import type { Tables } from '../tables.ts'
import { connect } from './connect.ts'
import { toStorageError } from './errors.ts'
import { listApplied } from './migrate.ts'
import { migrations as standardMigrations } from './migrations/index.ts'
import { forgetEndedNodes, timeOf, type NodeIdentity } from './running-nodes.ts'

export interface AnnouncedNode extends NodeIdentity {
  /** Address of the database. */
  url: string
  version: string
  databaseClock?: Clock | undefined
  log: Pick<Logger, 'warn'>
  /** Called once another version has migrated the database to a schema that the node cannot use. */
  onRefused?: ((error: CatalogError) => void) | undefined
  /** By name; those of this version by default. */
  migrations?: Readonly<Record<string, PhasedMigration>>
  /** Time between announcements; 20,000 by default. */
  intervalMs?: number
}

const INTERVAL_MS = 20_000

/** An announcement must not wait for longer than until the next one. */
const QUERY_TIMEOUT_MS = 10_000

/**
 * Announces a node until it is disposed. The node must be able to use the schema of the database.
 * @throws CatalogError kind `unavailable` if another version has migrated the database, or if it cannot be reached
 */
export async function announceNode(node: AnnouncedNode): Promise<AsyncDisposable> {
  const db = connect(node.url, 1, QUERY_TIMEOUT_MS)
  try {
    await forgetEndedNodes(db, node.databaseClock)
    await announce(db, node)
  } catch (error) {
    await db.destroy()
    throw toStorageError(error) ?? error
  }
  const fail = (error: unknown): void => {
    node.log.warn({ err: error }, 'could not announce that this server runs')
    if (!(error instanceof CatalogError)) return
    clearInterval(timer)
    node.onRefused?.(error)
  }
  let announcing = Promise.resolve()
  const timer = setInterval(() => {
    announcing = announcing.then(() => announce(db, node)).catch(fail)
  }, node.intervalMs ?? INTERVAL_MS).unref()
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await announcing
      await forget(db, node).catch(fail)
      await db.destroy()
    },
  }
}

/** @throws CatalogError kind `unavailable` if the database has migrations that the node cannot work beside */
async function announce(db: Kysely<Tables>, node: AnnouncedNode): Promise<void> {
  const { id, place, version, databaseClock, migrations = standardMigrations } = node
  const schema = Object.keys(migrations).at(-1) ?? ''
  // A migration that is running holds a lock on the table; its result is visible when that is released.
  const { numAffectedRows } = await sql`
    insert into running_node (id, place, version, schema, seen_at)
    select ${id}, ${place}, ${version}, ${schema}, ${timeOf(databaseClock)}
    where not exists (
      select from kysely_migration
      where name collate "C" > ${schema} and name not in (select name from expansion)
    )
    on conflict (id, place) do update
    set version = excluded.version, schema = excluded.schema, seen_at = excluded.seen_at`.execute(
    db,
  )
  if (numAffectedRows === 0n) throw otherVersion((await listApplied(db)).at(-1))
}

async function forget(db: Kysely<Tables>, { id, place }: NodeIdentity): Promise<void> {
  await sql`delete from running_node where id = ${id} and place = ${place}`.execute(db)
}
