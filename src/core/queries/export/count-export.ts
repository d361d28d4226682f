import type { Reads } from '../../database/store.ts'
import { listAreaIds, listPointIds } from '../lists/georeferences.ts'
import { listImageIds } from '../lists/images.ts'
import type { AreaExport, ImageExport, PointExport } from './export-query.ts'

const FIRST = { number: 1, size: 1 }

/** Counts the items of an export. */
export async function countExport(
  reads: Reads,
  query: PointExport | AreaExport | ImageExport,
): Promise<number> {
  const { count } = await findFirst(reads, query)
  return count
}

function findFirst(reads: Reads, query: PointExport | AreaExport | ImageExport) {
  switch (query.list) {
    case 'points':
      return listPointIds(reads, query.filter, [], FIRST)
    case 'areas':
      return listAreaIds(reads, query.filter, [], FIRST)
    default:
      return listImageIds(reads, query.filter, [], FIRST)
  }
}
