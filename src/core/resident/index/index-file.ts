import type { Database } from 'better-sqlite3'
import type { LogEntry } from './messages.ts'
import type { Slices } from './work-loop.ts'

export interface IndexFileOptions<Index> {
  /** Name of the index in messages. */
  name: string
  path: string
  db: Database
  log: (entry: LogEntry) => void
  /** @returns whether it is saved; not if the index changes during the save */
  save: (path: string, db: Database, index: Index) => Promise<boolean>
}

/** An index that can be saved. */
export interface SavableIndex {
  readonly images: { readonly rows: { readonly size: number } }
  /** Number of images that have changed since loading. */
  readonly changedRows: { readonly end: number }
}

/** With fewer changed images, the index catches up quickly when the server starts: at least this number and share. */
const MIN_UNSAVED_IMAGES = 1000
const MIN_UNSAVED_SHARE = 0.01

/** Delay of the next save: after a search needed changes that were committed during a save, and after a failure. */
const RETRY_CHANGED_MS = 60_000
const RETRY_FAILED_MS = 10 * 60_000

/** Saved part of a loaded index. When the index is loaded again, another object takes its place. */
interface SavedPart {
  /** Position in the changed rows up to which they are saved. Images that were never saved come before. */
  end: number
}

/** The file of an index. Searching continues without it if it cannot be read or written. */
export class IndexFile<Index extends SavableIndex> {
  readonly #options: IndexFileOptions<Index>
  #saved: SavedPart = { end: 0 }
  #retryAt = 0
  #saving: Promise<void> | undefined

  constructor(options: IndexFileOptions<Index>) {
    this.#options = options
  }

  get isSaving(): boolean {
    return this.#saving !== undefined
  }

  /**
   * Restores a saved index.
   * @param images number of all images
   * @param read returns undefined if there is no file
   * @returns undefined if there is no file that can be used
   */
  *restore<Restored>(
    images: number,
    read: (path: string, db: Database) => Slices<Restored | undefined>,
  ): Slices<Restored | undefined> {
    const { name, path, db, log } = this.#options
    this.#saved = { end: -images }
    try {
      const restored = yield* read(path, db)
      if (restored) this.#saved.end = 0
      return restored
    } catch (error) {
      const reason = (error as Error).message
      log({
        level: 'warn',
        message: `building the ${name} again, because ${path} cannot be used: ${reason}`,
      })
      return undefined
    }
  }

  /** Whether the index should be saved now. */
  isDue(live: Index): boolean {
    return !this.isSaving && this.#hasUnsaved(live) && performance.now() >= this.#retryAt
  }

  /** Saves the index unless it changes during the save. */
  async save(live: Index): Promise<void> {
    this.#saving ??= this.#save(live).finally(() => (this.#saving = undefined))
    await this.#saving
  }

  /** Waits for a running save, and saves the index if much has changed since. */
  async close(live: Index): Promise<void> {
    await this.#saving
    if (this.#hasUnsaved(live)) await this.save(live)
  }

  async #save(live: Index): Promise<void> {
    const { name, path, db, log, save } = this.#options
    const saved = this.#saved
    const { end } = live.changedRows
    try {
      const isSaved = await save(path, db, live)
      if (isSaved) saved.end = end
      else this.#retryAt = performance.now() + RETRY_CHANGED_MS
    } catch (error) {
      this.#retryAt = performance.now() + RETRY_FAILED_MS
      const reason = (error as Error).message
      log({
        level: 'warn',
        message: `the ${name} cannot be saved, so the next start takes longer: ${reason}`,
      })
    }
  }

  #hasUnsaved({ changedRows, images }: Index): boolean {
    const min = Math.max(MIN_UNSAVED_IMAGES, images.rows.size * MIN_UNSAVED_SHARE)
    return changedRows.end - this.#saved.end >= min
  }
}
