import { CatalogError } from '../../../../core/base/errors.ts'
import type { Api } from '../../../client/api.ts'
import type { Cli } from '../../../cli.ts'
import { hint, tell } from '../../../terminal/output.ts'
import { formatDuration } from '../../../terminal/format.ts'
import type { RunOutcome } from '../summary.ts'
import type { RowResult } from '../../journal/row-result.ts'
import type { Pictures } from './fetch-pictures.ts'
import {
  countPictures,
  describeCounts,
  listDoneImages,
  type PictureCounts,
} from './picture-counts.ts'
import { waitForPictures } from './wait-for-pictures.ts'

const DEFAULT_WAIT_SECONDS = 30 * 60

/** The result of waiting for processing after a run. */
export interface WaitResult {
  /** Empty if the states were not fetched. */
  fetched: { pictures?: Pictures }
  /** Members to add to the summary of the run; null if the instance did not respond. */
  summary: { pictures?: PictureCounts | null }
  /** Prints the processing states. */
  print(): void
  /** Adds the processing states to the outcome of the run, which decides its exit code. */
  addToOutcome(outcome: RunOutcome): RunOutcome
}

/** The result if the run does not wait. */
export const NOT_WAITED: WaitResult = {
  fetched: {},
  summary: {},
  print() {},
  addToOutcome: (outcome) => outcome,
}

/** Waits until the images of all rows are processed, also those of earlier runs. */
export async function waitAfterRun(
  cli: Cli,
  api: Api,
  {
    rows,
    seconds = DEFAULT_WAIT_SECONDS,
  }: { rows: Iterable<RowResult>; seconds: number | undefined },
): Promise<WaitResult> {
  try {
    const pictures = await waitForPictures(cli, api, { images: listDoneImages(rows), seconds })
    const counts = countPictures(pictures)
    return {
      fetched: { pictures },
      summary: { pictures: counts },
      print: () => printCounts(cli, counts, seconds),
      addToOutcome: (outcome) => addCounts(outcome, counts),
    }
  } catch (error) {
    if (cli.signal.aborted) return NOT_WAITED
    if (!(error instanceof CatalogError)) throw error
    return {
      fetched: {},
      summary: { pictures: null },
      print: () => tell(cli, `Did not wait for pictures: ${error.message}`),
      addToOutcome: (outcome) => addCounts(outcome, { pending: 1, damaged: 0, failed: 0 }),
    }
  }
}

function printCounts(cli: Cli, counts: PictureCounts, seconds: number): void {
  tell(cli, `Pictures: ${describeCounts(counts)}.`)
  if (counts.pending > 0 && !cli.signal.aborted)
    tell(cli, `Stopped waiting after ${formatDuration(seconds)}.`)
  if (counts.pending > 0) hint(cli, 'To see their progress: catalog import status')
  if (counts.damaged > 0) {
    hint(cli, 'To replace a damaged file with an intact copy: catalog replace IMAGE FILE')
  }
}

function addCounts(
  outcome: RunOutcome,
  { pending, damaged, failed }: Omit<PictureCounts, 'ready'>,
): RunOutcome {
  const { counts } = outcome
  return {
    ...outcome,
    counts: {
      ...counts,
      damaged: counts.damaged + damaged,
      failed: counts.failed + failed,
      unfinished: counts.unfinished + pending,
    },
  }
}
