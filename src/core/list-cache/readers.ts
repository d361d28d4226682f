import type { IdPage } from '../queries/lists/list-ids.ts'
import type { ListQuery } from '../queries/lists/list-query.ts'
import type { Counts } from '../queries/lists/statistics.ts'
import type { StoreOptions } from '../engine/sqlite/open-store.ts'
import type { Logger } from '../log.ts'
import { startReader, type Reader } from './reader.ts'

/**
 * The reader threads: one keeps lists in memory, the other asks the database what the first does not
 * know, or does not know yet. They start with the first question.
 */
export interface Readers extends AsyncDisposable {
  /** Starts loading what is kept in memory; fulfilled when it is there. */
  ready(): Promise<void>
  /** @throws CatalogError kind `not_found` when the page lies past the end */
  findPage(question: ListQuery): Promise<IdPage>
  countStatistics(): Promise<Counts>
}

export function createReaders(store: StoreOptions, log: Pick<Logger, 'error'>): Readers {
  const running = new Map<boolean, Reader>()
  const reader = (keepsLists: boolean): Reader => {
    const known = running.get(keepsLists)
    if (known) return known
    const started = startReader({ store, keepsLists }, (error) => {
      log.error({ err: error }, 'a reader thread ended; the next question starts another')
      if (running.get(keepsLists) === started) running.delete(keepsLists)
    })
    running.set(keepsLists, started)
    return started
  }
  return {
    ready: () => reader(true).ready,
    async findPage(question) {
      const memory = reader(true)
      const known = memory.isReady ? await memory.ask(question) : undefined
      return (known ?? (await reader(false).ask(question))) as IdPage
    },
    countStatistics: async () => (await reader(false).ask('statistics')) as Counts,
    async [Symbol.asyncDispose]() {
      for (const one of running.values()) await one[Symbol.asyncDispose]()
    },
  }
}
