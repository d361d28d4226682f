import type { Micros } from '../../base/clock.ts'
import { inList } from '../../database/sql.ts'
import type { Reads } from '../../database/store.ts'
import type { GeoreferenceKind } from '../../model/georeference-kind.ts'
import { selectVisibleCollections } from '../lists/visible-collections.ts'

/** Activity of others on an image to which a user contributed. */
export interface ImageNews {
  id: number
  title: string
  comments: number
  placements: number
  /** Of the user's placements. */
  checks: number
  /** When the last of it was. */
  at: Micros
}

/** Number of the user's newest contributions of each kind that count. */
const MAX_OWN = 500

interface Since {
  userId: number
  since: Micros
}

/** Lists the public images on which others did something since a time, the latest first. */
export async function listNews(reads: Reads, { userId, since }: Since): Promise<ImageNews[]> {
  const own = await listOwnImages(reads, userId)
  if (own.length === 0) return []
  const scope = { userId, since, own }
  const rows = await Promise.all([
    countOthers(reads, 'comment', scope),
    countOthers(reads, 'georeference', scope),
    countOthers(reads, 'from_above_georeference', scope),
    countChecks(reads, 'georeference', scope),
    countChecks(reads, 'from_above_georeference', scope),
  ])
  const changed = [...new Set(rows.flat().map(({ image_id }) => image_id))]
  const images = await findPublicImages(reads, changed)
  const byImage = rows.map((counted) => new Map(counted.map((row) => [row.image_id, row])))
  const [comments, points, areas, ...checks] = byImage
  return images
    .map(({ id, title }) => {
      const sum = (maps: (ReadonlyMap<number, Counted> | undefined)[]) =>
        maps.reduce((total, map) => total + (map?.get(id)?.count ?? 0), 0)
      return {
        id,
        title,
        comments: sum([comments]),
        placements: sum([points, areas]),
        checks: sum(checks),
        at: Math.max(...byImage.map((counted) => counted.get(id)?.at ?? 0)),
      }
    })
    .toSorted((one, other) => other.at - one.at)
}

interface Counted {
  image_id: number
  count: number
  at: Micros
}

async function listOwnImages(reads: Reads, userId: number): Promise<number[]> {
  const newest = (table: GeoreferenceKind) =>
    reads
      .selectFrom(table)
      .select('image_id')
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(MAX_OWN)
      .execute()
  const commented = reads
    .selectFrom('comment')
    .select('image_id')
    .where('commented_by', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_OWN)
    .execute()
  const rows = await Promise.all([
    newest('georeference'),
    newest('from_above_georeference'),
    commented,
  ])
  return [...new Set(rows.flat().map(({ image_id }) => image_id))]
}

interface Scope extends Since {
  own: readonly number[]
}

/** Contributions of others, by image. */
function countOthers(
  reads: Reads,
  table: GeoreferenceKind | 'comment',
  { userId, since, own }: Scope,
): Promise<Counted[]> {
  const author = table === 'comment' ? 'commented_by' : 'user_id'
  return reads
    .selectFrom(table as 'comment')
    .select(['image_id', ({ fn }) => fn.countAll<number>().as('count')])
    .select(({ fn }) => fn.max<number>('created_at').as('at'))
    .where('image_id', 'in', inList(own))
    .where('created_at', '>', since)
    .where(author as 'commented_by', '!=', userId)
    .groupBy('image_id')
    .execute()
}

/** Checks of the user's placements, by image. */
function countChecks(
  reads: Reads,
  kind: GeoreferenceKind,
  { userId, since, own }: Scope,
): Promise<Counted[]> {
  return reads
    .selectFrom('validation')
    .innerJoin(`${kind} as made` as 'georeference as made', (join) =>
      join.onRef('made.id', '=', `validation.${kind}_id`),
    )
    .select(['validation.image_id', ({ fn }) => fn.countAll<number>().as('count')])
    .select(({ fn }) => fn.max<number>('validated_at').as('at'))
    .where('validation.image_id', 'in', inList(own))
    .where('validated_at', '>', since)
    .where('made.user_id', '=', userId)
    .groupBy('validation.image_id')
    .execute()
}

function findPublicImages(reads: Reads, ids: readonly number[]) {
  return reads
    .selectFrom('image')
    .select(['id', 'title'])
    .where('id', 'in', inList(ids))
    .where('collection_id', 'in', selectVisibleCollections(reads, { visibility: 'public' }))
    .execute()
}
