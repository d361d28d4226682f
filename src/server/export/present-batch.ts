import type { AreaFeature, PointFeature } from '../../core/contract/feature.ts'
import type { ExportBatch, ExportedImages } from '../../core/queries/export/read-export.ts'
import type { ImageRow } from '../../core/queries/images/images.ts'
import {
  presentExportedDetails,
  presentExportedImage,
  type ExportedImageContext,
} from '../presenters/exported-image.ts'
import { presentAreaFeature, presentPointFeature } from '../presenters/feature.ts'
import { presentImage, presentImportedImage } from '../presenters/image.ts'
import { presentSubject } from '../presenters/subject.ts'

/** Presents a batch of an export, each item as its list does, with what the query adds. */
export function presentBatch(batch: ExportBatch, context: ExportedImageContext): object[] {
  const { links } = context
  switch (batch.list) {
    case 'points':
      return batch.rows.map((row) =>
        addImage(presentPointFeature(row, links), batch.images, context),
      )
    case 'areas':
      return batch.rows.map((row) =>
        addImage(presentAreaFeature(row, links), batch.images, context),
      )
    case 'images':
      return batch.rows.map((row) => presentListed(row, batch.images, context))
    default:
      return batch.rows.map((row) => presentSubject(row, links))
  }
}

/** Adds the image to the properties of its georeference, if the export has the images. */
function addImage(
  feature: PointFeature | AreaFeature,
  images: ExportedImages | undefined,
  context: ExportedImageContext,
): object {
  const image = images?.get(feature.properties.image_id)
  if (!image) return feature
  return {
    ...feature,
    properties: { ...feature.properties, ...presentExportedImage(image, context) },
  }
}

function presentListed(
  row: ImageRow,
  images: ExportedImages | undefined,
  context: ExportedImageContext,
): object {
  const { links, visibility } = context
  const present = visibility === 'everything' ? presentImportedImage : presentImage
  const image = images?.get(row.id)
  return { ...present(row, links), ...(image && presentExportedDetails(image, context)) }
}
