import { MICROS_PER_SECOND } from '../../../../core/base/clock.ts'
import type { Api } from '../../../client/api.ts'
import type { Cli } from '../../../cli.ts'
import { startProgress } from '../../../terminal/progress.ts'
import { fetchPictures, type Picture, type Pictures } from './fetch-pictures.ts'

const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 10_000

/**
 * Waits until none of the images is pending, until the timeout, or until Ctrl-C.
 * @returns the last known processing states
 * @throws whatever `fetchPictures` throws
 */
export async function waitForPictures(
  cli: Cli,
  api: Api,
  { images, seconds }: { images: readonly number[]; seconds: number },
): Promise<Pictures> {
  const pictures = new Map<number, Picture>(await fetchPictures(api, images))
  const end = cli.clock.now() + seconds * MICROS_PER_SECOND
  let pending = listPending(pictures)
  using progress = await startProgress(cli, { unit: 'pictures', count: pending.length, bytes: 0 })
  for (let pause = FIRST_PAUSE_MS; pending.length > 0 && cli.clock.now() < end; pause *= 1.5) {
    if (!(await untilInterrupted(cli, () => cli.sleep(Math.min(pause, MAX_PAUSE_MS), cli.signal))))
      break
    const before = pending
    const isComplete = await untilInterrupted(cli, async () => {
      const found = await fetchPictures(api, before)
      // Images that were deleted are not pending.
      for (const id of before) pictures.set(id, found.get(id) ?? { processing: null })
    })
    if (!isComplete) break
    pending = listPending(pictures)
    for (let n = pending.length; n < before.length; n += 1) progress.addDone()
  }
  return pictures
}

function listPending(pictures: Pictures): number[] {
  return [...pictures].flatMap(([id, { processing }]) => (processing === 'pending' ? id : []))
}

/** @returns false if Ctrl-C interrupted the work */
async function untilInterrupted(cli: Cli, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return !cli.signal.aborted
  } catch (error) {
    if (cli.signal.aborted) return false
    throw error
  }
}
