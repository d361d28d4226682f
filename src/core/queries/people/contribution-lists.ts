import { inList } from '../../database/sql.ts'
import { literal } from '../../database/expressions.ts'
import type { Reads, Selects } from '../../database/store.ts'
import type { Flag } from '../../database/tables.ts'
import { notFound } from '../../base/errors.ts'
import type { GeoreferenceKind } from '../../model/georeference-kind.ts'

/** Every contribution, of hidden images too, in the order of the ids. */

export interface ContributionFilter {
  imageId?: number | undefined
  userId?: number | undefined
  /** Only ids above this one. */
  after: number
  limit: number
}

export interface ListedGeoreference {
  id: number
  image: number
  latitude?: number
  longitude?: number
  direction?: number | null
  /** GeoJSON text. */
  polygon?: string
  confidence: string
  confidence_notes: string | null
  user: string
  created_at: number
  validations: number
}

export function listEveryGeoreference(
  reads: Reads,
  kind: GeoreferenceKind,
  { imageId, userId, after, limit }: ContributionFilter,
): Promise<ListedGeoreference[]> {
  const common = reads
    .selectFrom(`${kind} as made` as 'georeference as made')
    .innerJoin('user', 'user.id', 'made.user_id')
    .select(['made.id', 'made.image_id as image', 'made.confidence', 'made.confidence_notes'])
    .select(['user.username as user', 'made.created_at'])
    .select((made) =>
      made
        .selectFrom('validation')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef(`validation.${kind}_id`, '=', 'made.id')
        .$asScalar()
        .$notNull()
        .as('validations'),
    )
    .where('made.id', '>', after)
    .$if(imageId !== undefined, (query) => query.where('made.image_id', '=', imageId ?? 0))
    .$if(userId !== undefined, (query) => query.where('made.user_id', '=', userId ?? 0))
    .orderBy('made.id')
    .limit(limit)
  if (kind === 'georeference') {
    return common.select(['made.latitude', 'made.longitude', 'made.direction']).execute()
  }
  return common.select('made.polygon' as never).execute()
}

export function listEveryValidation(
  reads: Reads,
  { imageId, userId, after, limit }: ContributionFilter,
) {
  return reads
    .selectFrom('validation')
    .innerJoin('user', 'user.id', 'validation.validated_by')
    .select(['validation.id', 'image_id as image', 'georeference_id as georeference'])
    .select(['from_above_georeference_id as from_above_georeference', 'validation', 'notes'])
    .select(['user.username as user', 'validated_at'])
    .where('validation.id', '>', after)
    .$if(imageId !== undefined, (query) => query.where('image_id', '=', imageId ?? 0))
    .$if(userId !== undefined, (query) => query.where('validated_by', '=', userId ?? 0))
    .orderBy('validation.id')
    .limit(limit)
    .execute()
}

/** Lists comments, hidden ones too. */
export function listEveryComment(
  reads: Reads,
  { imageId, userId, after, limit }: ContributionFilter,
) {
  return selectComments(reads)
    .where('comment.id', '>', after)
    .$if(imageId !== undefined, (query) => query.where('image_id', '=', imageId ?? 0))
    .$if(userId !== undefined, (query) => query.where('commented_by', '=', userId ?? 0))
    .orderBy('comment.id')
    .limit(limit)
    .execute()
}

/** @throws CatalogError kind `not_found` */
export async function getEveryComment(reads: Reads, id: number) {
  const comment = await selectComments(reads).where('comment.id', '=', id).executeTakeFirst()
  if (!comment) throw notFound('Comment not found.')
  return comment
}

function selectComments(reads: Reads) {
  const columns = ['id', 'image_id', 'text', 'commented_by', 'created_at'] as const
  const hidden = reads
    .selectFrom('hidden_comment')
    .select([...columns, literal<Flag>(1).as('is_hidden')])
  return reads
    .selectFrom(
      reads
        .selectFrom('comment')
        .select([...columns, literal<Flag>(0).as('is_hidden')])
        .unionAll(hidden)
        .as('comment'),
    )
    .innerJoin('user', 'user.id', 'comment.commented_by')
    .select(['comment.id', 'image_id', 'text', 'comment.created_at', 'is_hidden'])
    .select(['commented_by as user_id', 'user.username'])
}

/** Returns those of the ids that exist. */
export async function findExistingIds(
  reads: Selects,
  table: GeoreferenceKind | 'validation' | 'comment' | 'image',
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await reads
    .selectFrom(table as 'comment')
    .select('id')
    .where('id', 'in', inList(ids))
    .execute()
  return new Set(rows.map(({ id }) => id))
}
