import type { Micros } from '../clock.ts'
import { column } from '../db/expressions.ts'
import type { Selects } from '../db/store.ts'

/** The kinds of contributions that can be reverted, by the name of their table. */
export const REVERTIBLE_KINDS = [
  'georeference',
  'from_above_georeference',
  'validation',
  'comment',
  'image_subject',
] as const

export type RevertibleKind = (typeof REVERTIBLE_KINDS)[number]

/** The contributions of a user from a time on. */
export interface ContributionsSince {
  userId: number
  since: Micros
}

export interface RevertibleContribution {
  kind: RevertibleKind
  /** Its id; of a tag, that of the subject. */
  id: number
  image_id: number
  at: Micros
}

/** The columns of the user, the time and the id of each kind. */
const COLUMNS: Record<RevertibleKind, readonly [user: string, time: string, id: string]> = {
  georeference: ['user_id', 'created_at', 'id'],
  from_above_georeference: ['user_id', 'created_at', 'id'],
  validation: ['validated_by', 'validated_at', 'id'],
  comment: ['commented_by', 'created_at', 'id'],
  image_subject: ['tagged_by', 'tagged_at', 'subject_id'],
}

/** Lists contributions of one kind, the newest first. */
export async function listContributionsSince(
  reads: Selects,
  kind: RevertibleKind,
  { userId, since, limit }: ContributionsSince & { limit: number },
): Promise<RevertibleContribution[]> {
  const rows = await select(reads, kind, { userId, since })
    .orderBy(column(COLUMNS[kind][1]), 'desc')
    .orderBy(column(COLUMNS[kind][2]), 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ kind, ...row }))
}

/** Lists contributions of all kinds, the newest first. */
export async function listNewestContributions(
  reads: Selects,
  contributions: ContributionsSince,
  limit: number,
): Promise<RevertibleContribution[]> {
  const newest: RevertibleContribution[] = []
  for (const kind of REVERTIBLE_KINDS)
    newest.push(...(await listContributionsSince(reads, kind, { ...contributions, limit })))
  return newest.toSorted((one, other) => other.at - one.at).slice(0, limit)
}

/** Counts the contributions of each kind, up to a number. */
export async function countContributionsSince(
  reads: Selects,
  contributions: ContributionsSince,
  most: number,
): Promise<Record<RevertibleKind, number>> {
  const counts = {} as Record<RevertibleKind, number>
  for (const kind of REVERTIBLE_KINDS) {
    const { count } = await reads
      .selectFrom(select(reads, kind, contributions).limit(most).as('made'))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    counts[kind] = count
  }
  return counts
}

/** Names the counts as the API and the commands do. */
export function nameCounts(counts: Record<RevertibleKind, number>) {
  return {
    point_georeferences: counts.georeference,
    from_above_georeferences: counts.from_above_georeference,
    validations: counts.validation,
    comments: counts.comment,
    tags: counts.image_subject,
  }
}

function select(reads: Selects, kind: RevertibleKind, { userId, since }: ContributionsSince) {
  const [user, time, id] = COLUMNS[kind]
  return reads
    .selectFrom(kind as 'georeference')
    .select([column<number>(id).as('id'), 'image_id', column<number>(time).as('at')])
    .where(column<number>(user), '=', userId)
    .where(column<number>(time), '>=', since)
}
