import type { Progress } from '../../progress.ts'
import type { JournalRow } from '../journal/journal-row.ts'
import type { RunOptions } from '../engine/run-import.ts'

/** Counts rows of the manifest that come to an end; one that the next run goes on with is not counted. */
export function trackProgress(progress: Progress): RunOptions['onRow'] {
  return ({ image, rowState, isListed }: JournalRow, sentBytes) => {
    if (!isListed) return
    const isDone = rowState.state === 'committed'
    if (!isDone && rowState.state !== 'failed' && rowState.state !== 'review') return
    if (isDone) progress.addDone()
    else progress.addFailed()
    progress.reduceTotal(image.size - sentBytes)
  }
}
