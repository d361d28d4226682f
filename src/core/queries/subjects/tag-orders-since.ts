import type { Micros } from '../../base/clock.ts'
import { inList } from '../../database/sql.ts'
import { compareTimeAndId, literal } from '../../database/expressions.ts'
import type { Selects } from '../../database/store.ts'
import type { ContributionsSince } from '../people/user-since.ts'

/** An order of the subjects of an image that can be reverted. */
export interface TagOrder {
  /** Id of the last change of the order. */
  id: number
  image_id: number
  at: Micros
  /** The subjects that the image has now, in the order before. */
  order: number[]
}

const PAGE_SIZE = 100

/**
 * Lists the images whose subjects a user has reordered since a time, unless another user has reordered them later.
 * Newest first.
 */
export async function listTagOrdersSince(
  reads: Selects,
  contributions: ContributionsSince,
  { limit, before }: { limit: number; before?: { at: Micros; id: number } | undefined },
): Promise<TagOrder[]> {
  const orders: TagOrder[] = []
  let last = before
  do {
    const page = await selectLastReorderings(reads, contributions, last)
    orders.push(...(await findOrdersBefore(reads, contributions, page)))
    last = page.length < PAGE_SIZE ? undefined : page.at(-1)
  } while (last && orders.length < limit)
  return orders.slice(0, limit)
}

type Reordering = Pick<TagOrder, 'id' | 'image_id' | 'at'>

/** The last change of the order of each image, if the user made it. */
function selectLastReorderings(
  reads: Selects,
  { userId, since }: ContributionsSince,
  last: { at: Micros; id: number } | undefined,
): Promise<Reordering[]> {
  return reads
    .selectFrom('subject_change as change')
    .select(['change.id', 'change.image_id', 'change.changed_at as at'])
    .where('change.changed_by', '=', userId)
    .where('change.changed_at', '>=', since)
    .where('change.action', '=', literal('reordered' as const))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('subject_change as later')
            .select(literal(1).as('one'))
            .whereRef('later.image_id', '=', 'change.image_id')
            .where('later.action', '=', literal('reordered' as const))
            .where((inner) =>
              inner(
                inner.refTuple('later.changed_at', 'later.id'),
                '>',
                inner.refTuple('change.changed_at', 'change.id'),
              ),
            ),
        ),
      ),
    )
    .$if(last !== undefined, (changes) =>
      changes.where(
        compareTimeAndId(['change.changed_at', 'change.id'], '<', last ?? { at: 0, id: 0 }),
      ),
    )
    .orderBy('change.changed_at', 'desc')
    .orderBy('change.id', 'desc')
    .limit(PAGE_SIZE)
    .execute()
}

/** Leaves out images whose subjects are in the order before again. */
async function findOrdersBefore(
  reads: Selects,
  contributions: ContributionsSince,
  page: readonly Reordering[],
): Promise<TagOrder[]> {
  const images = page.map(({ image_id }) => image_id)
  const [before, now] = [
    await readOrdersBefore(reads, contributions, images),
    await readOrdersNow(reads, images),
  ]
  return page.flatMap((reordering) => {
    const current = now.get(reordering.image_id) ?? []
    const order = restoreOrder(current, before.get(reordering.image_id) ?? [])
    return order.join() === current.join() ? [] : [{ ...reordering, order }]
  })
}

/** Subjects that the image has got since follow in their present order. */
function restoreOrder(current: readonly number[], before: readonly number[]): number[] {
  const restored = before.filter((id) => current.includes(id))
  return [...restored, ...current.filter((id) => !restored.includes(id))]
}

/** The subjects of images, as ordered before the user did so in a row. */
async function readOrdersBefore(
  reads: Selects,
  { userId, since }: ContributionsSince,
  images: readonly number[],
): Promise<ReadonlyMap<number, number[]>> {
  const changes = await reads
    .selectFrom('subject_change')
    .select(['image_id', 'changed_by', 'changed_at', 'previous_order'])
    .where('image_id', 'in', inList(images))
    .where('action', '=', literal('reordered' as const))
    .orderBy('changed_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const before = new Map<number, number[]>()
  const ended = new Set<number>()
  for (const { image_id: image, changed_by, changed_at, previous_order } of changes) {
    if (changed_by !== userId || changed_at < since) ended.add(image)
    else if (!ended.has(image)) before.set(image, JSON.parse(previous_order ?? '[]') as number[])
  }
  return before
}

async function readOrdersNow(
  reads: Selects,
  images: readonly number[],
): Promise<ReadonlyMap<number, number[]>> {
  const tags = await reads
    .selectFrom('image_subject')
    .select(['image_id', 'subject_id'])
    .where('image_id', 'in', inList(images))
    .orderBy('position')
    .orderBy('subject_id')
    .execute()
  return new Map(
    [...Map.groupBy(tags, ({ image_id }) => image_id)].map(([image, of]) => [
      image,
      of.map(({ subject_id }) => subject_id),
    ]),
  )
}
