import { MICROS_PER_SECOND, type Clock } from '../../core/base/clock.ts'
import type { Reads } from '../../core/database/store.ts'
import { getSiteName } from '../../core/queries/settings/site-name.ts'

const REFRESH_SECONDS = 10

/** The name of the catalog as last read; undefined until it is known. Asking never waits for the database. */
export type KnownSiteName = () => string | undefined

/** Keeps the name of the catalog in memory, for error pages, and reads it again in the background when it is asked for. */
export function keepSiteName({ reads, clock }: { reads: Reads; clock: Clock }): KnownSiteName {
  let known: string | undefined
  let readAt = -Infinity
  const refresh = async (): Promise<void> => {
    readAt = clock.now()
    // While the database does not respond, the known name remains.
    known = await getSiteName(reads).catch(() => known)
  }
  void refresh()
  return () => {
    if (clock.now() - readAt > REFRESH_SECONDS * MICROS_PER_SECOND) void refresh()
    return known
  }
}
