import type { Micros } from '../../base/clock.ts'
import { MAX_ACTIVITIES } from '../../base/limits.ts'
import { preparedQuery, type Params } from '../../database/prepared-query.ts'
import type { Reads } from '../../database/store.ts'
import {
  judgeByVisibility,
  LOG_END,
  selectChanges,
  type LogInterval,
  type PublicChange,
} from './public-changes.ts'

export interface ActivityPage {
  changes: PublicChange[]
  /** The intervals before and after this one. Undefined at the ends of the log. */
  prev: LogInterval | undefined
  next: LogInterval | undefined
}

/**
 * Lists the latest changes of images, collections and sources in an interval, oldest first. Changes that are committed later
 * are in no interval that was listed before, and an object that changes again leaves its own. Those of subjects, which IIIF does
 * not describe, are left out after the interval was chosen, so that a page costs the same wherever they are.
 * @returns undefined if the log has more changes in the interval than a page may have
 */
export async function listActivities(
  reads: Reads,
  { after, until }: LogInterval,
): Promise<ActivityPage | undefined> {
  const rows = await selectChanges(reads, { after, until, limit: MAX_ACTIVITIES + 1 })
  if (rows.length > MAX_ACTIVITIES) return undefined
  const described = rows.filter(({ kind }) => kind !== 'subject')
  const [changes, prev, next] = await Promise.all([
    judgeByVisibility(reads, described),
    findIntervalBefore(reads, after),
    findIntervalAfter(reads, until),
  ])
  return { changes, prev, next }
}

/** Finds the first and the last interval of the log. Both are empty if nothing was ever public. */
export async function findEnds(reads: Reads): Promise<{ first: LogInterval; last: LogInterval }> {
  const first = await findIntervalAfter(reads, 0)
  const last = await findIntervalBefore(reads, LOG_END)
  return { first: first ?? EMPTY, last: last ?? EMPTY }
}

const EMPTY: LogInterval = { after: 0, until: 0 }

async function findIntervalAfter(reads: Reads, after: Micros): Promise<LogInterval | undefined> {
  const page = { after, until: LOG_END, limit: MAX_ACTIVITIES }
  const last = (await selectChanges(reads, page)).at(-1)
  return last && { after, until: last.changed_at }
}

async function findIntervalBefore(reads: Reads, until: Micros): Promise<LogInterval | undefined> {
  const rows = await selectUntil(reads, { until })
  const [newest] = rows
  return newest && { after: rows[MAX_ACTIVITIES]?.changed_at ?? 0, until: newest.changed_at }
}

const selectUntil = preparedQuery((reads: Reads, { until }: Params<{ until: Micros }>) =>
  reads
    .selectFrom('public_change')
    .select('changed_at')
    .where('changed_at', '<=', until)
    .orderBy('changed_at', 'desc')
    .limit(MAX_ACTIVITIES + 1),
)
