import { toNetworkError } from '../../core/base/network-errors.ts'
import type { Cli } from '../cli.ts'
import { waitBeforeRetry } from '../client/retry.ts'
import type { Progress } from '../terminal/progress/meter.ts'

/** After an attempt that received this much, failures are counted from the first one again. */
const MIN_PROGRESS_BYTES = 1024 ** 2

/** A server that asks for a longer pause is not asked again. */
export const MAX_DELAY_SECONDS = 300

export interface DownloadContext {
  cli: Pick<Cli, 'transport' | 'clock' | 'sleep' | 'signal' | 'globals'>
  progress: Progress
}

/** Context of which only the messages matter. */
interface RetryContext extends Pick<DownloadContext, 'cli'> {
  progress: Pick<Progress, 'log'>
  /** Ends the waiting. @default the signal of the program */
  signal?: AbortSignal
}

/**
 * Requests the rest of a file until all of it is there.
 * @param receive appends the rest to `part`
 * @throws the last failure
 */
export async function retryDownload(
  { cli, progress, signal = cli.signal }: RetryContext,
  { url, part }: { url: string; part: { readonly size: number } },
  receive: () => Promise<void>,
): Promise<void> {
  const log = (sentence: string): void => progress.log(sentence)
  const context = { cli, signal, log, maxDelaySeconds: MAX_DELAY_SECONDS }
  for (let failures = 1; ; failures += 1) {
    const before = part.size
    try {
      return await receive()
    } catch (error) {
      if (part.size - before >= MIN_PROGRESS_BYTES) failures = 1
      await waitBeforeRetry(context, toNetworkError(error, url) ?? error, failures)
    }
  }
}
