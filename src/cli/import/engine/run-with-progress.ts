import { dirname, resolve } from 'node:path'
import { CatalogError } from '../../../core/base/errors.ts'
import type { Cli } from '../../cli.ts'
import { quoteForShell } from '../../terminal/quote-for-shell.ts'
import { startProgress } from '../../terminal/progress.ts'
import type { Progress } from '../../terminal/progress/meter.ts'
import { trackProgress } from './track-progress.ts'
import type { Journal } from '../journal/journal.ts'
import { countRemaining, listRowStates } from '../journal/remaining-work.ts'
import type { OnlineCheckedManifest } from '../check/read-and-check.ts'
import { OTHER_NAME } from './plan-import.ts'
import { runImport, type RunOptions } from './run-import.ts'
import { nameImport } from '../transfer/name-import.ts'
import { createThrottle } from '../transfer/throttle.ts'

/** Time for rows in progress after the first Ctrl-C. */
const GRACE_MS = 20_000

type ProgressRunOptions = Omit<RunOptions, 'account' | 'baseFolder' | 'onRow' | 'log'> & {
  bytesPerSecond?: number
  /** UUID of the batch that new images belong to. */
  batch?: string
}

/** Imports the unfinished rows of a journal and shows the progress. */
export async function runWithProgress(
  cli: Cli,
  { api, manifest, accountId }: OnlineCheckedManifest,
  journal: Journal,
  { bytesPerSecond, moveDone, batch, ...options }: ProgressRunOptions,
): Promise<CatalogError | undefined> {
  const { selection, maxRows } = options
  const remaining = countRemaining(listRowStates(journal), { ...selection, maxRows })
  using progress = await startProgress(cli, {
    unit: 'images',
    count: remaining.rows,
    bytes: remaining.bytes,
  })
  const signal = abortAfterGrace(cli, progress)
  cli.stopTimeoutMs += GRACE_MS
  const transfer = {
    cli,
    api: api.withSignal(signal),
    onBytes: (bytes: number) => progress.addBytes(bytes),
    onDownloaded: (bytes: number) => progress.reduceTotal(-bytes),
    signal,
    ...(bytesPerSecond !== undefined && { throttle: createThrottle(cli, bytesPerSecond) }),
    ...(batch !== undefined && { batch }),
  }
  if (batch !== undefined && remaining.rows > 0 && !cli.signal.aborted) {
    const failure = await nameImport(transfer, { batch, name: journal.batch.name })
    if (failure) return isOtherName(failure) ? toOtherNameError(failure, journal) : failure
  }
  return await runImport(journal, transfer, {
    ...options,
    account: accountId,
    baseFolder: dirname(manifest.path),
    ...(moveDone !== undefined && { moveDone: resolve(cli.cwd, moveDone) }),
    onRow: trackProgress(progress),
    log: (sentence) => progress.log(sentence),
  })
}

function isOtherName({ kind, details }: CatalogError): boolean {
  return kind === 'conflict' && details.code !== 'import_undone'
}

/** An earlier run told the instance another name, and started no row. */
function toOtherNameError({ message }: CatalogError, { folder }: Journal): CatalogError {
  const advice = `Specify this name with --name, or start over after: catalog import forget ${quoteForShell(folder)}`
  return new CatalogError('conflict', `${message} ${advice}`, { code: OTHER_NAME })
}

/** @returns a signal that aborts some time after the first Ctrl-C */
function abortAfterGrace(cli: Cli, progress: Progress): AbortSignal {
  const controller = new AbortController()
  const onAbort = (): void => {
    progress.log('Stopping after the uploads in progress. Press Ctrl-C again to stop immediately.')
    setTimeout(() => controller.abort(), GRACE_MS).unref()
  }
  if (cli.signal.aborted) onAbort()
  else cli.signal.addEventListener('abort', onAbort, { once: true })
  return controller.signal
}
