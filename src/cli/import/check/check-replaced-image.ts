import type { FindReplaceable } from './replaceable-image.ts'
import type { ManifestRow } from '../../tables/manifest-row.ts'
import type { ImageMetadata } from './check-metadata.ts'
import type { RowToCheck } from './checked-row.ts'
import type { RowReport } from './row-report.ts'
import type { PlannedImage } from './planned-image.ts'

/** A replacement does not change metadata. */
export const EMPTY_METADATA: ImageMetadata = { title: '', original_date: '', edtf_date: '' }

/** Checks the image whose file a row replaces, and looks it up. */
export async function checkReplacedImage(
  { row, earlierLine }: RowToCheck,
  find: FindReplaceable,
  report: RowReport,
): Promise<Pick<PlannedImage, 'collection' | 'metadata' | 'replaces'> | undefined> {
  const id = parseImageId(row, report)
  if (id === undefined) return undefined
  if (earlierLine !== undefined) {
    const message = `Line ${earlierLine} names the same image. An image has only one file.`
    return report.error('image.duplicate', 'image_id', message)
  }
  const image = await find(id)
  if (image === undefined) {
    const message = 'Image not found, or not visible to you.'
    return report.error('image.unknown', 'image_id', message)
  }
  if (image.isTransformed) {
    const message = 'The image is rotated or mirrored; the new file will be shown without that.'
    report.warning('image.turned', 'image_id', message)
  }
  return { collection: image.collection, metadata: EMPTY_METADATA, replaces: id }
}

/** Parses the id of the image that a row names. */
export function parseImageId({ values }: ManifestRow, report: RowReport): number | undefined {
  const { image_id: value } = values
  if (value === undefined) return report.error('image.blank', 'image_id', 'The cell is blank.')
  if (/^[1-9]\d{0,14}$/.test(value)) return Number(value)
  const message = 'Must be the id of an image.'
  return report.error('image.invalid', 'image_id', message, findOnlyNumber(value))
}

/** Finds 4711 in `https://…/images/4711/` and `Nr. 4711`. */
function findOnlyNumber(text: string): string | undefined {
  const numbers = text.match(/\d+/g)
  const [only, ...others] = numbers ?? []
  if (only === undefined || others.some((other) => Number(other) > 0)) return undefined
  return only.replace(/^0+/, '') || undefined
}
