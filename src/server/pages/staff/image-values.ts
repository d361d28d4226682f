import type { EditableImage } from '../../../core/queries/images/editable-image.ts'
import { toLine, toLines } from './seen-values.ts'

/** The fields of the form that edits an image, named like the members of the API. */
export const IMAGE_FIELDS = [
  'title',
  'description',
  'creator',
  'original_date',
  'edtf_date',
  'license_name',
  'reference_id',
  'source_url',
  'scale',
  'rotation',
  'mirror',
  'from_above',
  'will_not_georef',
  'archive_position',
  'duplicate_of',
  'collection',
  'order',
] as const

export type ImageField = (typeof IMAGE_FIELDS)[number]

/** The values of the form, as a browser sends them. */
export type ImageValues = Readonly<Record<ImageField, string>>

/** The stored values, as a form shows and sends them unchanged. */
export function toImageValues(image: EditableImage): ImageValues {
  return {
    title: toLine(image.title),
    description: toLines(image.description),
    creator: toLine(image.creator),
    original_date: toLine(image.original_date),
    edtf_date: toLine(image.edtf_date),
    license_name: image.license_name ?? '',
    reference_id: toLine(image.reference_id),
    source_url: toLine(image.original_url),
    archive_position: toLine(image.archive_position),
    scale: toLine(image.scale),
    rotation: String(image.rotation),
    mirror: image.mirror,
    from_above: String(image.from_above === 1),
    will_not_georef: String(image.will_not_georef === 1),
    duplicate_of: String(image.duplicate_of ?? ''),
    collection: String(image.collection_id),
    order: String(image.position ?? ''),
  }
}
