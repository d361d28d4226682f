import { setImmediate } from 'node:timers/promises'
import type { Micros } from '../clock.ts'
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
  await Array.fromAsync(replayMilestones(tx))
  await updateAllTimestamps(tx)
  const counted = tx.selectFrom('activity_event').select(({ fn }) => fn.countAll<number>().as('n'))
  return (await counted.executeTakeFirstOrThrow()).n
}

/** Rebuilds only the milestones, after their thresholds have changed. */
export async function rebuildMilestones(tx: Tx): Promise<void> {
  for await (const moved of replayMilestones(tx)) {
    await updateTimestamps(tx, moved)
    // Lets the server respond to other requests, since SQLite runs a statement on the main thread.
    await setImmediate()
  }
}

/** Yields the times from which timestamps must be updated: those of all users together, then of some users at a time. */
async function* replayMilestones(tx: Tx): AsyncIterable<Micros[]> {
  const change = { milestones: await readMilestones(tx), since: Number.MIN_SAFE_INTEGER }
  yield await refreshMilestones(tx, { scope: 'all users', ...change })
  for await (const users of streamIdBatches(tx, 'user')) {
    const moved: Micros[] = []
    for (const scope of users) moved.push(...(await refreshMilestones(tx, { scope, ...change })))
    yield moved
  }
}
