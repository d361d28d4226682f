import type { Micros } from '../../base/clock.ts'
import type { Tx } from '../../database/store.ts'
import type { Milestones, Steps } from '../../model/milestone-steps.ts'
import {
  countGeoreferencesUntil,
  listGeoreferenceTimes,
  type UserScope,
} from './number-georeferences.ts'
import { readMilestones, replaceMilestones } from './milestones.ts'
import { updateTimestamps } from './timestamps.ts'

/** Milestones replaced so far: those of earlier scopes, and those of this one up to this time. */
export interface MilestoneProgress {
  scope: UserScope
  until: Micros
}

export const NO_PROGRESS: MilestoneProgress = { scope: 'all users', until: Number.MIN_SAFE_INTEGER }

/** Limits of one transaction. */
export interface MilestoneLimits {
  /** Times of georeferences of one scope that it reads. */
  times: number
  /** Milestones of one scope that it records. */
  milestones: number
  scopes: number
}

const LIMITS: MilestoneLimits = { times: 20_000, milestones: 100, scopes: 20 }

/**
 * Replaces some milestones, after their thresholds have changed: those of the catalog first, then those of each user. A
 * transaction takes milliseconds. Between transactions, contributions may come and go at any time, because each of them
 * refreshes the milestones that follow it.
 * @returns how far they are replaced; undefined if all are
 */
export async function replaceNextMilestones(
  tx: Tx,
  progress: MilestoneProgress,
  limits = LIMITS,
): Promise<MilestoneProgress | undefined> {
  const milestones = await readMilestones(tx)
  let next: MilestoneProgress | undefined = progress
  for (let scopes = 0; next && scopes < limits.scopes; scopes += 1) {
    const until = await replaceStep(tx, next, { milestones, limits })
    if (until !== undefined) return { ...next, until }
    next = await findNextUser(tx, next.scope)
  }
  return next
}

/** @returns up to which time the milestones of the scope are replaced; undefined if all are */
async function replaceStep(
  tx: Tx,
  { scope, until: from }: MilestoneProgress,
  { milestones, limits }: { milestones: Milestones; limits: MilestoneLimits },
): Promise<Micros | undefined> {
  const steps = scope === 'all users' ? milestones.sitewide : milestones.user
  const times =
    steps.length === 0
      ? []
      : await listGeoreferenceTimes(tx, scope, { after: from, limit: limits.times })
  let number = await countGeoreferencesUntil(tx, scope, from)
  let until: Micros | undefined
  const due = new Map<number, Micros>()
  for (const { at, count } of times) {
    const last = number + count
    while (number < last) {
      number += 1
      if (isStep(number, steps)) due.set(number, at)
    }
    until = at
    if (due.size >= limits.milestones) break
  }
  if (due.size < limits.milestones && times.length < limits.times) until = undefined
  await updateTimestamps(tx, await replaceMilestones(tx, scope, { since: from + 1, until, due }))
  return until
}

/** The last step is followed by its multiples. */
function isStep(number: number, steps: Steps): boolean {
  const last = steps.at(-1) ?? Infinity
  return number > last ? number % last === 0 : steps.includes(number)
}

async function findNextUser(tx: Tx, scope: UserScope): Promise<MilestoneProgress | undefined> {
  const user = await tx
    .selectFrom('user_count')
    .select('user_id')
    .where('user_id', '>', scope === 'all users' ? Number.MIN_SAFE_INTEGER : scope)
    .orderBy('user_id')
    .limit(1)
    .executeTakeFirst()
  return user && { scope: user.user_id, until: Number.MIN_SAFE_INTEGER }
}
