import { CompiledQuery, type Kysely } from 'kysely'
import { MICROS_PER_SECOND, type Clock, type Micros } from '../../base/clock.ts'
import type { Reads, Replica } from '../store.ts'
import type { Tables } from '../tables.ts'
import { CatalogError } from '../../base/errors.ts'
import type { Logger } from '../../base/log.ts'
import { createComparison, type Comparison } from './compare-replica.ts'
import { connect, READ_CONNECTIONS } from './connect.ts'

export interface ReplicaOptions {
  /** Address of the primary. */
  url: string
  /** Address of the replica. */
  readUrl: string
  clock: Clock
  log: Pick<Logger, 'info' | 'warn'>
}

const CHECK_INTERVAL_MS = 1000
/** A server that takes longer is not asked. */
const CHECK_TIMEOUT_MS = 2000
/** The primary answers instead of a replica that takes longer. */
const QUERY_TIMEOUT_MS = 10_000
/** Failed reads are logged at most this often. */
const FAILURE_LOG_INTERVAL: Micros = 60 * MICROS_PER_SECOND

/** Prepares connections to a streaming replica, or to the primary under another address. */
export function createReplica({ url, readUrl, clock, log }: ReplicaOptions): Replica {
  const primary = connect(url, 1, CHECK_TIMEOUT_MS)
  const checked = connect(readUrl, 1, CHECK_TIMEOUT_MS)
  const reading = connect(readUrl, READ_CONNECTIONS, QUERY_TIMEOUT_MS)
  const compare = createComparison({ primary, replica: checked, clock })
  let { problem, lagSeconds }: Comparison = NOT_CHECKED
  let failedReads = 0
  let lastLogged = -Infinity

  async function check(): Promise<void> {
    const before = problem
    const found = await compare()
    problem = found.problem
    lagSeconds = found.lagSeconds
    if (problem === undefined && before !== undefined) log.info('the replica answers reads')
    if (problem !== undefined && (before === undefined || before === NOT_CHECKED.problem))
      log.warn({ problem }, 'the primary answers the reads of the replica')
  }

  return {
    reads: reading as unknown as Reads,
    readVersion: () => readReplicaVersion(reading),
    canAnswer: () => problem === undefined,
    lagSeconds: () => lagSeconds,
    failedReads: () => failedReads,
    reportFailure(error) {
      if (isAnswer(error)) return
      failedReads += 1
      const now = clock.now()
      if (now - lastLogged < FAILURE_LOG_INTERVAL) return
      lastLogged = now
      log.warn({ problem: (error as Error).message }, 'the primary answered a read that failed')
    },
    async follow() {
      await check()
      return repeat(check)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([primary, checked, reading].map((db) => db.destroy()))
    },
  }
}

const NOT_CHECKED: Comparison = { problem: 'It was not checked yet.' }

/** A request may name something that the replica does not have yet. */
function isAnswer(error: unknown): boolean {
  return error instanceof CatalogError && !['unavailable', 'busy'].includes(error.kind)
}

/** Repeats a task that never fails, with pauses, until disposal. */
function repeat(task: () => Promise<void>): AsyncDisposable {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= task().finally(() => (running = undefined))
  }, CHECK_INTERVAL_MS)
  timer.unref()
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await running
    },
  }
}

/**
 * Reads a version of the replica that changes with every commit. The snapshot of a standby does not: it has no list of
 * running transactions. The replayed position changes after the commit is visible, so no earlier state has it.
 */
async function readReplicaVersion(reads: Kysely<Tables>): Promise<string> {
  const { rows } = await reads.executeQuery<{ version: string }>(SELECT_VERSION)
  return rows[0]?.version ?? ''
}

const SELECT_VERSION = CompiledQuery.raw(`
  select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text
    else pg_current_snapshot()::text end as version`)
