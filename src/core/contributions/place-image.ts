import { addAreaGeoreference, addGeoreference } from '../actions/add-georeferences.ts'
import type { AreaPlacement, Placement } from '../contract/contribution.ts'
import { lockVisibleImage } from '../db/lock-image.ts'
import type { Tx } from '../db/store.ts'
import { CatalogError } from '../errors.ts'
import type { IdempotentResult } from '../idempotency/idempotent-request.ts'
import { requireGeoreferenceable } from '../model/accepts-georeference.ts'
import type { GeoreferenceKind } from '../model/georeference-kind.ts'
import type { Problem } from '../problems/problem.ts'
import { findArea, findPoint, type AreaRow, type PointRow } from '../queries/image-contributions.ts'
import {
  contribute,
  type ContributionRequest,
  type ContributionServices,
  type Contributor,
} from './contribute.ts'
import { requireOwnRoom, requireRoomForPositions } from './require-own-room.ts'

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

/**
 * Places an image at a point, with the feed and the milestones.
 * @throws SupersededError
 * @throws CatalogError kind `not_found` (image), `conflict` (a duplicate, not to be georeferenced, or placed too often by
 *   the contributor), or the errors of `contribute`
 */
export function placeAtPoint(
  services: ContributionServices,
  contributor: Contributor,
  { input, key }: ContributionRequest<Placement>,
): Promise<IdempotentResult<Placed<PointRow>>> {
  const contribution = { contributor, kind: 'placements', key, content: ['point', input] } as const
  return contribute(services, contribution, async (tx, context) => {
    const placing = { table: 'georeference', find: findPoint, input, contributor } as const
    await requirePlaceable(tx, placing)
    const point = { ...input, userId: contributor.userId, at: context.now }
    return read(tx, placing, await addGeoreference(tx, point, context))
  })
}

/**
 * Places an image taken from above on the area that it covers, as `placeAtPoint` does.
 * @throws SupersededError
 * @throws CatalogError also kind `invalid` (polygon), and `conflict` for an image that was not taken from above, or if the
 *   contributor's areas on it have too many positions
 */
export function placeOnArea(
  services: ContributionServices,
  contributor: Contributor,
  { input, key }: ContributionRequest<AreaPlacement>,
): Promise<IdempotentResult<Placed<AreaRow>>> {
  const contribution = { contributor, kind: 'placements', key, content: ['area', input] } as const
  return contribute(services, contribution, async (tx, context) => {
    const placing = {
      table: 'from_above_georeference',
      find: findArea,
      input,
      contributor,
    } as const
    await requirePlaceable(tx, placing)
    const { image: imageId, polygon } = input
    await requireRoomForPositions(tx, { imageId, userId: contributor.userId, polygon })
    const area = { ...input, userId: contributor.userId, at: context.now }
    return read(tx, placing, await addAreaGeoreference(tx, area, context))
  })
}

interface Placing<Row> {
  table: GeoreferenceKind
  find: (tx: Tx, id: number) => Promise<Row | undefined>
  input: { image: number; previous?: number | null | undefined }
  contributor: Contributor
}

async function requirePlaceable<Row extends PointRow | AreaRow>(
  tx: Tx,
  placing: Placing<Row>,
): Promise<void> {
  const { table, input, contributor } = placing
  const image = await lockVisibleImage(tx, input.image, contributor.visibility)
  requireGeoreferenceable(image, { id: input.image, table })
  await requireOwnRoom(tx, table, { imageId: input.image, userId: contributor.userId })
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
