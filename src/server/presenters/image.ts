import type { Image } from '../../core/contract/image.ts'
import { displayDate } from '../../core/edtf/display.ts'
import type { DisplayLanguage } from '../../core/edtf/phrases/index.ts'
import { findGeoreferenceStatus } from '../../core/model/georeference-status.ts'
import type { ImageRow } from '../../core/queries/images/images.ts'
import type { Links } from '../http/links.ts'
import { thumbnailUrl } from './image-urls.ts'

/** Presents an image as in lists. @param language of `date_display`; the API speaks English */
export function presentImage(
  image: ImageRow,
  links: Links,
  language: DisplayLanguage = 'en',
): Image {
  return {
    id: image.id,
    title: image.title,
    thumbnail: thumbnailUrl(links, image),
    creator: image.creator ?? '',
    original_date: image.original_date ?? '',
    date_display: displayDate(image.edtf_date, image.original_date, language),
    from_above: image.from_above === 1,
    duplicate_of: image.duplicate_of,
    collection: presentCollectionSummary(image),
    georeference_status: findGeoreferenceStatus(image),
    detail_url: links.api(`/images/${image.id}/`),
  }
}

/** Presents the collection of an image. */
export function presentCollectionSummary(
  image: Pick<ImageRow, 'collection_id' | 'collection_name' | 'collection_slug' | 'source_name'>,
): Image['collection'] {
  return {
    id: image.collection_id,
    name: image.collection_name,
    slug: image.collection_slug,
    source_name: image.source_name,
  }
}

/** Presents an image as in lists for importers and moderators. */
export function presentImportedImage(image: ImageRow, links: Links): Image {
  return { ...presentImage(image, links), ...presentImporterFields(image) }
}

/** The reference id, stated position, digest and processing state of the file, for importers and moderators only. */
export function presentImporterFields(image: ImageRow): Partial<Image> {
  return {
    reference_id: image.reference_id,
    archive_position: image.archive_position,
    sha256: image.file_sha256,
    processing: image.processing,
    processing_reason: image.processing_reason,
  }
}
