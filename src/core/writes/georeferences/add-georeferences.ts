import { recordGeoreferences } from '../feed/record.ts'
import { recordAudit, type AuditContext } from '../../audit/record-audit.ts'
import type { Micros } from '../../base/clock.ts'
import type { NewAreaGeoreference, NewGeoreference } from '../../contract/new-contribution.ts'
import { findAreaProblem } from '../../database/area-problem.ts'
import { areaGeometry, pointGeometry } from '../../database/sql.ts'
import { lockImages, type LockedImage } from '../../database/lock-image.ts'
import type { Tx } from '../../database/store.ts'
import { invalid } from '../../base/errors.ts'
import { requireGeoreferenceable } from '../../model/accepts-georeference.ts'
import type { GeoreferenceKind } from '../../model/georeference-kind.ts'

/** Author and time of a contribution. */
interface Author {
  userId: number
  at: Micros
}

/** A contribution. It is not new if the same user made the same one at the same time before. */
export interface Contributed {
  id: number
  isNew: boolean
}

type Point = NewGeoreference & Author
type Area = NewAreaGeoreference & Author

/**
 * Adds point georeferences, all or none, with the feed, the milestones and the audit log.
 * @returns in the same order
 * @throws CatalogError kind `not_found` (image) or `conflict` (a duplicate, or not to be georeferenced)
 */
export function addGeoreferences(
  tx: Tx,
  points: readonly Point[],
  context: AuditContext,
): Promise<Contributed[]> {
  return addEach(tx, points, POINTS, context)
}

/**
 * The same for areas of images taken from above.
 * @throws CatalogError also kind `invalid` (polygon), or `conflict` (not taken from above)
 */
export function addAreaGeoreferences(
  tx: Tx,
  areas: readonly Area[],
  context: AuditContext,
): Promise<Contributed[]> {
  return addEach(tx, areas, AREAS, context)
}

/** The same for one point, on an image that is locked and accepts it. */
export function addPoint(tx: Tx, point: Point, context: AuditContext): Promise<{ id: number }> {
  return addOne(tx, point, POINTS, context)
}

/** The same for one area. @throws CatalogError kind `invalid` (polygon) */
export function addArea(tx: Tx, area: Area, context: AuditContext): Promise<{ id: number }> {
  return addOne(tx, area, AREAS, context)
}

/** Table and queries of georeferences of one kind. */
interface Kind<New> {
  table: GeoreferenceKind
  /** Finds the same georeference by the same user at the same time. */
  find: (tx: Tx, made: New) => Promise<{ id: number } | undefined>
  /** @returns the row, apart from its geometry */
  insert: (tx: Tx, made: New) => Promise<{ id: number }>
}

const POINTS: Kind<Point> = { table: 'georeference', find: findPoint, insert: insertPoint }

const AREAS: Kind<Area> = { table: 'from_above_georeference', find: findArea, insert: insertArea }

async function addEach<New extends { image: number } & Author>(
  tx: Tx,
  all: readonly New[],
  kind: Kind<New>,
  context: AuditContext,
): Promise<Contributed[]> {
  const images: ReadonlyMap<number, LockedImage> = await lockImages(
    tx,
    all.map(({ image }) => image),
  )
  const added: New[] = []
  const results: Contributed[] = []
  for (const made of all) {
    const known = await kind.find(tx, made)
    if (known) {
      results.push({ id: known.id, isNew: false })
      continue
    }
    requireGeoreferenceable(images.get(made.image), { id: made.image, table: kind.table })
    results.push({ ...(await insertAudited(tx, made, kind, context)), isNew: true })
    added.push(made)
  }
  await recordGeoreferences(tx, added)
  return results
}

async function addOne<New extends Author>(
  tx: Tx,
  made: New,
  kind: Kind<New>,
  context: AuditContext,
): Promise<{ id: number }> {
  const { id } = await insertAudited(tx, made, kind, context)
  await recordGeoreferences(tx, [made])
  return { id }
}

async function insertAudited<New>(
  tx: Tx,
  made: New,
  { table, insert }: Kind<New>,
  context: AuditContext,
): Promise<{ id: number }> {
  const row = await insert(tx, made)
  const change = { action: `${table}.create`, objectType: table, objectId: row.id } as const
  await recordAudit(tx, context, { ...change, before: null, after: { ...row } })
  return { id: row.id }
}

function findPoint(tx: Tx, { image, userId, at, latitude, longitude }: Point) {
  return tx
    .selectFrom('georeference')
    .select('id')
    .where('image_id', '=', image)
    .where('created_at', '=', at)
    .where('user_id', '=', userId)
    .where('latitude', '=', latitude)
    .where('longitude', '=', longitude)
    .executeTakeFirst()
}

async function insertPoint(tx: Tx, point: Point): Promise<{ id: number }> {
  const { latitude, longitude, direction } = point
  const row = { ...describe(point), latitude, longitude, direction }
  const { id } = await tx
    .insertInto('georeference')
    .values({ ...row, geom: pointGeometry(longitude, latitude) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, ...row }
}

function findArea(tx: Tx, { image, userId, at, polygon }: Area) {
  return tx
    .selectFrom('from_above_georeference')
    .select('id')
    .where('image_id', '=', image)
    .where('created_at', '=', at)
    .where('user_id', '=', userId)
    .where('polygon', '=', polygon)
    .executeTakeFirst()
}

async function insertArea(tx: Tx, area: Area): Promise<{ id: number }> {
  const { polygon } = area
  const problem = await findAreaProblem(tx, polygon)
  if (problem !== undefined) throw invalid('polygon', problem)
  const row = { ...describe(area), polygon }
  const { id } = await tx
    .insertInto('from_above_georeference')
    .values({ ...row, geom: areaGeometry(polygon) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, ...row }
}

function describe({ image, confidence, confidence_notes, userId, at }: Point | Area) {
  return {
    image_id: image,
    confidence,
    confidence_notes: confidence_notes ?? null,
    user_id: userId,
    created_at: at,
  }
}
