import type { Database } from 'better-sqlite3'
import { CatalogError } from '../../../core/errors.ts'

/** What nobody waits for is written so late at most, in milliseconds. */
const LATEST_MS = 10

/**
 * Writes that are asked for at about the same time become one transaction, so that many lanes share the
 * wait for the disk. They are done in the order in which they were asked for. After one that fails
 * nothing more is written: what was promised no longer holds.
 */
export interface GroupCommit {
  /** Resolves once the write is on the disk; it is begun as soon as the input that has arrived is dealt with. */
  write(work: () => void): Promise<void>
  /** The same for what is not urgent: it goes along with the next that is, or a little later by itself. */
  writeDeferred(work: () => void): Promise<void>
  /** Puts everything that was asked for on the disk before it returns. */
  flush(): void
}

interface Group {
  works: (() => void)[]
  written: PromiseWithResolvers<void>
  late: NodeJS.Timeout | undefined
  soon: NodeJS.Immediate | undefined
}

export function createGroupCommit(db: Database): GroupCommit {
  let waiting: Group | undefined
  let broken: CatalogError | undefined
  const commit = db.transaction((works: (() => void)[]) => {
    for (const work of works) work()
  })
  const flush = (): void => {
    const group = waiting
    waiting = undefined
    clearTimeout(group?.late)
    clearImmediate(group?.soon)
    try {
      if (group && broken === undefined) commit.immediate(group.works)
    } catch (error) {
      broken = unwritable(db.name, error)
    }
    if (broken === undefined) return group?.written.resolve()
    group?.written.reject(broken)
    throw broken
  }
  const add = (work: () => void): Group => {
    waiting ??= emptyGroup()
    waiting.works.push(work)
    return waiting
  }
  // Whoever waits for the group is told of a failure, and so is whoever writes next.
  const flushQuietly = (): void => {
    try {
      flush()
    } catch (error) {
      if (error !== broken) throw error
    }
  }
  return {
    write(work) {
      const group = add(work)
      group.soon ??= setImmediate(flushQuietly)
      return group.written.promise
    },
    writeDeferred(work) {
      const group = add(work)
      group.late ??= setTimeout(flushQuietly, LATEST_MS)
      return group.written.promise
    },
    flush,
  }
}

function emptyGroup(): Group {
  const written = Promise.withResolvers<void>()
  // Not everybody waits for their write, but the next one who does is told.
  written.promise.catch(() => {})
  return { works: [], written, late: undefined, soon: undefined }
}

function unwritable(path: string, cause: unknown): CatalogError {
  const message = `Cannot write the journal ${path}: ${(cause as Error).message}. The import stopped.`
  return new CatalogError('busy', message, { code: 'journal.unwritable', cause })
}
