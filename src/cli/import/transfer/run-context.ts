import type { Semaphore } from './semaphore.ts'
import type { LinkSpeed } from './link-speed.ts'
import type { SearchContext } from './locate-image.ts'
import type { Journal } from '../journal/journal.ts'
import type { JournalRow } from '../journal/journal-row.ts'
import type { Answer, Policy } from '../journal/row-state-machine.ts'
import type { GivenSlot } from './request-slot.ts'
import type { TransferContext } from './transfer-context.ts'
import type { CommitTurn } from './commit-order.ts'

/** Comparison of the stored file with the file that was sent. */
export type Verification = 'etag' | 'size' | 'full'

/** Context that the rows of one run share. */
export interface RunContext {
  journal: Journal
  transfer: TransferContext
  /** Id of the signed-in account. */
  account: number
  policy: Policy
  search: SearchContext
  uploads: Semaphore
  commits: Semaphore
  speed: LinkSpeed
  /** Bytes that this run uploaded, by row id. */
  uploadedBytes: Map<number, number>
  /** Id of each collection's newest image before the run requested its first slot there. */
  newestImages: Map<number, Promise<number>>
  verify: Verification
  /** Whether files may be downloaded from private addresses. */
  allowPrivateUrls: boolean
  downloads: Semaphore
  /** Absolute path of the folder for files of committed rows. */
  moveDone?: string
  /** Folder that paths in `moveDone` are relative to. */
  baseFolder: string
  /** False once the run must not start further rows. */
  mayStartRow: () => boolean
  /** False once the run must not commit uploaded files either. */
  mayCommit: () => boolean
  /** Called when a row is committed, fails or needs a decision. */
  onRowEnded: (row: JournalRow) => void
  /** Shows a message while the run continues. */
  log: (sentence: string) => void
}

/** Issued slots by id. Their upload URLs are secrets and useless to a later run, so they are never stored. */
export type SlotAddresses = Map<string, GivenSlot>

/** The state of one row during one run that the journal does not keep. */
export interface RowRun {
  readonly context: RunContext
  readonly row: JournalRow
  readonly turn: CommitTurn
  readonly onlyResolve?: boolean
  readonly addresses: SlotAddresses
  /** Held from the request for a slot to the end of its upload. */
  uploadPermit: Disposable | undefined
  slotsUsed: number
  searchesDone: number
  cancelsSent: number
  hasTurn: boolean
  /** Whether the journal has the intent to commit, recorded ahead of the row's turn. */
  intent: 'unrecorded' | 'recording' | 'recorded'
  /** Whether the row waits for a later run. */
  isDeferred: boolean
  lastAnswer: Answer | undefined
}
