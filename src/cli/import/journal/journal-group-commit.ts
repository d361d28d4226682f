import type { Database } from 'better-sqlite3'
import { CatalogError } from '../../../core/base/errors.ts'

/** Maximum delay of a deferred write, in milliseconds. */
const MAX_DELAY_MS = 10

/**
 * Combines concurrent writes into one transaction, so that they share one sync to disk. Writes run in call
 * order. After a failed transaction every write rejects: the journal may lack what the protocol relies on.
 */
export interface GroupCommit {
  /** Resolves when the write is durable. The transaction starts after the pending I/O events. */
  write(write: () => void): Promise<void>
  /** Like `write`, but waits for the next `write` or a short delay. */
  writeDeferred(write: () => void): Promise<void>
  /** Runs all pending writes synchronously. */
  flush(): void
}

interface Group {
  writes: (() => void)[]
  written: PromiseWithResolvers<void>
  timer: NodeJS.Timeout | undefined
  immediate: NodeJS.Immediate | undefined
}

export function createGroupCommit(db: Database): GroupCommit {
  let pending: Group | undefined
  let failure: CatalogError | undefined
  const commit = db.transaction((writes: (() => void)[]) => {
    for (const write of writes) write()
  })
  const flush = (): void => {
    const group = pending
    pending = undefined
    clearTimeout(group?.timer)
    clearImmediate(group?.immediate)
    try {
      if (group && failure === undefined) commit.immediate(group.writes)
    } catch (error) {
      failure = createWriteError(db.name, error)
    }
    if (failure === undefined) return group?.written.resolve()
    group?.written.reject(failure)
    throw failure
  }
  const add = (write: () => void): Group => {
    pending ??= createGroup()
    pending.writes.push(write)
    return pending
  }
  // The promises of this group and of later writes report a failure.
  const flushQuietly = (): void => {
    try {
      flush()
    } catch (error) {
      if (error !== failure) throw error
    }
  }
  return {
    write(write) {
      const group = add(write)
      group.immediate ??= setImmediate(flushQuietly)
      return group.written.promise
    },
    writeDeferred(write) {
      const group = add(write)
      group.timer ??= setTimeout(flushQuietly, MAX_DELAY_MS)
      return group.written.promise
    },
    flush,
  }
}

function createGroup(): Group {
  const written = Promise.withResolvers<void>()
  // A caller may not await its write. The next awaited write rejects, too.
  written.promise.catch(() => {})
  return { writes: [], written, timer: undefined, immediate: undefined }
}

function createWriteError(path: string, cause: unknown): CatalogError {
  const message = `Cannot write the journal ${path}: ${(cause as Error).message}. The import stopped.`
  return new CatalogError('busy', message, { code: 'journal.unwritable', cause })
}
