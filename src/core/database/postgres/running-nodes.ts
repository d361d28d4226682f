import { sql, type Kysely, type RawBuilder } from 'kysely'
import { MICROS_PER_SECOND, type Clock, type Micros } from '../../base/clock.ts'
import type { Tables } from '../tables.ts'
import { CatalogError } from '../../base/errors.ts'

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
  /** Whether it has not announced itself for a minute: it crashed, or cannot reach the database. */
  isSilent: boolean
}

/** A program that opens a database which it may have to migrate. */
export interface MigratingProgram {
  /** The identity of a server, whose former process has ended; undefined for other programs. */
  self?: NodeIdentity | undefined
  /** Whether to apply all migrations although other nodes are running; false by default. */
  force?: boolean | undefined
  /** Whether to apply contractions that the program does not need; false by default. */
  contract?: boolean | undefined
  /** Replaces the clock of the database where nodes compare times, for tests. */
  databaseClock?: Clock | undefined
}

/** A node that has not announced itself for so long is silent. */
const SILENCE: Micros = 60 * MICROS_PER_SECOND

/** A silent node counts as ended after so long. */
const LONGEST_SILENCE: Micros = 24 * 60 * 60 * MICROS_PER_SECOND

/** Lists the nodes that run on the database, also silent ones, except the program itself. */
export async function listRunningNodes(
  db: Kysely<Tables>,
  { self, databaseClock }: Pick<MigratingProgram, 'self' | 'databaseClock'> = {},
): Promise<RunningNode[]> {
  if (!(await hasTable(db, 'running_node'))) return []
  const { rows } = await sql<RunningNode>`
    select place, version, schema,
      seen_at <= ${timeOf(databaseClock)} - ${SILENCE}::bigint as "isSilent"
    from running_node
    where not (id = ${self?.id ?? ''} and place = ${self?.place ?? ''})
    order by place`.execute(db)
  return rows
}

/** Lets nodes announce themselves only after the end of the transaction. */
export async function lockRunningNodes(tx: Kysely<Tables>): Promise<void> {
  if (await hasTable(tx, 'running_node'))
    await sql`lock table running_node in share row exclusive mode`.execute(tx)
}

/** Deletes the nodes that count as ended. */
export async function forgetEndedNodes(
  db: Kysely<Tables>,
  clock: Clock | undefined,
): Promise<void> {
  await sql`delete from running_node
    where seen_at <= ${timeOf(clock)} - ${LONGEST_SILENCE}::bigint`.execute(db)
}

/** Creates the error of a migration that running nodes forbid. */
export function nodesRunning(nodes: readonly RunningNode[]): CatalogError {
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

/** Whether the database has a table, which those of former versions may lack. */
export async function hasTable(db: Kysely<Tables>, name: string): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass(${name}) is not null as exists`.execute(db)
  return rows[0]?.exists === true
}

/** The time in microseconds: that of the database, or of a clock instead. */
export function timeOf(clock: Clock | undefined): RawBuilder<Micros> {
  return clock
    ? sql`${clock.now()}::bigint`
    : sql`(extract(epoch from clock_timestamp()) * 1000000)::bigint`
}
