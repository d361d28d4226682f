import { sql, type Kysely, type RawBuilder } from 'kysely'
import { MICROS_PER_SECOND, type Clock, type Micros } from '../../base/clock.ts'
import type { Tables } from '../tables.ts'
import { CatalogError } from '../../base/errors.ts'
import type { Logger } from '../../base/log.ts'
import { connect } from './connect.ts'
import { toStorageError } from './errors.ts'
import { otherVersion } from '../migrations/known-schema.ts'
import { listApplied, type MigrationOptions } from './migrate.ts'
import { migrations as standardMigrations } from './migrations/index.ts'

/** A node, across its restarts. */
export interface NodeIdentity {
  /** Id of its data directory. */
  id: string
  /** Host and path of its data directory: `archive-1:/srv/catalog`. */
  place: string
}

export interface RunningNode {
  place: string
  /** Version of the program. */
  version: string
  /** The newest migration that it knows. */
  schema: string
}

/** A program that opens a database which it may have to migrate. */
export interface MigratingProgram {
  /** The node that the program is, whose former process has ended; undefined for programs beside the nodes. */
  self?: NodeIdentity | undefined
  /** Whether to migrate the database although other nodes are running; false by default. */
  force?: boolean | undefined
  /** Replaces the clock of the database where nodes compare times, for tests. */
  databaseClock?: Clock | undefined
}

export interface AnnouncedNode extends NodeIdentity {
  /** Address of the database. */
  url: string
  version: string
  databaseClock?: Clock | undefined
  log: Pick<Logger, 'warn'>
  /** The newest migration that the node knows; that of this version by default. */
  schema?: string
}

const INTERVAL_MS = 20_000

/** A node that ended without a word counts as running for so long. */
const SILENCE: Micros = 60 * MICROS_PER_SECOND

/** An announcement must not wait for longer than until the next one. */
const QUERY_TIMEOUT_MS = 10_000

const NEWEST = Object.keys(standardMigrations).at(-1) ?? ''

/**
 * Announces a node until it is disposed. The database must have the schema of the node.
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
    announcing = announcing.then(() => announce(db, node)).catch(warn)
  }, INTERVAL_MS).unref()
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await announcing
      await forget(db, node).catch(warn)
      await db.destroy()
    },
  }
}

/** Lists the nodes that run on the database, except the program itself. */
export async function listRunningNodes(
  db: Kysely<Tables>,
  { self, databaseClock }: Omit<MigratingProgram, 'force'> = {},
): Promise<RunningNode[]> {
  if (!(await hasTable(db))) return []
  const { rows } = await sql<RunningNode>`
    select place, version, schema from running_node
    where seen_at > ${timeOf(databaseClock)} - ${SILENCE}::bigint
      and not (id = ${self?.id ?? ''} and place = ${self?.place ?? ''})
    order by place`.execute(db)
  return rows
}

/**
 * Returns the check before a migration, which runs in its transaction; undefined if the program migrates in any case.
 * Nodes that start during the migration wait for its end. The check throws CatalogError kind `busy` if nodes are
 * running.
 */
export function refuseUnderNodes({
  force = false,
  ...program
}: MigratingProgram): MigrationOptions['beforeMigration'] {
  if (force) return undefined
  return async (tx) => {
    if (!(await hasTable(tx))) return
    await sql`lock table running_node in share row exclusive mode`.execute(tx)
    const nodes = await listRunningNodes(tx, program)
    if (nodes.length > 0) throw nodesRunning(nodes)
  }
}

function nodesRunning(nodes: readonly RunningNode[]): CatalogError {
  const names = nodes.map(
    ({ place, version, schema }) => `${place} (version ${version}, schema ${schema})`,
  )
  return new CatalogError(
    'busy',
    `This version must migrate the database, but nodes of another version are running: ${names.join(', ')}.`,
    {
      code: 'nodes_running',
      hint: 'Stop them, and try again. A node that crashed counts as running for a minute. To migrate the database under them, although they may fail then: catalog admin migrate up --force',
    },
  )
}

/** @throws CatalogError kind `unavailable` if the database has another schema */
async function announce(
  db: Kysely<Tables>,
  { id, place, version, schema = NEWEST, databaseClock }: AnnouncedNode,
): Promise<void> {
  // A migration that is running holds a lock on the table; its result is visible when that is released.
  const { numAffectedRows } = await sql`
    insert into running_node (id, place, version, schema, seen_at)
    select ${id}, ${place}, ${version}, ${schema}, ${timeOf(databaseClock)}
    where ${schema} = (select name from kysely_migration order by name collate "C" desc limit 1)
    on conflict (id, place) do update
    set version = excluded.version, schema = excluded.schema, seen_at = excluded.seen_at`.execute(
    db,
  )
  if (numAffectedRows === 0n) throw otherVersion((await listApplied(db)).at(-1))
}

async function forget(db: Kysely<Tables>, { id, place }: NodeIdentity): Promise<void> {
  await sql`delete from running_node where id = ${id} and place = ${place}`.execute(db)
}

async function forgetSilentNodes(db: Kysely<Tables>, clock: Clock | undefined): Promise<void> {
  await sql`delete from running_node
    where seen_at <= ${timeOf(clock)} - ${SILENCE}::bigint`.execute(db)
}

/** A database of a former version lacks the table. */
async function hasTable(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('running_node') is not null as exists`.execute(db)
  return rows[0]?.exists === true
}

function timeOf(clock: Clock | undefined): RawBuilder<Micros> {
  return clock
    ? sql`${clock.now()}::bigint`
    : sql`(extract(epoch from clock_timestamp()) * 1000000)::bigint`
}
