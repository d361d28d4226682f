import type { ImageListQuestion } from '../engine/sqlite/columns/images.ts'
import type { IdPage } from '../engine/sqlite/lists/list-ids.ts'
import type { StoreOptions } from '../engine/sqlite/store.ts'
import type { ErrorKind } from '../errors.ts'

/** What the server and its reader threads say to each other. */

/** A reader either keeps lists in memory or asks the database. */
export interface ReaderOptions {
  store: StoreOptions
  keepsLists: boolean
}

export interface ReaderQuestion {
  id: number
  images: ImageListQuestion
}

export type ReaderMessage =
  | { about: 'answer'; id: number; page: IdPage }
  /** Not kept in memory, or not yet. */
  | { about: 'pass'; id: number }
  | { about: 'refusal'; id: number; kind: ErrorKind; message: string }
  | { about: 'failure'; id: number; error: unknown }
  /** Whether the lists in memory can be asked. */
  | { about: 'ready'; isReady: boolean }
