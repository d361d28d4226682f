import { dirname, resolve } from 'node:path'
import type { CatalogError } from '../../../core/errors.ts'
import type { Cli } from '../../cli.ts'
import { startProgress, type Progress } from '../../progress.ts'
import { trackProgress } from '../report/track-progress.ts'
import type { Journal } from '../journal/journal.ts'
import { countRemaining, listRowStates } from '../report/remaining-work.ts'
import type { OnlineCheckedManifest } from '../check/read-and-check.ts'
import { runImport, type RunOptions } from './run-import.ts'
import { createThrottle } from '../transfer/throttle.ts'

/** What is running gets this long after the first Ctrl-C. */
const GRACE_MS = 20_000

type Asked = Omit<RunOptions, 'account' | 'base' | 'onRow' | 'say'> & { bytesPerSecond?: number }

/** Imports what the journal has left to do, and shows how far it is. */
export async function runWithProgress(
  cli: Cli,
  { api, manifest, accountId }: OnlineCheckedManifest,
  journal: Journal,
  { bytesPerSecond, moveDone, ...asked }: Asked,
): Promise<CatalogError | undefined> {
  const { selection, maxRows } = asked
  const left = countRemaining(listRowStates(journal), { ...selection, maxRows })
  using progress = await startProgress(cli, {
    unit: 'images',
    count: left.rows,
    bytes: left.bytes,
  })
  const signal = abortAfterGrace(cli, progress)
  const sending = {
    cli,
    api: api.withSignal(signal),
    onBytes: (bytes: number) => progress.addBytes(bytes),
    signal,
    ...(bytesPerSecond !== undefined && { throttle: createThrottle(cli, bytesPerSecond) }),
  }
  return await runImport(journal, sending, {
    ...asked,
    account: accountId,
    base: dirname(manifest.path),
    ...(moveDone !== undefined && { moveDone: resolve(cli.cwd, moveDone) }),
    onRow: trackProgress(progress),
    say: (sentence) => progress.log(sentence),
  })
}

/** Aborted some time after the person asked to stop. */
function abortAfterGrace(cli: Cli, progress: Progress): AbortSignal {
  const last = new AbortController()
  const onAbort = (): void => {
    progress.log('Stopping after the uploads in progress. Press Ctrl-C again to stop immediately.')
    setTimeout(() => last.abort(), GRACE_MS).unref()
  }
  if (cli.signal.aborted) onAbort()
  else cli.signal.addEventListener('abort', onAbort, { once: true })
  return last.signal
}
