import { CatalogError } from '../../errors.ts'
import type { Work, Writes } from './group-commit.ts'

/**
 * Writes that clear up after others, and so have to happen even where the database cannot be written now:
 * then they are owed, and go ahead of every later write until they succeed. They may be done more than
 * once; a process that ends forgets them.
 */
export function createDeferredWrites({ write }: Pick<Writes, 'write'>) {
  const owed = new Set<Work<unknown>>()
  const attempt = async (work: Work<unknown>): Promise<boolean> => {
    try {
      await write(work)
      owed.delete(work)
      return true
    } catch (error) {
      if (isOutage(error)) return false
      owed.delete(work)
      throw error
    }
  }
  return {
    write<T>(this: void, work: Work<T>): Promise<T> {
      // Whoever asked for these was told how they went the first time.
      for (const earlier of owed) attempt(earlier).catch(() => undefined)
      return write(work)
    },
    writeDeferred(this: void, work: Work<unknown>): Promise<boolean> {
      owed.add(work)
      return attempt(work)
    },
  }
}

function isOutage(error: unknown): boolean {
  return error instanceof CatalogError && ['unavailable', 'busy'].includes(error.kind)
}
