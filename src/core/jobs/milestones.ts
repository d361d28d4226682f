import { setTimeout as pause } from 'node:timers/promises'
import {
  NO_PROGRESS,
  replaceNextMilestones,
  type MilestoneProgress,
} from '../writes/feed/replace-all-milestones.ts'
import type { JobHandler } from './job-handler.ts'

/** Pause between transactions, in which others write. */
const PAUSE_MS = 5

/** Applies the thresholds of milestones to past events. An interrupted run starts over, and changes nothing twice. */
export const milestones: JobHandler = async ({ write }, { signal }) => {
  let progress: MilestoneProgress | undefined = NO_PROGRESS
  while (progress) {
    signal.throwIfAborted()
    const from: MilestoneProgress = progress
    progress = await write((tx) => replaceNextMilestones(tx, from))
    await pause(PAUSE_MS)
  }
}
