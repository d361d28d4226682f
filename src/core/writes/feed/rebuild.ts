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
import { updateAllTimestamps } from './timestamps.ts'
import type { Tx } from '../../database/store.ts'
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

/** The caller updates the timestamps. */
async function replayMilestones(tx: Tx): Promise<void> {
  const change = { milestones: await readMilestones(tx), since: Number.MIN_SAFE_INTEGER }
  await refreshMilestones(tx, { scope: 'all users', ...change })
  for await (const users of streamIdBatches(tx, 'user'))
    for (const scope of users) await refreshMilestones(tx, { scope, ...change })
}
