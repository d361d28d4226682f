import { CatalogError } from '../base/errors.ts'
import type { Work, GroupCommit } from './group-commit.ts'

/**
 * Adds writes that clean up after failed requests. If the database is unavailable, they are retried before every
 * later write until they succeed, possibly more than once. They are lost when the process ends.
 */
export function createDeferredWrites({ write }: Pick<GroupCommit, 'write'>) {
  const deferred = new Set<Work<unknown>>()
  const attempt = async (work: Work<unknown>): Promise<boolean> => {
    try {
      await write(work)
      deferred.delete(work)
      return true
    } catch (error) {
      if (isUnavailable(error)) return false
      deferred.delete(work)
      throw error
    }
  }
  return {
    write<T>(this: void, work: Work<T>): Promise<T> {
      // The first attempt has reported its error to the caller, so a retry fails silently.
      for (const earlier of deferred) attempt(earlier).catch(() => undefined)
      return write(work)
    },
    writeDeferred(this: void, work: Work<unknown>): Promise<boolean> {
      deferred.add(work)
      return attempt(work)
    },
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof CatalogError && ['unavailable', 'busy'].includes(error.kind)
}
