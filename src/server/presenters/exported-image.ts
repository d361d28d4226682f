import { createFileKey } from '../../core/auth/file-key.ts'
import type { ExportedImageProperties } from '../../core/contract/export.ts'
import type { Visibility } from '../../core/model/visibility.ts'
import { displayDate } from '../../core/edtf/display.ts'
import type { ExportedImageRow } from '../../core/queries/images/exported-images.ts'
import { iiifUrl, permalinkUrl } from './image-urls.ts'
import type { Links } from '../http/links.ts'

export interface ExportedImageContext {
  links: Links
  visibility: Visibility
  /** Signs the URL of a file that is not public. */
  signing: { key: Uint8Array; userId: number; now: number }
}

/** Presents an image as properties of its georeference, with the values of the image's details. */
export function presentExportedImage(
  image: ExportedImageRow,
  context: ExportedImageContext,
): ExportedImageProperties {
  const { links, visibility } = context
  return {
    image_description: image.description ?? '',
    image_creator: image.creator ?? '',
    image_original_date: image.original_date ?? '',
    image_edtf_date: image.edtf_date ?? '',
    image_date_display: displayDate(image.edtf_date, image.original_date),
    image_original_url: image.original_url ?? '',
    image_permalink: presentPermalink(image, context),
    image_detail_url: links.api(`/images/${image.id}/`),
    image_license_name: image.license_name,
    image_license_permalink: image.license_permalink,
    image_from_above: image.from_above === 1,
    image_collection_id: image.collection_id,
    image_collection_name: image.collection_name,
    image_source_name: image.source_name,
    ...(visibility === 'everything' && { image_reference_id: image.reference_id }),
  }
}

/** Presents what the details of an image have, and its list form has not. */
export function presentExportedDetails(image: ExportedImageRow, context: ExportedImageContext) {
  const { license_name: name, license_permalink: permalink } = image
  return {
    description: image.description ?? '',
    edtf_date: image.edtf_date ?? '',
    permalink: presentPermalink(image, context),
    original_url: image.original_url ?? '',
    license: name === null ? null : { name, permalink },
    scale: image.scale,
    rotation: image.rotation,
    mirror: image.mirror,
    iiif_url: iiifUrl(context.links, image),
  }
}

function presentPermalink(
  image: ExportedImageRow,
  { links, signing: { key, ...holder } }: ExportedImageContext,
): string | null {
  return permalinkUrl(links, image, (original) => createFileKey(Buffer.from(key), original, holder))
}
