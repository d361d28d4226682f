import { inList } from '../../database/sql.ts'
import type { Reads } from '../../database/store.ts'
import { findMiddle } from '../../model/geometry/extent.ts'
import { computeGeodesic, type Coordinate } from '../../model/geometry/geodesic.ts'
import { findOutlineExtent } from '../../model/geometry/outline-extent.ts'

/** Most outlines that are read for each image. */
const MAX_OUTLINES = 20

/** A subject that an image is tagged with, and what its outlines surround. */
export interface OutlinedSubject {
  id: number
  title: string
  slug: string
  middle: Coordinate
  /** From the middle to a corner of their extent, in meters. */
  radius: number
}

/**
 * Finds the subjects with outlines of images, by image, in the order of tagging. Few subjects of an image are places, and
 * those are usually tagged first.
 */
export async function findOutlinedSubjects(
  reads: Reads,
  imageIds: readonly number[],
): Promise<ReadonlyMap<number, OutlinedSubject[]>> {
  const rows = await reads
    .selectFrom('image_subject')
    .innerJoin('subject', 'subject.id', 'image_subject.subject_id')
    .innerJoin('subject_geometry', 'subject_geometry.subject_id', 'subject.id')
    .select(['image_id', 'subject.id', 'subject.title', 'subject.slug', 'geometry'])
    .where('image_id', 'in', inList(imageIds))
    .orderBy('image_subject.position')
    .orderBy('image_id')
    .orderBy('subject_geometry.id')
    .limit(MAX_OUTLINES * imageIds.length)
    .execute()
  const byImage = Map.groupBy(rows, ({ image_id }) => image_id)
  return new Map([...byImage].map(([image, outlines]) => [image, joinOutlines(outlines)]))
}

interface OutlineRow extends Pick<OutlinedSubject, 'id' | 'title' | 'slug'> {
  geometry: string
}

function joinOutlines(rows: readonly OutlineRow[]): OutlinedSubject[] {
  const bySubject = Map.groupBy(rows, ({ id }) => id)
  return [...bySubject.values()].flatMap((outlines) => {
    const extent = findOutlineExtent(outlines)
    const [subject] = outlines
    if (!extent || !subject) return []
    const { id, title, slug } = subject
    const middle = findMiddle(extent)
    const { distance } = computeGeodesic(middle, { longitude: extent[0], latitude: extent[1] })
    return [{ id, title, slug, middle, radius: Math.ceil(distance) }]
  })
}
