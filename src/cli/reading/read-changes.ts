import { changesPage, type ChangesPage } from '../../core/contract/changes.ts'
import { MAX_CHANGES_LIMIT } from '../../core/base/limits.ts'
import type { Cli } from '../cli.ts'
import type { Api } from '../client/api.ts'
import { hint } from '../terminal/output.ts'

/** A change, and where a later run continues after it. Only the last one of a response has its own cursor. */
export type ReadChange = ChangesPage['results'][number] & Pick<ChangesPage, 'cursor' | 'reset'>

/** Newer instances may have more members. */
const page = changesPage.loose()

/** Reads the changes after a cursor, up to the last one. */
export function createChangeReader(cli: Cli, api: Api, after: string | undefined) {
  let cursor = after ?? ''
  return async function* readChanges(): AsyncGenerator<ReadChange[]> {
    for (;;) {
      const query = new URLSearchParams({ after: cursor, limit: String(MAX_CHANGES_LIMIT) })
      const read = await api.get(`/api/v2/changes/?${query.toString()}`, page)
      if (read.reset) hint(cli, RESET)
      const last = read.results.length - 1
      // A repetition of some changes does no harm, but none may be missed.
      const before = read.reset ? '0' : cursor || '0'
      yield read.results.map((change, index) => ({
        ...change,
        cursor: index === last ? read.cursor : before,
        ...(read.reset && { reset: true as const }),
      }))
      const isNew = read.cursor !== cursor
      cursor = read.cursor
      if (last < 0 || !isNew) return
    }
  }
}

const RESET =
  'The catalog was restored from a backup since, so the list starts from its beginning. What it does not list up to its end no longer exists.'
