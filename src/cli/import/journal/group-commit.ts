import type { Database } from 'better-sqlite3'
import { CatalogError } from '../../../core/errors.ts'

/**
 * Writes that are asked for at about the same time become one transaction, so that many lanes share the
 * wait for the disk. After one that fails nothing more is written: what was promised no longer holds.
 */
export interface GroupCommit {
  /** Resolves once the write is on the disk. */
  write(work: () => void): Promise<void>
  /** Resolves once everything asked for is on the disk. */
  flush(): Promise<void>
}

export function createGroupCommit(db: Database): GroupCommit {
  let waiting: (() => void)[] = []
  let next: Promise<void> | undefined
  let broken: CatalogError | undefined
  const commit = db.transaction((works: (() => void)[]) => {
    for (const work of works) work()
  })
  const commitNow = (): void => {
    const works = waiting
    waiting = []
    next = undefined
    try {
      if (broken === undefined) commit.immediate(works)
    } catch (error) {
      broken = unwritable(db.name, error)
    }
    if (broken) throw broken
  }
  const nextCommit = (): Promise<void> => {
    // After the input that has already arrived, so that what it leads to is written along.
    const committed = new Promise<void>((resolve, reject) => {
      setImmediate(() => {
        try {
          commitNow()
          resolve()
        } catch (error) {
          reject(error)
        }
      })
    })
    // Not everybody waits for their write, but the next one who does is told.
    committed.catch(() => {})
    return committed
  }
  return {
    write(work) {
      waiting.push(work)
      next ??= nextCommit()
      return next
    },
    async flush() {
      await next
      if (broken) throw broken
    },
  }
}

function unwritable(path: string, cause: unknown): CatalogError {
  const message = `The journal ${path} cannot be written: ${(cause as Error).message}. Nothing more is sent.`
  return new CatalogError('busy', message, { code: 'journal.unwritable', cause })
}
