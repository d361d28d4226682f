import type { OriginalVersion } from '../../core/auth/file-key.ts'
import { formatTimestamp } from '../../core/base/clock.ts'
import type { Comment, ImageDetail } from '../../core/contract/image.ts'
import type { DisplayLanguage } from '../../core/edtf/phrases/index.ts'
import type { Visibility } from '../../core/model/visibility.ts'
import type { CommentRow } from '../../core/queries/images/detail-lists.ts'
import type { ImageDetailRow } from '../../core/queries/images/images.ts'
import type { Links } from '../http/links.ts'
import { iiifUrl, permalinkUrl } from './image-urls.ts'
import { presentFromAbove, presentPoint } from './georeference.ts'
import { presentImage, presentImporterFields } from './image.ts'
import { presentSubjectSummary } from './subject.ts'

export interface ImageDetailContext {
  links: Links
  /** Signs the URL of a file that is not public. */
  sign: (original: OriginalVersion) => string
  visibility: Visibility
  /** Language of `date_display`; English by default, as in the API. */
  language?: DisplayLanguage
}

/** Presents an image with all its metadata. Callers who see everything also get what identifies the row of an import. */
export function presentImageDetail(
  image: ImageDetailRow,
  { links, sign, visibility, language }: ImageDetailContext,
): ImageDetail {
  return {
    ...presentImage(image, links, language),
    permalink: permalinkUrl(links, image, sign),
    original_url: image.original_url ?? '',
    description: image.description ?? '',
    license: presentImageLicense(image),
    edtf_date: image.edtf_date ?? '',
    subjects: image.subjects.map(presentSubjectSummary),
    scale: image.scale,
    mirror: image.mirror,
    rotation: image.rotation,
    georeferences: image.points.map((point) => presentPoint(point, links)),
    from_above_georeferences: image.areas.map((area) => presentFromAbove(area, links)),
    comments: image.comments.map(presentComment),
    ...presentFurther(image, links),
    iiif_url: iiifUrl(links, image),
    ...(visibility === 'everything' && {
      ...presentImporterFields(image),
      order: image.position,
      created_at: formatTimestamp(image.created_at),
    }),
  }
}

/** The addresses of the lists that are not complete. */
function presentFurther(image: ImageDetailRow, links: Links) {
  const url = (list: string) => links.api(`/images/${image.id}/${list}/`)
  return {
    ...(image.hasMorePoints && { georeferences_url: url('georeferences') }),
    ...(image.hasMoreAreas && { from_above_georeferences_url: url('from-above-georeferences') }),
    ...(image.hasMoreComments && { comments_url: url('comments') }),
  }
}

function presentImageLicense(image: ImageDetailRow): ImageDetail['license'] {
  if (image.license_name === null) return null
  return {
    name: image.license_name,
    display_name: image.license_display_name ?? '',
    permalink: image.license_permalink ?? '',
  }
}

export function presentComment(comment: CommentRow): Comment {
  return {
    id: comment.id,
    text: comment.text,
    commented_by: comment.username,
    created_at: formatTimestamp(comment.created_at),
  }
}
