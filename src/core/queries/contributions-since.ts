import type { AliasableExpression } from 'kysely'
import type { Micros } from '../clock.ts'
import { column } from '../db/expressions.ts'
import type { Selects } from '../db/store.ts'
import { listTagOrdersSince } from './tag-orders-since.ts'
import { selectAddedSubjects, selectAddedTags, selectRemovedTags } from './tags-since.ts'
import type { ContributionsSince } from './user-since.ts'

/**
 * The kinds of contributions that can be reverted, in the order in which they are: tags before their order, and before
 * the subjects that then have no images.
 */
export const REVERTIBLE_KINDS = [
  'georeference',
  'from_above_georeference',
  'validation',
  'comment',
  'tag',
  'removed_tag',
  'tag_order',
  'subject',
] as const

export type RevertibleKind = (typeof REVERTIBLE_KINDS)[number]

export interface RevertibleContribution {
  kind: RevertibleKind
  /** Its id; of a tag, that of the subject; of an order, that of its change. */
  id: number
  /** Null for a subject. */
  image_id: number | null
  at: Micros
  /** Of an order of the subjects of an image: the one before. */
  order?: readonly number[]
}

/** Lists contributions of one kind, the newest first. */
export async function listContributionsSince(
  reads: Selects,
  kind: RevertibleKind,
  { limit, ...contributions }: ContributionsSince & { limit: number },
): Promise<RevertibleContribution[]> {
  const rows =
    kind === 'tag_order'
      ? await listTagOrdersSince(reads, contributions, limit)
      : await select(reads, kind, contributions)
          .selectAll()
          .orderBy('at', 'desc')
          .orderBy('id', 'desc')
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
  for (const kind of REVERTIBLE_KINDS)
    counts[kind] = await countKind(reads, kind, contributions, most)
  return counts
}

async function countKind(
  reads: Selects,
  kind: RevertibleKind,
  contributions: ContributionsSince,
  most: number,
): Promise<number> {
  if (kind === 'tag_order') return (await listTagOrdersSince(reads, contributions, most)).length
  const { count } = await reads
    .selectFrom(select(reads, kind, contributions).select('id').limit(most).as('made'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Names the counts as the API and the commands do. */
export function nameCounts(counts: Record<RevertibleKind, number>) {
  return {
    point_georeferences: counts.georeference,
    from_above_georeferences: counts.from_above_georeference,
    validations: counts.validation,
    comments: counts.comment,
    tags: counts.tag,
    removed_tags: counts.removed_tag,
    tag_orders: counts.tag_order,
    subjects: counts.subject,
  }
}

/** The contributions of a kind as a table. */
function select(
  reads: Selects,
  kind: Exclude<RevertibleKind, 'tag_order'>,
  contributions: ContributionsSince,
) {
  return reads.selectFrom(SELECT[kind](reads, contributions).as('made'))
}

type Row = Pick<RevertibleContribution, 'id' | 'image_id' | 'at'>

type Select = (reads: Selects, contributions: ContributionsSince) => AliasableExpression<Row>

const SELECT: Record<Exclude<RevertibleKind, 'tag_order'>, Select> = {
  georeference: selectFrom('georeference', ['user_id', 'created_at']),
  from_above_georeference: selectFrom('from_above_georeference', ['user_id', 'created_at']),
  validation: selectFrom('validation', ['validated_by', 'validated_at']),
  comment: selectFrom('comment', ['commented_by', 'created_at']),
  tag: selectAddedTags,
  removed_tag: selectRemovedTags,
  subject: selectAddedSubjects,
}

function selectFrom(
  table: 'georeference' | 'from_above_georeference' | 'validation' | 'comment',
  [user, time]: readonly [user: string, time: string],
): Select {
  return (reads, { userId, since }) =>
    reads
      .selectFrom(table as 'georeference')
      .select(['id', 'image_id', column<number>(time).as('at')])
      .where(column<number>(user), '=', userId)
      .where(column<number>(time), '>=', since)
}
