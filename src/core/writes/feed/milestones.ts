import type { Micros } from '../../base/clock.ts'
import { milestonesSetting } from '../../contract/milestones.ts'
import { countGeoreferences, listSteps, type UserScope } from './number-georeferences.ts'
import type { Tx } from '../../database/store.ts'
import { DEFAULT_MILESTONES, type Milestones } from '../../model/milestone-steps.ts'
import { readStoredSetting } from '../../queries/settings/stored-setting.ts'
import { insertEvent } from './insert-event.ts'

/** Reads the setting `milestones`. Returns the defaults if it is absent or invalid. */
export async function readMilestones(tx: Tx): Promise<Milestones> {
  const setting = await readStoredSetting(tx, 'milestones')
  const parsed = milestonesSetting.safeParse(setting ?? {})
  return parsed.success ? parsed.data : DEFAULT_MILESTONES
}

/**
 * Updates milestones after georeferences at or after `since` were added or removed. A new one, the usual case, reads
 * no others.
 * @returns the times from which timestamps must be updated
 */
export async function refreshMilestones(
  tx: Tx,
  { scope, since, milestones }: { scope: UserScope; since: Micros; milestones: Milestones },
): Promise<Micros[]> {
  const steps = scope === 'all users' ? milestones.sitewide : milestones.user
  const count = await countGeoreferences(tx, scope)
  const reached = await listSteps(tx, scope, { since, count, steps })
  const due = new Map(reached.map(({ number, at }) => [number, at]))
  return replaceMilestones(tx, scope, { since, due })
}

/** The milestones of a period, both ends included, as they should be. */
export interface DueMilestones {
  since: Micros
  /** To the end if undefined. */
  until?: Micros
  /** When each number was reached. */
  due: ReadonlyMap<number, Micros>
}

/** Records milestones that are due, and deletes others. Returns the times from which timestamps must be updated. */
export async function replaceMilestones(
  tx: Tx,
  scope: UserScope,
  { since, until = Number.MAX_SAFE_INTEGER, due }: DueMilestones,
): Promise<Micros[]> {
  const columns = eventColumnsOf(scope)
  const recorded = await tx
    .selectFrom('activity_event')
    .select(['id', 'at', 'milestone'])
    .where('type', '=', columns.type)
    .where('user_id', 'is not distinct from', columns.user_id)
    .where('milestone', 'is not', null)
    .where((eb) => eb.between('at', since, until))
    .$narrowType<{ milestone: number }>()
    .execute()
  const missing = new Map(due)
  const moved: Micros[] = []
  for (const { id, at, milestone } of recorded) {
    if (missing.get(milestone) === at) missing.delete(milestone)
    else {
      await tx.deleteFrom('activity_event').where('id', '=', id).execute()
      moved.push(at)
    }
  }
  for (const [milestone, at] of missing) await insertEvent(tx, { ...columns, at, milestone })
  return [...moved, ...missing.values()]
}

function eventColumnsOf(scope: UserScope) {
  return scope === 'all users'
    ? { type: 'sitewide_milestone' as const, user_id: null }
    : { type: 'user_milestone' as const, user_id: scope }
}
