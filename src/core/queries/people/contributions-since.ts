import type { AliasableExpression } from 'kysely'
import type { Micros } from '../../base/clock.ts'
import type { ContributionKind } from '../../model/contribution-kinds.ts'
import { column, compareTimeAndId } from '../../database/expressions.ts'
import type { Selects } from '../../database/store.ts'
import { listTagOrdersSince } from '../subjects/tag-orders-since.ts'
import { selectAddedSubjects, selectAddedTags, selectRemovedTags } from '../subjects/tags-since.ts'
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

/** Names of the kinds in the API. */
export const CONTRIBUTION_NAMES: Readonly<Record<RevertibleKind, ContributionKind>> = {
  georeference: 'point_georeference',
  from_above_georeference: 'from_above_georeference',
  validation: 'validation',
  comment: 'comment',
  tag: 'tag',
  removed_tag: 'removed_tag',
  tag_order: 'tag_order',
  subject: 'subject',
}

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

/** Names a contribution among those of its user: `comment-12`; that of a tag also names the image: `tag-3-12`. */
export function nameContribution({
  kind,
  id,
  image_id,
}: Pick<RevertibleContribution, 'kind' | 'id' | 'image_id'>): string {
  const name = `${CONTRIBUTION_NAMES[kind]}-${id}`
  return kind === 'tag' || kind === 'removed_tag' ? `${name}-${image_id}` : name
}

/** The place of a contribution in the list of all kinds: its time, then that of its kind, then its id. */
export type ContributionPlace = readonly [at: Micros, kind: number, id: number]

export function getPlace({ at, kind, id }: RevertibleContribution): ContributionPlace {
  return [at, REVERTIBLE_KINDS.indexOf(kind), id]
}

interface Listed extends ContributionsSince {
  limit: number
  /** Only contributions that come after this one, that is, are older. */
  after?: ContributionPlace | undefined
  /** Names of contributions to leave out. */
  keep?: ReadonlySet<string> | undefined
}

/** Lists contributions of one kind, the newest first. */
export async function listContributionsSince(
  reads: Selects,
  kind: RevertibleKind,
  { limit, after, keep = new Set(), ...contributions }: Listed,
): Promise<RevertibleContribution[]> {
  const before = after && toUpperBound(after, kind)
  const most = limit + keep.size
  const rows =
    kind === 'tag_order'
      ? await listTagOrdersSince(reads, contributions, { limit: most, before })
      : await select(reads, kind, contributions)
          .selectAll()
          .$if(before !== undefined, (made) =>
            made.where(compareTimeAndId(['at', 'id'], '<', before ?? { at: 0, id: 0 })),
          )
          .orderBy('at', 'desc')
          .orderBy('id', 'desc')
          .limit(most)
          .execute()
  return rows
    .map((row) => ({ kind, ...row }))
    .filter((row) => !keep.has(nameContribution(row)))
    .slice(0, limit)
}

/** The contributions of a kind after a place are those below this time and id. */
function toUpperBound([at, place, id]: ContributionPlace, kind: RevertibleKind) {
  const own = REVERTIBLE_KINDS.indexOf(kind)
  return { at, id: own === place ? id : own > place ? Number.MAX_SAFE_INTEGER : 0 }
}

/** Lists contributions of all kinds, the newest first. */
export async function listNewestContributions(
  reads: Selects,
  contributions: Listed,
): Promise<RevertibleContribution[]> {
  const newest: RevertibleContribution[] = []
  for (const kind of REVERTIBLE_KINDS)
    newest.push(...(await listContributionsSince(reads, kind, contributions)))
  // The kinds are in their order, and the sort is stable.
  return newest.toSorted((one, other) => other.at - one.at).slice(0, contributions.limit)
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
  if (kind === 'tag_order')
    return (await listTagOrdersSince(reads, contributions, { limit: most })).length
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
