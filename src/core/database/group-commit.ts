import type { ControlledTransaction } from 'kysely'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { AfterCommit, Tx } from './store.ts'
import type { Tables } from './tables.ts'
import type { CatalogError } from '../base/errors.ts'

/** The most writes in one commit. */
const MAX_GROUP_WRITES = 64

/** The longest time that a write waits for others to share its commit. */
const MAX_BATCH_WAIT_MS = 4

/** Delays between attempts to begin a transaction while another process holds the database. */
const RETRY_DELAYS_MS = [2, 5, 10, 20, 50]

export interface GroupCommit {
  readonly write: <T>(work: Work<T>) => Promise<T>
  /** Resolves when no write is queued or running. */
  readonly waitUntilIdle: () => Promise<void>
}

export type Work<T> = (tx: Tx, afterCommit: AfterCommit) => Promise<T>

/** The write connection of an engine. */
export interface Writer {
  /** Begins a transaction that excludes all other writers, or fails after a short wait if there is one. */
  readonly begin: () => Promise<ControlledTransaction<Tables>>
  /** Runs statements without parameters in the transaction. */
  readonly execute: (tx: Tx, statements: string) => void | Promise<void>
  /** Statements that check deferred constraints, at the end of a write. */
  readonly checkConstraints: string
  /** Whether the transaction is open. It is not after the database has rolled it back by itself. */
  readonly isOpen: () => boolean
  /** Whether an error means that another process holds the database. */
  readonly isBusy: (error: unknown) => boolean
  /** Converts an error that no request is to blame for; returns undefined for other errors. */
  readonly toStorageError: (error: unknown) => CatalogError | undefined
}

export interface GroupCommitOptions {
  writer: Writer
  /** Longest wait of a write for another process that holds the database. */
  busyTimeoutMs: number
  /** Time after which no more writes join a running group, because reads and requests wait for it. */
  maxGroupMs: number
}

/**
 * Commits queued writes together in one durable transaction, because the commit is the expensive part. Writes run
 * one after another in order of arrival, each in its own savepoint: a write that fails undoes only itself. Every
 * promise settles after the common commit, even a rejection, which may depend on earlier writes of the group.
 */
export function createGroupCommit(options: GroupCommitOptions): GroupCommit {
  const queue: PendingWrite[] = []
  let running: Promise<void> | undefined
  const run = async (): Promise<void> => {
    let last: CommitSize = { writes: 0, ms: 0 }
    while (queue.length > 0) {
      await waitForBatch(queue, last)
      last = await commitGroup(queue, options)
    }
    running = undefined
  }
  return {
    write: <T>(work: Work<T>) =>
      new Promise<T>((resolve, reject) => {
        const untyped = resolve as (result: unknown) => void
        queue.push({ work, resolve: untyped, reject, since: performance.now() })
        running ??= run()
      }),
    waitUntilIdle: async () => running,
  }
}

interface PendingWrite {
  work: Work<unknown>
  resolve(result: unknown): void
  reject(error: unknown): void
  since: number
}

/** The outcome of a write, valid once the group is committed. */
type FinishedWrite = PendingWrite &
  ({ result: unknown; tasks: (() => void)[] } | { error: unknown })

interface CommitSize {
  writes: number
  ms: number
}

/**
 * Waits for more writes, so that they share the commit. Requests that have already arrived reach their writes
 * first. Under load, waiting for as long as a commit takes halves the number of commits, and blocks no other
 * request, unlike a commit. A single write never waits.
 */
async function waitForBatch(queue: PendingWrite[], last: CommitSize): Promise<void> {
  await nextTurn()
  const isUnderLoad = queue.length > 1 || last.writes > 1
  if (isUnderLoad && queue.length < MAX_GROUP_WRITES)
    await pause(Math.min(last.ms, MAX_BATCH_WAIT_MS))
}

/** Never throws: errors reject the promises of the writes concerned. */
async function commitGroup(
  queue: PendingWrite[],
  options: GroupCommitOptions,
): Promise<CommitSize> {
  const tx = await beginTransaction(queue, options)
  const group: FinishedWrite[] = []
  let startedAt = performance.now()
  try {
    if (tx) await runGroup(queue, { ...options, tx, group })
    startedAt = performance.now()
    await tx?.commit().execute()
  } catch (error) {
    // After a lost connection the rollback fails as well; the first error explains.
    await tx
      ?.rollback()
      .execute()
      .catch(() => undefined)
    for (const finished of group) finished.reject(options.writer.toStorageError(error) ?? error)
    return { writes: group.length, ms: 0 }
  }
  for (const finished of group) settle(finished)
  return { writes: group.length, ms: performance.now() - startedAt }
}

/**
 * Begins a transaction without blocking the event loop for long. While it waits, rejects writes that reach their
 * busy timeout.
 * @returns undefined if no write is left
 */
async function beginTransaction(
  queue: PendingWrite[],
  { writer, busyTimeoutMs }: GroupCommitOptions,
): Promise<ControlledTransaction<Tables> | undefined> {
  for (let attempt = 0; queue.length > 0; attempt += 1) {
    try {
      return await writer.begin()
    } catch (error) {
      const deadline = writer.isBusy(error) ? performance.now() - busyTimeoutMs : Infinity
      while (queue[0] && queue[0].since <= deadline)
        queue.shift()?.reject(writer.toStorageError(error) ?? error)
      if (queue.length > 0) await pause(RETRY_DELAYS_MS[attempt] ?? RETRY_DELAYS_MS.at(-1))
    }
  }
  return undefined
}

interface Group extends GroupCommitOptions {
  tx: Tx
  group: FinishedWrite[]
}

/** @throws the error after which the database rolled back the whole transaction by itself */
async function runGroup(
  queue: PendingWrite[],
  { tx, group, writer, maxGroupMs }: Group,
): Promise<void> {
  const end = performance.now() + maxGroupMs
  const isOpen = (): boolean => group.length < MAX_GROUP_WRITES && performance.now() < end
  for (let next = queue.shift(); next; next = isOpen() ? queue.shift() : undefined) {
    const finished = await runInSavepoint(next, tx, writer).catch((error: unknown) => {
      // The savepoint is gone, so only the whole transaction can be rolled back.
      group.push({ ...next, error })
      throw error
    })
    group.push(finished)
    if (!writer.isOpen()) throw 'error' in finished ? finished.error : new Error(ROLLED_BACK)
  }
}

const ROLLED_BACK =
  'The database rolled the transaction back during a write that reported no error.'

async function runInSavepoint(write: PendingWrite, tx: Tx, writer: Writer): Promise<FinishedWrite> {
  const tasks: (() => void)[] = []
  await writer.execute(tx, 'savepoint one')
  try {
    const result = await write.work(tx, (task) => tasks.push(task))
    await writer.execute(tx, `${writer.checkConstraints}release savepoint one`)
    return { ...write, result, tasks }
  } catch (error) {
    if (writer.isOpen()) await writer.execute(tx, 'rollback to one; release one')
    return { ...write, error: writer.toStorageError(error) ?? error }
  }
}

function settle(write: FinishedWrite): void {
  if ('error' in write) return write.reject(write.error)
  try {
    for (const task of write.tasks) task()
    write.resolve(write.result)
  } catch (error) {
    write.reject(error)
  }
}
