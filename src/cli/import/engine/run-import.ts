import { CatalogError } from '../../../core/base/errors.ts'
import { runRow, toExpectedFailure, type RowRunOptions } from './run-row.ts'
import { finishRow, hasRowsToFinish, needsFinishing } from './finish-row.ts'
import type { Journal } from '../journal/journal.ts'
import type { Selection } from '../journal/journal-reader.ts'
import { POLICY, UNFINISHED_STATES, type Problem } from '../journal/row-state-machine.ts'
import { findPlaceToMake, type JournalRow } from '../journal/journal-row.ts'
import { placeImage } from './place-image.ts'
import { toRowProblem } from '../journal/row-result.ts'
import { FILE_UNREADABLE } from '../transfer/upload-file.ts'
import { URL_UNREACHABLE } from '../transfer/url-problem.ts'
import { createSemaphore } from '../transfer/semaphore.ts'
import { createLinkSpeed } from '../transfer/link-speed.ts'
import { createCommitOrder } from '../transfer/commit-order.ts'
import type { TransferContext } from '../transfer/transfer-context.ts'
import type { Verification, RunContext } from '../transfer/run-context.ts'

/** Consecutive rows without a response after which the run stops. */
const MAX_CONSECUTIVE_OUTAGES = 5

/** Consecutive rows with an unreadable file after which the run stops, because their drive or the network may be gone. */
const MAX_CONSECUTIVE_UNREADABLE = 5

/** Rows in progress per concurrent upload; those beyond the first wait for their turn to commit. */
const ROWS_PER_UPLOAD = 4

export interface RunOptions {
  concurrency: number
  /** Number of failures after which the run starts no further rows. */
  failuresAllowed: number
  /** Whether rows are committed in the order of the manifest. */
  inOrder: boolean
  selection: Selection
  /** Maximum number of rows to start. */
  maxRows: number
  /** Time after which the run starts no further rows. */
  maxSeconds: number
  /** Pause between the starts of two rows. */
  delaySeconds: number
  verify: Verification
  /** Whether files may be downloaded from private addresses. */
  allowPrivateUrls: boolean
  /** Absolute path of the folder for files of committed rows. */
  moveDone?: string
  /** Folder that paths in `moveDone` are relative to. */
  baseFolder: string
  /** Id of the signed-in account. */
  account: number
  /** Called when the run is done with a row, with the number of bytes that it uploaded for the row. */
  onRow: (row: JournalRow, sentBytes: number) => void
  /** Shows a message while the run continues. */
  log: (sentence: string) => void
}

/**
 * Imports the unfinished rows of a journal. Rows that an earlier run left in doubt are resolved first.
 * After Ctrl-C, rows in progress are finished and no further rows are started.
 * @returns the error that stopped the run early; undefined also after Ctrl-C or too many failures
 */
export async function runImport(
  journal: Journal,
  transfer: TransferContext,
  options: RunOptions,
): Promise<CatalogError | undefined> {
  const watch = watchRun(transfer, options)
  const context = createRunContext(journal, transfer, { ...options, ...watch })
  const run = { context, watch, options, started: new Set<number>() }
  await resolveRowsInDoubt(run)
  await finishCommittedRows(run)
  await runRows(run)
  await resolveRowsInDoubt(run)
  journal.flush()
  return watch.end()
}

function createRunContext(
  journal: Journal,
  transfer: TransferContext,
  options: RunOptions & Pick<RunContext, 'mayStartRow' | 'mayCommit' | 'onRowEnded'>,
): RunContext {
  const { cli, api } = transfer
  const {
    account,
    verify,
    allowPrivateUrls,
    moveDone,
    log,
    baseFolder,
    mayStartRow,
    mayCommit,
    onRowEnded,
  } = options
  return {
    journal,
    transfer,
    account,
    policy: POLICY,
    search: { cli, api, journal, signal: transfer.signal, claimedImages: new Set() },
    uploads: createSemaphore(options.concurrency),
    allowPrivateUrls,
    downloads: createSemaphore(options.concurrency),
    commits: createSemaphore(options.inOrder ? 1 : options.concurrency),
    speed: createLinkSpeed(),
    uploadedBytes: new Map(),
    newestImages: new Map(),
    verify,
    baseFolder,
    log,
    mayStartRow,
    mayCommit,
    onRowEnded,
    ...(moveDone !== undefined && { moveDone }),
  }
}

/** Decides when the run stops, from the outcomes of its rows. */
function watchRun({ cli }: TransferContext, { failuresAllowed, maxSeconds }: RunOptions) {
  const deadline = performance.now() + maxSeconds * 1000
  let failures = 0
  let outages = 0
  let unreadable = 0
  let stoppedBy: CatalogError | undefined
  let defect: unknown
  const mayCommit = (): boolean =>
    stoppedBy === undefined && defect === undefined && failures < failuresAllowed
  return {
    mayCommit,
    mayStartRow: () => mayCommit() && !cli.signal.aborted && performance.now() < deadline,
    onRowEnded({ rowState }: JournalRow) {
      const { problem } = rowState
      outages = 0
      const reason = COMMON_CAUSES[problem?.code ?? '']
      unreadable = reason === undefined ? 0 : unreadable + 1
      if (problem && unreadable >= MAX_CONSECUTIVE_UNREADABLE)
        stoppedBy ??= filesUnreadable(problem, reason)
      if (rowState.state === 'failed' || rowState.state === 'review') failures += 1
    },
    failed(error: unknown) {
      if (error instanceof CatalogError) {
        outages = error.kind === 'unavailable' ? outages + 1 : 0
        if (failsForAllRows(error) || outages >= MAX_CONSECUTIVE_OUTAGES) stoppedBy ??= error
      } else defect ??= error
    },
    /** @returns the error that stopped the run. Unexpected errors are rethrown. */
    end() {
      if (defect !== undefined) throw defect
      return stoppedBy
    },
  }
}

/** Common causes of many failed files in succession, by code. */
const COMMON_CAUSES: Partial<Record<string, string>> = {
  [FILE_UNREADABLE]: 'could not be read, as if their drive were gone',
  [URL_UNREACHABLE]: 'could not be downloaded, as if the network were gone',
}

function filesUnreadable({ code, message: why }: Problem, reason = ''): CatalogError {
  const message = `The files of ${MAX_CONSECUTIVE_UNREADABLE} rows in succession ${reason}. ${why} Make the files available and run the same command again.`
  return new CatalogError('unavailable', message, { code })
}

type RunWatch = ReturnType<typeof watchRun>

async function runAndReportRow(
  run: ImportRun,
  row: JournalRow,
  rowOptions: RowRunOptions,
): Promise<void> {
  const { context, watch, options } = run
  try {
    await runRow(context, row, rowOptions)
  } catch (error) {
    watch.failed(error)
  }
  if (!rowOptions.onlyResolve || isDone(row))
    options.onRow(row, context.uploadedBytes.get(row.id) ?? 0)
}

function isDone({ rowState }: JournalRow): boolean {
  return rowState.state === 'committed'
}

/** One run of an import, as its phases share it. */
interface ImportRun {
  context: RunContext
  watch: RunWatch
  options: RunOptions
  /** Ids of the rows of the manifest that this run has worked on. */
  started: Set<number>
}

/**
 * Resolves rows one at a time in manifest order, because each may still commit. A row that this run has worked on
 * before continues if it has no image, because nothing follows that would start it again.
 */
async function resolveRowsInDoubt(run: ImportRun): Promise<void> {
  const createTurn = createCommitOrder(false)
  for (const row of run.context.journal.readRowsInDoubt()) {
    if (!run.watch.mayStartRow()) return
    const onlyResolve = !run.started.has(row.id)
    if (row.isListed) run.started.add(row.id)
    await runAndReportRow(run, row, { turn: createTurn(), onlyResolve })
  }
}

/** Finishes rows that an earlier run committed: verifies and moves their files, and places their images. */
async function finishCommittedRows({ context, watch }: ImportRun): Promise<void> {
  const { journal } = context
  if (!hasRowsToFinish(context)) return
  for (const row of journal.readRows(['committed'])) {
    if (!watch.mayStartRow()) return
    const isUnfinished = needsFinishing(context, row)
    if (!isUnfinished && !findPlaceToMake(row)) continue
    try {
      row.record.note = null
      if (isUnfinished) await finishRow(context, row)
      await placeImage(context, row)
    } catch (error) {
      const failure = toExpectedFailure(context, error)
      row.record.note = toRowProblem(failure)
      await journal.saveRow(row)
      watch.failed(failure)
    }
  }
}

async function runRows(run: ImportRun): Promise<void> {
  const { context, watch, options } = run
  const createTurn = createCommitOrder(options.inOrder)
  const rows = createSemaphore(options.concurrency * ROWS_PER_UPLOAD)
  const running = new Set<Promise<void>>()
  let started = 0
  for (const row of context.journal.readRows(UNFINISHED_STATES, options.selection)) {
    const permit = await rows.acquire()
    if (!watch.mayStartRow() || started === options.maxRows) break
    started += 1
    run.started.add(row.id)
    const finished = runAndReportRow(run, row, { turn: createTurn() }).finally(() => {
      permit[Symbol.dispose]()
      running.delete(finished)
    })
    running.add(finished)
    if (options.delaySeconds > 0) await waitBetweenRows(context.transfer, options.delaySeconds)
  }
  await Promise.all(running)
}

/** Waits for the given time, or until Ctrl-C. */
async function waitBetweenRows({ cli }: TransferContext, seconds: number): Promise<void> {
  await cli.sleep(seconds * 1000, cli.signal).catch(() => {})
}

/** Whether every further row would fail in the same way. */
function failsForAllRows({ kind }: CatalogError): boolean {
  return kind === 'unauthenticated' || kind === 'forbidden' || kind === 'busy'
}
