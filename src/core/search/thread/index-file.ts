import type { Database } from 'better-sqlite3'
import type { LogEntry } from './messages.ts'
import type { LiveTextIndex } from './live-text-index.ts'
import { restoreTexts, saveTexts, type RestoredTexts } from './saved-text-index.ts'
import type { SearchableImages } from './searchable-images.ts'

export interface IndexFileOptions {
  path: string
  db: Database
  log: (entry: LogEntry) => void
}

/** With fewer changed images, the index catches up quickly when the server starts: at least this number and share. */
const MIN_UNSAVED_IMAGES = 1000
const MIN_UNSAVED_SHARE = 0.01

/** When to try again: after a search needed changes that were committed meanwhile, and after a failure. */
const RETRY_CHANGED_MS = 60_000
const RETRY_FAILED_MS = 10 * 60_000

/** What is saved of a loaded index. When the index is loaded again, another object takes its place. */
interface SavedPart {
  /** Position in the changed rows up to which they are saved. Images that were never saved come before. */
  end: number
}

/** The file of the text index. Searching continues without it if it cannot be read or written. */
export class IndexFile {
  readonly #options: IndexFileOptions
  #saved: SavedPart = { end: 0 }
  #retryAt = 0
  #saving: Promise<void> | undefined

  constructor(options: IndexFileOptions) {
    this.#options = options
  }

  get isSaving(): boolean {
    return this.#saving !== undefined
  }

  /** Returns undefined if there is no file that can be used. */
  restore(images: SearchableImages): RestoredTexts | undefined {
    const { path, db, log } = this.#options
    this.#saved = { end: -images.rows.size }
    try {
      const restored = restoreTexts(path, db, images)
      if (restored) this.#saved.end = 0
      return restored
    } catch (error) {
      const reason = (error as Error).message
      log({
        level: 'warn',
        message: `building the text index again, because ${path} cannot be used: ${reason}`,
      })
      return undefined
    }
  }

  /** Whether the index should be saved now. */
  isDue(live: LiveTextIndex): boolean {
    return !this.isSaving && this.#hasUnsaved(live) && performance.now() >= this.#retryAt
  }

  /** Saves the index unless it changes meanwhile. */
  async save(live: LiveTextIndex): Promise<void> {
    this.#saving ??= this.#save(live).finally(() => (this.#saving = undefined))
    await this.#saving
  }

  /** Waits for a running save, and saves the index if much has changed since. */
  async close(live: LiveTextIndex): Promise<void> {
    await this.#saving
    if (this.#hasUnsaved(live)) await this.save(live)
  }

  async #save(live: LiveTextIndex): Promise<void> {
    const { path, db, log } = this.#options
    const saved = this.#saved
    const { end } = live.changedRows
    try {
      const isSaved = await saveTexts(path, db, live)
      if (isSaved) saved.end = end
      else this.#retryAt = performance.now() + RETRY_CHANGED_MS
    } catch (error) {
      this.#retryAt = performance.now() + RETRY_FAILED_MS
      const reason = (error as Error).message
      log({
        level: 'warn',
        message: `the text index cannot be saved, so the next start takes longer: ${reason}`,
      })
    }
  }

  #hasUnsaved({ changedRows, images }: LiveTextIndex): boolean {
    const min = Math.max(MIN_UNSAVED_IMAGES, images.rows.size * MIN_UNSAVED_SHARE)
    return changedRows.end - this.#saved.end >= min
  }
}
