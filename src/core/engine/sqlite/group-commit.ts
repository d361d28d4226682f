import type { Database as Connection } from 'better-sqlite3'
import type { ControlledTransaction, Kysely } from 'kysely'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { isBusy, toStorageError } from './storage-errors.ts'
import type { AfterCommit, Tx } from '../../db/store.ts'
import type { Tables } from '../../db/tables.ts'

/** One commit covers at most so many writes. */
const GROUP_WRITES = 64

/** At most so long a write waits for others to share its commit. */
const GATHER_MS = 4

/** Between attempts to begin while another process holds the database. */
const PAUSES_MS = [2, 5, 10, 20, 50]

export interface Writes {
  readonly write: <T>(work: Work<T>) => Promise<T>
  /** Fulfilled when nothing is waiting or at work. */
  readonly idle: () => Promise<void>
}

export type Work<T> = (tx: Tx, afterCommit: AfterCommit) => Promise<T>

export interface WritesOptions {
  writer: Kysely<Tables>
  /** What `writer` talks through. */
  connection: Connection
  /** How long a write waits for another process that is writing. */
  patienceMs: number
  /** No write joins a group that has been at work for so long: reads and requests wait for it. */
  groupMs: number
}

/**
 * Writes that wait together share one durable transaction, since what costs is the commit. Each runs in a
 * savepoint of its own, in the order of arrival and alone: one that fails undoes only itself. Nobody is
 * answered before the common commit has returned, not even with a refusal, because that may rest on what
 * the writes before it did.
 */
export function createWrites(options: WritesOptions): Writes {
  const queue: Waiting[] = []
  let serving: Promise<void> | undefined
  const serve = async (): Promise<void> => {
    let last: Commit = { writes: 0, ms: 0 }
    while (queue.length > 0) {
      await waitForBatch(queue, last)
      last = await commitGroup(queue, options)
    }
    serving = undefined
  }
  return {
    write: <T>(work: Work<T>) =>
      new Promise<T>((resolve, reject) => {
        const answer = resolve as (result: unknown) => void
        queue.push({ work, resolve: answer, reject, since: performance.now() })
        serving ??= serve()
      }),
    idle: async () => serving,
  }
}

interface Waiting {
  work: Work<unknown>
  resolve(result: unknown): void
  reject(error: unknown): void
  since: number
}

/** How a write went, if the commit keeps it. */
type Ended = Waiting & ({ result: unknown; tasks: (() => void)[] } | { error: unknown })

interface Commit {
  writes: number
  ms: number
}

/**
 * Requests that have arrived already come to their writes first, and share the commit. Where many are at
 * work, more will come: waiting for as long as a commit takes halves the number of commits, and unlike one
 * it stops nobody. Who is alone never waits.
 */
async function waitForBatch(queue: Waiting[], last: Commit): Promise<void> {
  await nextTurn()
  const isBusy = queue.length > 1 || last.writes > 1
  if (isBusy && queue.length < GROUP_WRITES) await pause(Math.min(last.ms, GATHER_MS))
}

/** Never throws: what goes wrong is told to the writes it concerns. */
async function commitGroup(queue: Waiting[], options: WritesOptions): Promise<Commit> {
  const tx = await begin(queue, options)
  const group: Ended[] = []
  let began = performance.now()
  try {
    if (tx) await runGroup(queue, { ...options, tx, group })
    began = performance.now()
    await tx?.commit().execute()
  } catch (error) {
    await tx?.rollback().execute()
    for (const ended of group) ended.reject(toStorageError(error) ?? error)
    return { writes: group.length, ms: 0 }
  }
  for (const ended of group) tell(ended)
  return { writes: group.length, ms: performance.now() - began }
}

/**
 * Begins without ever blocking the event loop for long. Those whose patience is at an end meanwhile are
 * sent away.
 * @returns undefined when nobody is left
 */
async function begin(
  queue: Waiting[],
  { writer, patienceMs }: WritesOptions,
): Promise<ControlledTransaction<Tables> | undefined> {
  for (let attempt = 0; queue.length > 0; attempt += 1) {
    try {
      return await writer.startTransaction().execute()
    } catch (error) {
      const deadline = isBusy(error) ? performance.now() - patienceMs : Infinity
      while (queue[0] && queue[0].since <= deadline)
        queue.shift()?.reject(toStorageError(error) ?? error)
      if (queue.length > 0) await pause(PAUSES_MS[attempt] ?? PAUSES_MS.at(-1))
    }
  }
  return undefined
}

interface Group extends WritesOptions {
  tx: Tx
  group: Ended[]
}

/** @throws whatever made SQLite roll back all of the transaction by itself */
async function runGroup(
  queue: Waiting[],
  { tx, group, connection, groupMs }: Group,
): Promise<void> {
  const end = performance.now() + groupMs
  const isOpen = (): boolean => group.length < GROUP_WRITES && performance.now() < end
  for (let next = queue.shift(); next; next = isOpen() ? queue.shift() : undefined) {
    const ended = await runOne(next, tx, connection).catch((error: unknown) => {
      // Its savepoint is gone, so that nothing but all can be undone.
      group.push({ ...next, error })
      throw error
    })
    group.push(ended)
    if (!connection.inTransaction) throw 'error' in ended ? ended.error : new Error(LOST)
  }
}

const LOST = 'The transaction was rolled back within a write that did not say so.'

async function runOne(waiting: Waiting, tx: Tx, connection: Connection): Promise<Ended> {
  const tasks: (() => void)[] = []
  connection.exec('savepoint one')
  try {
    const result = await waiting.work(tx, (task) => tasks.push(task))
    connection.exec('release one')
    return { ...waiting, result, tasks }
  } catch (error) {
    if (connection.inTransaction) connection.exec('rollback to one; release one')
    return { ...waiting, error: toStorageError(error) ?? error }
  }
}

function tell(ended: Ended): void {
  if ('error' in ended) return ended.reject(ended.error)
  try {
    for (const task of ended.tasks) task()
    ended.resolve(ended.result)
  } catch (error) {
    ended.reject(error)
  }
}
