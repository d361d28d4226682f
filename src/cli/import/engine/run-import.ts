import { CatalogError } from '../../../core/errors.ts'
import { runRow, type RowRunOptions } from './run-row.ts'
import { finishRow } from './finish-row.ts'
import type { Journal, Selection } from '../journal/journal.ts'
import { POLICY, type State } from '../journal/protocol.ts'
import type { JournalRow } from '../journal/journal-row.ts'
import { createSemaphore } from '../transfer/semaphore.ts'
import { createLinkSpeed } from '../transfer/link-speed.ts'
import { createCommitOrder } from './commit-order.ts'
import type { TransferContext } from '../transfer/upload-file.ts'
import type { Verification, RunContext } from './run-context.ts'

/** Rows in a row that find nobody to talk to: then nobody is there. */
const MAX_OUTAGES = 5

/** Rows that wait for their turn to be committed, for each that is uploaded. */
const WAITING_PER_UPLOAD = 4

/** States of rows that a run works on. */
export const UNFINISHED_STATES: readonly State[] = ['planned', 'slotted', 'uploaded', 'failed']

export interface RunOptions {
  concurrency: number
  /** Failures after which no more rows are begun. */
  failuresAllowed: number
  /** Whether images are made in the order of rows. */
  inOrder: boolean
  selection: Selection
  /** Rows that are begun at most. */
  maxRows: number
  /** After which no more rows are begun. */
  maxSeconds: number
  /** Between two rows that are begun. */
  delaySeconds: number
  verify: Verification
  moveDone?: string
  /** Folder that files are moved relative to. */
  base: string
  /** Number of the account that is signed in. */
  account: number
  /** Told when a row of this run is over, well or not, and how many bytes of its file were sent for it. */
  onRow: (row: JournalRow, sentBytes: number) => void
  say: (sentence: string) => void
}

/**
 * Imports what a journal's manifest has left to do. First it is found out what became of rows that an
 * earlier run left in doubt. Once the person asks to stop, what is running is finished and nothing new is
 * begun.
 * @returns what made the run stop early, other than the person or too many failures
 */
export async function runImport(
  journal: Journal,
  sending: TransferContext,
  options: RunOptions,
): Promise<CatalogError | undefined> {
  const watch = watchRun(sending, options)
  const work = createRunContext(journal, sending, { ...options, ...watch })
  const course = { work, watch, options }
  await resolveRowsInDoubt(course)
  await finishCommittedRows(course)
  await runRows(course)
  await resolveRowsInDoubt(course)
  journal.flush()
  return watch.end()
}

function createRunContext(
  journal: Journal,
  sending: TransferContext,
  options: RunOptions & Pick<RunContext, 'mayStartRow' | 'mayCommit' | 'onRowEnded'>,
): RunContext {
  const { cli, api } = sending
  const { account, verify, moveDone, say, base, mayStartRow, mayCommit, onRowEnded } = options
  return {
    journal,
    transfer: sending,
    account,
    policy: POLICY,
    search: { cli, api, journal, signal: sending.signal, claimedImages: new Set() },
    uploads: createSemaphore(options.concurrency),
    commits: createSemaphore(options.inOrder ? 1 : options.concurrency),
    speed: createLinkSpeed(),
    uploaded: new Map(),
    newestImages: new Map(),
    verify,
    base,
    say,
    mayStartRow,
    mayCommit,
    onRowEnded,
    ...(moveDone !== undefined && { moveDone }),
  }
}

/** When to stop, as seen by what has happened so far. */
function watchRun({ cli }: TransferContext, { failuresAllowed, maxSeconds }: RunOptions) {
  const until = performance.now() + maxSeconds * 1000
  let failures = 0
  let outages = 0
  let stoppedBy: CatalogError | undefined
  let defect: unknown
  const mayCommit = (): boolean =>
    stoppedBy === undefined && defect === undefined && failures < failuresAllowed
  return {
    mayCommit,
    mayStartRow: () => mayCommit() && !cli.signal.aborted && performance.now() < until,
    onRowEnded({ rowState }: JournalRow) {
      outages = 0
      if (rowState.state === 'failed' || rowState.state === 'review') failures += 1
    },
    failed(error: unknown) {
      if (error instanceof CatalogError) {
        outages = error.kind === 'unavailable' ? outages + 1 : 0
        if (affectsAllRows(error) || outages >= MAX_OUTAGES) stoppedBy ??= error
      } else defect ??= error
    },
    /** What stopped the run; a defect is thrown on. */
    end() {
      if (defect !== undefined) throw defect
      return stoppedBy
    },
  }
}

type RunWatch = ReturnType<typeof watchRun>

async function driveAndReport(
  course: ImportRun,
  row: JournalRow,
  drive: RowRunOptions,
): Promise<void> {
  const { work, watch, options } = course
  try {
    await runRow(work, row, drive)
  } catch (error) {
    watch.failed(error)
  }
  if (!drive.onlyResolve || isDone(row)) options.onRow(row, work.uploaded.get(row.id) ?? 0)
}

function isDone({ rowState }: JournalRow): boolean {
  return rowState.state === 'committed'
}

interface ImportRun {
  work: RunContext
  watch: RunWatch
  options: RunOptions
}

/** One after the other, in their order, since each may yet make its image. */
async function resolveRowsInDoubt(course: ImportRun): Promise<void> {
  const free = createCommitOrder(false)
  for (const row of course.work.journal.readRowsInDoubt()) {
    if (!course.watch.mayStartRow()) return
    await driveAndReport(course, row, { turn: free(), onlyResolve: true })
  }
}

/** Files of rows whose image was there before they could be put aside. */
async function finishCommittedRows({ work, watch, options }: ImportRun): Promise<void> {
  if (options.moveDone === undefined && !work.journal.hasUnmovedFiles()) return
  for (const row of work.journal.readRows(['committed'])) {
    if (watch.mayStartRow()) await finishRow(work, row)
  }
}

async function runRows(course: ImportRun): Promise<void> {
  const { work, watch, options } = course
  const turns = createCommitOrder(options.inOrder)
  const room = createSemaphore(options.concurrency * WAITING_PER_UPLOAD)
  const running = new Set<Promise<void>>()
  let begun = 0
  for (const row of work.journal.readRows(UNFINISHED_STATES, options.selection)) {
    const place = await room.acquire()
    if (!watch.mayStartRow() || begun === options.maxRows) break
    begun += 1
    const driven = driveAndReport(course, row, { turn: turns() }).finally(() => {
      place[Symbol.dispose]()
      running.delete(driven)
    })
    running.add(driven)
    if (options.delaySeconds > 0) await waitBetweenRows(work.transfer, options.delaySeconds)
  }
  await Promise.all(running)
}

/** Ends early when the person asks to stop. */
async function waitBetweenRows({ cli }: TransferContext, seconds: number): Promise<void> {
  await cli.sleep(seconds * 1000, cli.signal).catch(() => {})
}

/** Where the next row would fail in the same way. */
function affectsAllRows({ kind }: CatalogError): boolean {
  return kind === 'unauthenticated' || kind === 'forbidden' || kind === 'busy'
}
