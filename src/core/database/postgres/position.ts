import { CompiledQuery, type Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

/** A server, and how much of the write-ahead log its answers include. */
export interface Position {
  /** The same for a database and its streaming replicas. */
  database: string
  isStandby: boolean
  /** Changes whenever a standby becomes a primary; null for a standby. */
  timeline: string | null
  /** Bytes of the log: those that a standby has replayed, or that a primary has flushed, as before every commit. */
  bytes: number
}

/**
 * Reads the position of a server.
 * https://www.postgresql.org/docs/15/functions-admin.html#FUNCTIONS-RECOVERY-CONTROL
 */
export async function readPosition(db: Kysely<Tables>): Promise<Position> {
  const { rows } = await db.executeQuery(SELECT_POSITION)
  const [position] = rows
  if (!position) throw new Error('A server has one position.')
  return position
}

/**
 * Returns why the rows of a server cannot stand for those of the primary; undefined if it is a streaming replica, or the
 * primary itself.
 */
export function explainMismatch(primary: Position, replica: Position): string | undefined {
  if (primary.database !== replica.database) return 'It is a copy of another database.'
  // A former primary accepts writes, too, but is on another timeline.
  if (!replica.isStandby && replica.timeline !== primary.timeline) return 'It is a former primary.'
  return undefined
}

/** Whether a standby has writes that the primary lacked at a later time, because it followed a former primary. */
export function hasDiverged(replica: Position, laterPrimary: Position): boolean {
  return replica.isStandby && replica.bytes > laterPrimary.bytes
}

export const DIVERGED = 'It followed a former primary, and has writes that the primary lacks.'

const SELECT_POSITION = CompiledQuery.raw(`
  select system_identifier || '/' || (select oid from pg_database where datname = current_database()) as database,
    pg_is_in_recovery() as "isStandby",
    case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) end as timeline,
    pg_wal_lsn_diff(
      case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end, '0/0'
    ) as bytes
  from pg_control_system()`) as CompiledQuery<Position>
