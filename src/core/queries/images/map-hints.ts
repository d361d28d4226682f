import type { Reads } from '../../database/store.ts'
import { DEFAULT_GEOREFERENCE_ORDER } from '../../model/orders.ts'
import { listPoints } from '../places/georeferences.ts'
import type { Lists } from '../lists/lists.ts'
import { listSubjectGeometries } from '../subjects/all-subject-geometries.ts'

/** Few subjects of an image are places, and those are usually tagged first. */
const SUBJECTS = 3

/** Finds what hints at the place of an image: the outlines of a subject, and the newest point of its collection. */
export async function findMapHints(
  catalog: { reads: Reads; lists: Pick<Lists, 'ask'> },
  { collectionId, subjectIds }: { collectionId: number; subjectIds: readonly number[] },
) {
  const filter = { visibility: 'public', collections: [collectionId] } as const
  const [outlines, points] = await Promise.all([
    Promise.all(
      subjectIds.slice(0, SUBJECTS).map((id) => listSubjectGeometries(catalog.reads, id)),
    ),
    listPoints(catalog, filter, [DEFAULT_GEOREFERENCE_ORDER], { number: 1, size: 1 }),
  ])
  const [newest] = points.rows
  return { outlines: outlines.find(({ length }) => length > 0) ?? [], newest }
}

export type MapHints = Awaited<ReturnType<typeof findMapHints>>
