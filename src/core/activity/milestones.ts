import type { Micros } from '../clock.ts'
import { milestonesSetting } from '../contract/milestones.ts'
import {
  countGeoreferences,
  streamGeoreferenceTimes,
  type UserScope,
} from './georeference-times.ts'
import type { Tx } from '../db/store.ts'
import { DEFAULT_MILESTONES, isMilestone, type Milestones } from '../model/milestones.ts'
import { insertEvent } from './insert-event.ts'

/** Today's, from the setting `milestones`; the usual ones where that does not say it understandably. */
export async function readMilestones(tx: Tx): Promise<Milestones> {
  const setting = await tx
    .selectFrom('setting')
    .select('value')
    .where('name', '=', 'milestones')
    .executeTakeFirst()
  const parsed = milestonesSetting.safeParse(setting ? JSON.parse(setting.value) : {})
  return parsed.success ? parsed.data : DEFAULT_MILESTONES
}

/**
 * Brings the milestones up to date after georeferences came or went at `since` or later: counts back from
 * the newest one, so that the usual case, a georeference made now, looks at no other.
 * @returns the moments whose timestamps are to be settled
 */
export async function refreshMilestones(
  tx: Tx,
  { whose, since, milestones }: { whose: UserScope; since: Micros; milestones: Milestones },
): Promise<Micros[]> {
  const steps = whose === 'everybody' ? milestones.sitewide : milestones.user
  const due = new Map<number, Micros>()
  let count = await countGeoreferences(tx, whose)
  for await (const { at } of streamGeoreferenceTimes(tx, whose, since)) {
    if (isMilestone(count, steps)) due.set(count, at)
    count -= 1
  }
  const moved = await deleteOutdated(tx, whose, { since, due })
  for (const [milestone, at] of due)
    await insertEvent(tx, { ...eventColumnsOf(whose), at, milestone })
  return [...moved, ...due.values()]
}

/** Takes back what is not due any more; what is told already is due no more. */
async function deleteOutdated(
  tx: Tx,
  whose: UserScope,
  { since, due }: { since: Micros; due: Map<number, Micros> },
): Promise<Micros[]> {
  const { type, user_id } = eventColumnsOf(whose)
  const told = await tx
    .selectFrom('activity_event')
    .select(['id', 'at', 'milestone'])
    .where('type', '=', type)
    .where('user_id', 'is', user_id)
    .where('milestone', 'is not', null)
    .where('at', '>=', since)
    .$narrowType<{ milestone: number }>()
    .execute()
  const moved: Micros[] = []
  for (const { id, at, milestone } of told) {
    if (due.get(milestone) === at) due.delete(milestone)
    else {
      await tx.deleteFrom('activity_event').where('id', '=', id).execute()
      moved.push(at)
    }
  }
  return moved
}

function eventColumnsOf(whose: UserScope) {
  return whose === 'everybody'
    ? { type: 'sitewide_milestone' as const, user_id: null }
    : { type: 'user_milestone' as const, user_id: whose }
}
