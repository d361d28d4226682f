import type { Semaphore } from '../transfer/semaphore.ts'
import type { LinkSpeed } from '../transfer/link-speed.ts'
import type { SearchContext } from '../recovery/locate-image.ts'
import type { Journal } from '../journal/journal.ts'
import type { JournalRow } from '../journal/journal-row.ts'
import type { Policy } from '../journal/protocol.ts'
import type { TransferContext } from '../transfer/upload-file.ts'

/** How the bytes are looked at again at the instance. */
export type Verification = 'etag' | 'size' | 'full'

/** Everything that the rows of one run share. */
export interface RunContext {
  journal: Journal
  transfer: TransferContext
  /** Number of the account that is signed in. */
  account: number
  policy: Policy
  search: SearchContext
  uploads: Semaphore
  commits: Semaphore
  speed: LinkSpeed
  /** Bytes of rows whose files were uploaded in this run, by the rows' ids. */
  uploaded: Map<number, number>
  /** The newest image of a collection that was known when its first slot was asked for. */
  newestImages: Map<number, Promise<number>>
  verify: Verification
  /** Where files go once their image is there. */
  moveDone?: string
  /** Folder that files are moved relative to. */
  base: string
  /** False once no more rows are begun. */
  mayStartRow: () => boolean
  /** False once not even what was uploaded becomes an image. */
  mayCommit: () => boolean
  /** Told of each row that has come to an end. */
  onRowEnded: (row: JournalRow) => void
  /** Tells something in between. */
  say: (sentence: string) => void
}
