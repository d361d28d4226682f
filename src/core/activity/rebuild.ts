import {
  insertMissingChanges,
  streamIdBatches,
  insertAnnouncements,
  insertComments,
  insertGeoreferenceGroups,
  insertIntroductions,
  insertReorderings,
  insertSubjectGroups,
} from './replay.ts'
import { updateAllTimestamps, updateTimestamps } from './timestamps.ts'
import type { Tx } from '../db/store.ts'
import { readMilestones, refreshMilestones } from './milestones.ts'

/**
 * Makes the whole feed anew from what was contributed and announced, with today's milestones. What it
 * keeps in memory does not grow with the catalogue, but with the longest history of a hundred users or
 * subjects.
 * @returns how many events there are
 */
export async function rebuildActivity(tx: Tx): Promise<number> {
  await tx.deleteFrom('activity_event').execute()
  await insertMissingChanges(tx)
  await insertComments(tx)
  await insertAnnouncements(tx)
  await insertReorderings(tx)
  for await (const subjects of streamIdBatches(tx, 'subject')) {
    await insertIntroductions(tx, subjects)
    await insertSubjectGroups(tx, subjects)
  }
  for await (const users of streamIdBatches(tx, 'user')) await insertGeoreferenceGroups(tx, users)
  await replayMilestones(tx)
  await updateAllTimestamps(tx)
  const counted = tx.selectFrom('activity_event').select(({ fn }) => fn.countAll<number>().as('n'))
  return (await counted.executeTakeFirstOrThrow()).n
}

/** After the thresholds have changed: the rest of the feed stays. */
export async function rebuildMilestones(tx: Tx): Promise<void> {
  await updateTimestamps(tx, await replayMilestones(tx))
}

async function replayMilestones(tx: Tx): Promise<number[]> {
  const [milestones, since] = [await readMilestones(tx), Number.MIN_SAFE_INTEGER]
  const moved = await refreshMilestones(tx, { whose: 'everybody', since, milestones })
  for await (const users of streamIdBatches(tx, 'user')) {
    for (const whose of users) {
      moved.push(...(await refreshMilestones(tx, { whose, since, milestones })))
    }
  }
  return moved
}
