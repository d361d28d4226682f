import type { Api } from '../client/api.ts'
import { nullIfAbsent } from '../client/requests.ts'
import type { Finding } from '../tables/finding.ts'
import type { ManifestRow } from '../tables/manifest-row.ts'
import { imageMetadata, toCells, type UpdateField } from './differences.ts'

/** Most rows with errors whose images are read. */
const MAX_IMAGES = 1000

/** Returns the columns of these findings whose cells have the value of the image. */
export type FindUnedited = (
  imageId: number,
  row: ManifestRow,
  errors: readonly Finding[],
) => Promise<ReadonlySet<string>>

/**
 * Creates a function that finds the cells that an update leaves as they are, so that their values are no errors: earlier
 * versions and dumps accepted texts that an update would refuse.
 */
export function createUneditedFinder(api: Api): FindUnedited {
  let left = MAX_IMAGES
  return async (imageId, { values }, errors) => {
    const columns = errors
      .map(({ column }) => column as UpdateField)
      .filter((column) => values[column] !== undefined)
    if (columns.length === 0 || (left -= 1) < 0) return new Set()
    const image = await nullIfAbsent(api.get(`/api/v2/images/${imageId}/`, imageMetadata))
    const current = image && toCells(image)
    return new Set(columns.filter((column) => values[column] === current?.[column]?.trim()))
  }
}
