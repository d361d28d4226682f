import type { Progress } from '../../terminal/progress/meter.ts'
import type { JournalRow } from '../journal/journal-row.ts'
import type { RunOptions } from './run-import.ts'

/** @returns a callback that adds finished rows of the manifest to the progress; deferred rows do not count */
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
