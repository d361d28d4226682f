import type { Catalog } from '../../../core/catalog/catalog.ts'
import { findGeoreferenceStatus } from '../../../core/model/georeference-status.ts'
import { findImages } from '../../../core/queries/images/images.ts'
import type { Picture } from '../../pages/parts/pictures.ts'

/** Adds to the results of a search whether they are on the map, or wait for being placed. */
export async function addPlaceStatus<Found extends Pick<Picture, 'id'>>(
  { reads }: Pick<Catalog, 'reads'>,
  found: readonly Found[],
): Promise<(Found & Pick<Picture, 'georeference_status' | 'from_above'>)[]> {
  const rows = await findImages(
    reads,
    found.map(({ id }) => id),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return found.map((picture) => {
    const row = byId.get(picture.id)
    if (!row) return picture
    const status = findGeoreferenceStatus(row)
    return { ...picture, georeference_status: status, from_above: row.from_above === 1 }
  })
}
