import { areaPlacement, placement } from '../../contract/contribution.ts'
import type { AreaPlacement, Placement } from '../../contract/contribution.ts'
import { lockVisibleImage } from '../../database/lock-image.ts'
import type { Tx } from '../../database/store.ts'
import { CatalogError } from '../../base/errors.ts'
import { requireGeoreferenceable } from '../../model/accepts-georeference.ts'
import type { GeoreferenceKind } from '../../model/georeference-kind.ts'
import type { Problem } from '../../base/problems/problem.ts'
import {
  findArea,
  findPoint,
  type AreaRow,
  type PointRow,
} from '../../queries/images/image-contributions.ts'
import { requireOwnRoom, requireRoomForPositions } from '../require-own-room.ts'
import { useCase, type ContributionContext } from '../run/use-case.ts'
import { addArea, addPoint } from './add-georeferences.ts'

/** A georeference and its image. */
export type Placed<Row> = Row & { image_id: number }

/**
 * The error of a georeference whose sender has not seen the newest one of the image. Kind `conflict`, code
 * `superseded`.
 */
export class SupersededError<Row extends PointRow | AreaRow> extends CatalogError {
  /** The newest georeference of the image; null if it has none any more. */
  readonly newest: Placed<Row> | null

  constructor(newest: Placed<Row> | null) {
    const problem: Problem = newest ? ['placed_meanwhile', newest.username] : ['placement_deleted']
    super('conflict', problem, { code: 'superseded' })
    this.newest = newest
  }
}

/** Places an image at a point, with the feed and the milestones. */
export const placeAtPoint = useCase({
  name: 'georeference.add',
  access: 'contributor',
  limit: 'placements',
  staffLimit: 'staff_placements',
  once: true,
  input: placement,
  async run(tx, input: Placement, context): Promise<Placed<PointRow>> {
    const placing = { table: 'georeference', find: findPoint, input } as const
    await requirePlaceable(tx, placing, context)
    const point = { ...input, userId: context.contributor.userId, at: context.now }
    return read(tx, placing, await addPoint(tx, point, context))
  },
})

/** Places an image taken from above on the area that it covers, with the feed and the milestones. */
export const placeOnArea = useCase({
  name: 'from_above_georeference.add',
  access: 'contributor',
  limit: 'placements',
  staffLimit: 'staff_placements',
  once: true,
  input: areaPlacement,
  async run(tx, input: AreaPlacement, context): Promise<Placed<AreaRow>> {
    const placing = { table: 'from_above_georeference', find: findArea, input } as const
    await requirePlaceable(tx, placing, context)
    const { image: imageId, polygon } = input
    const { userId } = context.contributor
    await requireRoomForPositions(tx, { imageId, userId, polygon })
    return read(tx, placing, await addArea(tx, { ...input, userId, at: context.now }, context))
  },
})

interface Placing<Row> {
  table: GeoreferenceKind
  find: (tx: Tx, id: number) => Promise<Row | undefined>
  input: { image: number; previous?: number | null | undefined }
}

/**
 * Locks an image, and requires that the contributor may place it.
 * @throws SupersededError
 * @throws CatalogError kind `not_found` (image), or `conflict` (a duplicate, not to be georeferenced, not taken from
 *   above, or placed too often by the contributor)
 */
async function requirePlaceable<Row extends PointRow | AreaRow>(
  tx: Tx,
  placing: Placing<Row>,
  { contributor: { userId, visibility } }: ContributionContext,
): Promise<void> {
  const { table, input } = placing
  const image = await lockVisibleImage(tx, input.image, visibility)
  requireGeoreferenceable(image, { id: input.image, table })
  await requireOwnRoom(tx, table, { imageId: input.image, userId })
  if (input.previous === undefined) return
  const newest = await findNewest(tx, table, input.image)
  if ((newest?.id ?? null) === input.previous) return
  throw new SupersededError(newest ? await read(tx, placing, newest) : null)
}

function findNewest(tx: Tx, table: GeoreferenceKind, image: number) {
  return tx
    .selectFrom(table)
    .select('id')
    .where('image_id', '=', image)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

async function read<Row>(
  tx: Tx,
  { find, input }: Placing<Row>,
  { id }: { id: number },
): Promise<Placed<Row>> {
  const row = await find(tx, id)
  if (!row) throw new Error('the georeference cannot be read')
  return { ...row, image_id: input.image }
}
