import type { DatabaseAddress } from '../../database/database-address.ts'
import { openSnapshot } from '../../database/snapshots.ts'
import type { Query, Snapshot } from '../../database/store.ts'
import type { Visibility } from '../../model/visibility.ts'
import { findExportedImages, type ExportedImageRow } from '../images/exported-images.ts'
import { findAreas, findPoints, type AreaRow, type PointRow } from '../places/georeferences.ts'
import { findImages, type ImageRow } from '../images/images.ts'
import { selectAreaIds, selectPointIds } from '../lists/georeferences.ts'
import { selectImageIds } from '../lists/images.ts'
import { selectSubjectIds } from '../lists/subjects.ts'
import { findSubjects, type CountedSubjectRow } from '../subjects/subjects.ts'
import type { AreaExport, ExportQuery, ImageExport, PointExport } from './export-query.ts'

/** Some items of an export. `images` has more of the images, by id, if the query asks for them. */
export type ExportBatch =
  | { list: 'points'; rows: PointRow[]; images?: ExportedImages | undefined }
  | { list: 'areas'; rows: AreaRow[]; images?: ExportedImages | undefined }
  | { list: 'images'; rows: ImageRow[]; images?: ExportedImages | undefined }
  | { list: 'subjects'; rows: CountedSubjectRow[] }

export type ExportedImages = ReadonlyMap<number, ExportedImageRow>

/** A few hundred rows, since descriptions may be large, and fewer areas, since one may have 160 KB. */
const BATCH_SIZES = { points: 250, areas: 25, images: 250, subjects: 250 } as const

/** The query of the ids selects visible items only. Checking each batch again would take most of the time. */
const CHECKED: Visibility = 'everything'

/** Each row is read once, mostly in the order of the file. */
const CACHE_KIB = 4 * 1024

/**
 * Reads all items that match, from one state of the database. It holds a read transaction until it ends or is
 * returned.
 */
export async function* readExport(
  database: DatabaseAddress,
  query: ExportQuery,
): AsyncGenerator<ExportBatch, void> {
  await using snapshot = await openSnapshot(database, { cacheKib: CACHE_KIB })
  yield* readSnapshot(snapshot, query)
}

/** Reads all items of a snapshot that match. */
export async function* readSnapshot(
  snapshot: Snapshot,
  query: ExportQuery,
): AsyncGenerator<ExportBatch, void> {
  const selected = await selectIds(snapshot, query)
  for await (const rows of snapshot.readBatches(selected, BATCH_SIZES[query.list])) {
    const ids = rows.map(({ id }) => id)
    yield await readBatch(snapshot, query, ids)
  }
}

/** Builds the query of the ids with the filter of the list. */
async function selectIds({ reads }: Snapshot, query: ExportQuery): Promise<Query<{ id: number }>> {
  switch (query.list) {
    case 'points':
      return selectPointIds(reads, query.filter)
    case 'areas':
      return selectAreaIds(reads, query.filter)
    case 'images':
      return selectImageIds(reads, query.filter)
    default:
      return selectSubjectIds(reads, query.filter)
  }
}

/** Reads the rows as the list does. */
async function readBatch(
  snapshot: Snapshot,
  query: ExportQuery,
  ids: readonly number[],
): Promise<ExportBatch> {
  const { reads } = snapshot
  switch (query.list) {
    case 'points': {
      const rows = await findPoints(reads, ids, CHECKED)
      return { list: query.list, rows, images: await readImages(snapshot, query, imagesOf(rows)) }
    }
    case 'areas': {
      const rows = await findAreas(reads, ids, CHECKED)
      return { list: query.list, rows, images: await readImages(snapshot, query, imagesOf(rows)) }
    }
    case 'images': {
      const rows = await findImages(reads, ids)
      return { list: query.list, rows, images: await readImages(snapshot, query, ids) }
    }
    default:
      return { list: query.list, rows: await findSubjects(reads, ids, query.filter.visibility) }
  }
}

function imagesOf(rows: readonly { image_id: number }[]): number[] {
  return rows.map(({ image_id }) => image_id)
}

async function readImages(
  { reads }: Snapshot,
  { withImage }: PointExport | AreaExport | ImageExport,
  ids: readonly number[],
): Promise<ExportedImages | undefined> {
  if (!withImage) return undefined
  const images = await findExportedImages(reads, { ids: JSON.stringify(ids) })
  return new Map(images.map((image) => [image.id, image]))
}
