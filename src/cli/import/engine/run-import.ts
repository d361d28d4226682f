import { CatalogError } from '../../../core/errors.ts'
import { driveRow, type Drive } from './drive-row.ts'
import { finish } from './finish-row.ts'
import type { Journal, Selection } from '../journal/journal.ts'
import { POLICY, type State } from '../journal/protocol.ts'
import type { JournalRow } from '../journal/row.ts'
import { createSemaphore } from '../transfer/semaphore.ts'
import { createLinkSpeed } from '../transfer/link-speed.ts'
import { createCommitOrder } from './commit-order.ts'
import type { Sending } from '../transfer/upload.ts'
import type { Verification, RunContext } from './run-context.ts'

/** Rows in a row that find nobody to talk to: then nobody is there. */
const OUTAGES = 5

/** Rows that wait for their turn to be committed, for each that is uploaded. */
const AHEAD = 4

/** States of rows that a run works on. */
export const UNDONE: readonly State[] = ['planned', 'slotted', 'uploaded', 'failed']

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
  sending: Sending,
  options: RunOptions,
): Promise<CatalogError | undefined> {
  const watch = openWatch(sending, options)
  const work = openWork(journal, sending, { ...options, ...watch })
  const course = { work, watch, options }
  await decide(course)
  await putAside(course)
  await goOn(course)
  await decide(course)
  journal.settle()
  return watch.end()
}

function openWork(
  journal: Journal,
  sending: Sending,
  options: RunOptions & Pick<RunContext, 'mayBegin' | 'mayCommit' | 'ended'>,
): RunContext {
  const { cli, api } = sending
  const { account, verify, moveDone, say, base, mayBegin, mayCommit, ended } = options
  return {
    journal,
    sending,
    account,
    policy: POLICY,
    search: { cli, api, journal, signal: sending.signal, taken: new Set() },
    uploads: createSemaphore(options.concurrency),
    commits: createSemaphore(options.inOrder ? 1 : options.concurrency),
    speed: createLinkSpeed(),
    uploaded: new Map(),
    newest: new Map(),
    verify,
    base,
    say,
    mayBegin,
    mayCommit,
    ended,
    ...(moveDone !== undefined && { moveDone }),
  }
}

/** When to stop, as seen by what has happened so far. */
function openWatch({ cli }: Sending, { failuresAllowed, maxSeconds }: RunOptions) {
  const until = performance.now() + maxSeconds * 1000
  let failures = 0
  let outages = 0
  let stoppedBy: CatalogError | undefined
  let defect: unknown
  const mayCommit = (): boolean =>
    stoppedBy === undefined && defect === undefined && failures < failuresAllowed
  return {
    mayCommit,
    mayBegin: () => mayCommit() && !cli.signal.aborted && performance.now() < until,
    ended({ standing }: JournalRow) {
      outages = 0
      if (standing.state === 'failed' || standing.state === 'review') failures += 1
    },
    failed(error: unknown) {
      if (error instanceof CatalogError) {
        outages = error.kind === 'unavailable' ? outages + 1 : 0
        if (concernsAll(error) || outages >= OUTAGES) stoppedBy ??= error
      } else defect ??= error
    },
    /** What stopped the run; a defect is thrown on. */
    end() {
      if (defect !== undefined) throw defect
      return stoppedBy
    },
  }
}

type Watch = ReturnType<typeof openWatch>

async function take(course: RunCourse, row: JournalRow, drive: Drive): Promise<void> {
  const { work, watch, options } = course
  try {
    await driveRow(work, row, drive)
  } catch (error) {
    watch.failed(error)
  }
  if (!drive.onlyDecide || isDone(row)) options.onRow(row, work.uploaded.get(row.id) ?? 0)
}

function isDone({ standing }: JournalRow): boolean {
  return standing.state === 'committed'
}

interface RunCourse {
  work: RunContext
  watch: Watch
  options: RunOptions
}

/** One after the other, in their order, since each may yet make its image. */
async function decide(course: RunCourse): Promise<void> {
  const free = createCommitOrder(false)
  for (const row of course.work.journal.inDoubt()) {
    if (!course.watch.mayBegin()) return
    await take(course, row, { turn: free(), onlyDecide: true })
  }
}

/** Files of rows whose image was there before they could be put aside. */
async function putAside({ work, watch, options }: RunCourse): Promise<void> {
  if (options.moveDone === undefined && !work.journal.hasUnfiled()) return
  for (const row of work.journal.rows(['committed'])) {
    if (watch.mayBegin()) await finish(work, row)
  }
}

async function goOn(course: RunCourse): Promise<void> {
  const { work, watch, options } = course
  const turns = createCommitOrder(options.inOrder)
  const room = createSemaphore(options.concurrency * AHEAD)
  const running = new Set<Promise<void>>()
  let begun = 0
  for (const row of work.journal.rows(UNDONE, options.selection)) {
    const place = await room.acquire()
    if (!watch.mayBegin() || begun === options.maxRows) break
    begun += 1
    const driven = take(course, row, { turn: turns() }).finally(() => {
      place[Symbol.dispose]()
      running.delete(driven)
    })
    running.add(driven)
    if (options.delaySeconds > 0) await pause(work.sending, options.delaySeconds)
  }
  await Promise.all(running)
}

/** Ends early when the person asks to stop. */
async function pause({ cli }: Sending, seconds: number): Promise<void> {
  await cli.sleep(seconds * 1000, cli.signal).catch(() => {})
}

/** Where the next row would fail in the same way. */
function concernsAll({ kind }: CatalogError): boolean {
  return kind === 'unauthenticated' || kind === 'forbidden' || kind === 'busy'
}
