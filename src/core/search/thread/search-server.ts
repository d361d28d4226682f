import type { Database } from 'better-sqlite3'
import { toThreadFailure } from '../../processes/thread-failure.ts'
import { ReloadRequiredError, loadLiveTextIndex, type LiveTextIndex } from './live-text-index.ts'
import { IndexFile } from './index-file.ts'
import type { LogEntry, SearchRequest, SearchThreadMessage } from './messages.ts'
import { saveTexts } from './saved-text-index.ts'
import { TextSearches } from './text-searches.ts'
import { WorkLoop, type Progress, type Slices } from './work-loop.ts'

export interface SearchServerOptions {
  /** Opens a read-only connection. */
  open: () => Database
  /** Path of the saved index. */
  indexFile: string
  send: (message: SearchThreadMessage) => void
}

/**
 * Loads the index and runs searches, in slices of some milliseconds, so that the thread receives messages in between.
 */
export class SearchServer {
  readonly #options: SearchServerOptions
  readonly #send: (message: SearchThreadMessage) => void
  readonly #searches: TextSearches
  #db: Database | undefined
  #file: IndexFile<LiveTextIndex> | undefined
  #loading: Slices<LiveTextIndex> | undefined
  #live: LiveTextIndex | undefined
  readonly #loop = new WorkLoop(() => (this.#live ? this.#serve(this.#live) : this.#load()))

  constructor(options: SearchServerOptions) {
    const { send } = options
    this.#options = options
    this.#send = send
    this.#searches = new TextSearches({
      resolve: ({ id }, page) => send({ type: 'result', id, result: page }),
      reject: ({ id }, failure) => send({ type: 'failure', id, failure }),
    })
  }

  /** Starts to load the index. */
  start(): void {
    this.#loop.wake()
  }

  add(request: SearchRequest): void {
    this.#searches.add(request)
    this.#loop.wake()
  }

  /** Drops a request that is not answered yet. */
  cancel(id: number): void {
    this.#searches.cancel(id)
  }

  /** Saves the index if much has changed. */
  async close(): Promise<void> {
    this.#loop.stop()
    if (this.#live) await this.#file?.close(this.#live)
    this.#db?.close()
  }

  /** Loads a part of the index. */
  #load(): Progress {
    this.#searches.rejectExcess()
    try {
      this.#loading ??= this.#startLoading()
      const { done, value } = this.#loading.next()
      if (done) {
        this.#live = value
        this.#loading = undefined
        this.#send({ type: 'state', isReady: true })
      }
      return 'more'
    } catch (error) {
      const failure = toThreadFailure(error)
      if (!failure) throw error
      this.#send({ type: 'load-failure', failure })
      return 'failed'
    }
  }

  #startLoading(): Slices<LiveTextIndex> {
    const { open, indexFile } = this.#options
    const db = (this.#db ??= open())
    const log = (entry: LogEntry): void => this.#send({ type: 'log', entry })
    const options = { name: 'text index', path: indexFile, db, log, save: saveTexts }
    const file = (this.#file ??= new IndexFile<LiveTextIndex>(options))
    return loadLiveTextIndex(db, { file, log })
  }

  #serve(live: LiveTextIndex): Progress {
    try {
      if (this.#searches.isIdle) return this.#idle(live)
      this.#searches.work(live)
      return 'more'
    } catch (error) {
      if (error instanceof ReloadRequiredError) {
        this.#unload()
        return 'more'
      }
      const failure = toThreadFailure(error)
      // After a bug, such as a trap of the kernel, nothing in memory can be trusted, so the thread ends.
      if (!failure) throw error
      this.#searches.rejectAll(failure)
      return 'failed'
    }
  }

  /** Includes changes before a search waits for them, and saves the index if much has changed. */
  #idle(live: LiveTextIndex): Progress {
    // A change would end the saving, so changes wait until a search needs them.
    if (this.#file?.isSaving) return 'idle'
    const { change } = live
    live.catchUp()
    if (this.#file?.isDue(live)) void this.#file.save(live)
    return live.change === change ? 'idle' : 'more'
  }

  /** The index is loaded again. */
  #unload(): void {
    this.#live = undefined
    this.#searches.restart()
    this.#send({ type: 'state', isReady: false })
  }
}
