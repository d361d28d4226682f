import type { IdPage } from '../queries/lists/list-ids.ts'
import type { ListQuery } from '../queries/lists/list-query.ts'
import type { Counts } from '../queries/lists/statistics.ts'
import type { StoreOptions } from '../engine/sqlite/open-store.ts'
import type { ErrorKind } from '../errors.ts'

/** What the server and its reader threads say to each other. */

/** A reader either keeps lists in memory or asks the database. */
export interface ReaderOptions {
  store: StoreOptions
  keepsLists: boolean
}

/** A page of a list, or the counts behind the statistics. */
export type Question = ListQuery | 'statistics'

export interface ReaderQuestion {
  id: number
  question: Question
}

export type ReaderMessage =
  | { about: 'answer'; id: number; found: IdPage | Counts }
  /** Not kept in memory, or not yet. */
  | { about: 'pass'; id: number }
  | { about: 'refusal'; id: number; kind: ErrorKind; message: string }
  | { about: 'failure'; id: number; error: unknown }
  /** Whether the lists in memory can be asked. */
  | { about: 'ready'; isReady: boolean }
