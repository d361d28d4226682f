import {
  insertMissingChanges,
  listDeletedSubjects,
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
 * Rebuilds the whole feed from the contributions and announcements, with the current milestones. Memory use depends
 * on the longest history of a hundred users or subjects, not on the size of the catalog.
 * @returns the number of events
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
  await insertSubjectGroups(tx, await listDeletedSubjects(tx))
  for await (const users of streamIdBatches(tx, 'user')) await insertGeoreferenceGroups(tx, users)
  await replayMilestones(tx)
  await updateAllTimestamps(tx)
  const counted = tx.selectFrom('activity_event').select(({ fn }) => fn.countAll<number>().as('n'))
  return (await counted.executeTakeFirstOrThrow()).n
}

/** Rebuilds only the milestones, after their thresholds have changed. */
export async function rebuildMilestones(tx: Tx): Promise<void> {
  await updateTimestamps(tx, await replayMilestones(tx))
}

async function replayMilestones(tx: Tx): Promise<number[]> {
  const [milestones, since] = [await readMilestones(tx), Number.MIN_SAFE_INTEGER]
  const moved = await refreshMilestones(tx, { scope: 'all users', since, milestones })
  for await (const users of streamIdBatches(tx, 'user')) {
    for (const scope of users) {
      moved.push(...(await refreshMilestones(tx, { scope, since, milestones })))
    }
  }
  return moved
}
