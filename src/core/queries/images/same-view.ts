import { inList } from '../../database/sql.ts'
import type { Reads } from '../../database/store.ts'
import { computeGeodesic, type Coordinate } from '../../model/geometry/geodesic.ts'
import { isInViewingCone } from '../../model/viewing-cone.ts'
import { findCameras, type Camera } from './find-cameras.ts'
import { findImages, type ImageRow } from './images.ts'
import { selectMiddleDay } from './middle-day.ts'

/** View of an image: its camera, and the subjects in front of it. */
export interface ShownView {
  imageId: number
  camera: Coordinate & {
    /** Degrees clockwise from north. */
    direction: number
  }
  /** The middles of its subjects. */
  subjects: readonly Coordinate[]
  /** Width of what a camera sees, in degrees. */
  viewingCone: number
}

/** In meters. */
const SAME_SPOT = 60
/** The angle between the directions of two cameras up to which they look the same way, in degrees. */
const SAME_WAY = 30
/** In meters. From farther away, houses are likely to stand in between. */
const SUBJECT_IN_VIEW = 200
const MAX_SUBJECTS = 3

/** An image of a view. */
export type ViewImage = ImageRow & {
  /** The day in the middle of its date, in days since the epoch; null without a date. */
  middleDay: number | null
}

/**
 * Finds public images with pictures that show the same as an image: those whose cameras stood on the same spot and
 * looked the same way, then those that have a subject of the image in view.
 * @param limit the number of images, of which the nearest are found
 * @returns these and the image itself by date, undated ones last; nothing if there are none
 */
export async function findSameView(
  reads: Reads,
  view: ShownView,
  limit: number,
): Promise<ViewImage[]> {
  const cameras = await findViewCameras(reads, view)
  const others = cameras.filter(
    ({ imageId, isFromAbove, hasPicture, isRefuted }) =>
      imageId !== view.imageId && !isFromAbove && hasPicture && !isRefuted,
  )
  const ids = [...new Set(others.map(({ imageId }) => imageId))].slice(0, limit)
  return ids.length === 0 ? [] : findByDate(reads, [view.imageId, ...ids])
}

async function findViewCameras(
  reads: Reads,
  { camera, subjects, viewingCone }: ShownView,
): Promise<Camera[]> {
  const seen = subjects.filter((subject) => isInView(camera, subject, viewingCone))
  const [beside, ...facing] = await Promise.all([
    findCameras(reads, camera, SAME_SPOT).then((cameras) =>
      cameras.filter((other) => looksTheSameWay(other, camera.direction)),
    ),
    ...seen.slice(0, MAX_SUBJECTS).map(async (subject) => {
      const cameras = await findCameras(reads, subject, SUBJECT_IN_VIEW)
      return cameras.filter((other) => isInView(other, subject, viewingCone))
    }),
  ])
  return [beside, facing.flat()].flatMap((cameras) =>
    cameras.toSorted((one, other) => one.distance - other.distance),
  )
}

async function findByDate(reads: Reads, ids: readonly number[]): Promise<ViewImage[]> {
  const rows = await reads
    .selectFrom('image')
    .select(['image.id', selectMiddleDay('image').as('middleDay')])
    .where('image.id', 'in', inList(ids))
    .orderBy('image.id')
    .execute()
  const days = new Map(rows.map(({ id, middleDay }) => [id, middleDay]))
  const dayOf = (id: number): number => days.get(id) ?? Number.MAX_SAFE_INTEGER
  const byDate = rows.map(({ id }) => id).toSorted((one, other) => dayOf(one) - dayOf(other))
  const images = await findImages(reads, byDate)
  return images.map((image) => ({ ...image, middleDay: days.get(image.id) ?? null }))
}

function looksTheSameWay({ direction }: Camera, way: number): boolean {
  return direction !== null && isInViewingCone(way, direction, 2 * SAME_WAY)
}

function isInView(
  { direction, ...camera }: Coordinate & { direction: number | null },
  subject: Coordinate,
  viewingCone: number,
): boolean {
  if (direction === null) return false
  const { distance, azimuth } = computeGeodesic(camera, subject)
  if (distance > SUBJECT_IN_VIEW) return false
  return distance === 0 || isInViewingCone(direction, azimuth, viewingCone)
}
