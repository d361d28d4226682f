import { CatalogError } from '../../../../core/errors.ts'
import type { Api } from '../../../api.ts'
import type { Cli } from '../../../cli.ts'
import { hint, tell } from '../../../output.ts'
import { formatDuration } from '../../../format.ts'
import type { RunOutcome } from '../summary.ts'
import type { RowResult } from '../row-result.ts'
import type { Pictures } from './fetch-pictures.ts'
import {
  countPictures,
  describeCounts,
  listDoneImages,
  type PictureCounts,
} from './picture-counts.ts'
import { waitForPictures } from './wait-for-pictures.ts'

const DEFAULT_WAIT_SECONDS = 30 * 60

/** How the wait at the end of a run ended. */
export interface WaitResult {
  /** Empty when the instance was not asked. */
  fetched: { pictures?: Pictures }
  /** What the summary of the run has beside its own counts; null when the instance did not answer. */
  summary: { pictures?: PictureCounts | null }
  /** Tells the person how it ended. */
  print(): void
  /** The end of the run with what the pictures add: a damaged one is damage, a failed one a failure. */
  addToOutcome(ending: RunOutcome): RunOutcome
}

/** A run that did not wait ends as it is. */
export const NOT_WAITED: WaitResult = {
  fetched: {},
  summary: {},
  print() {},
  addToOutcome: (ending) => ending,
}

/** Waits for the pictures of all rows that are done, also in earlier runs of the import. */
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
      print: () => tellCounts(cli, counts, seconds),
      addToOutcome: (ending) => weigh(ending, counts),
    }
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    return {
      fetched: {},
      summary: { pictures: null },
      print: () => tell(cli, `Did not wait for pictures: ${error.message}`),
      addToOutcome: (ending) => weigh(ending, { pending: 1, damaged: 0, failed: 0 }),
    }
  }
}

function tellCounts(cli: Cli, counts: PictureCounts, seconds: number): void {
  tell(cli, `Pictures: ${describeCounts(counts)}.`)
  if (counts.pending > 0 && !cli.signal.aborted)
    tell(cli, `Stopped waiting after ${formatDuration(seconds)}.`)
  if (counts.pending > 0) hint(cli, 'To see their progress: catalog import status')
  if (counts.damaged > 0) {
    hint(cli, 'To replace a damaged file with an intact copy: catalog replace IMAGE FILE')
  }
}

function weigh(
  ending: RunOutcome,
  { pending, damaged, failed }: Omit<PictureCounts, 'ready'>,
): RunOutcome {
  const { counts } = ending
  return {
    ...ending,
    counts: {
      ...counts,
      damaged: counts.damaged + damaged,
      failed: counts.failed + failed,
      unfinished: counts.unfinished + pending,
    },
  }
}
