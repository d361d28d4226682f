import { z } from 'zod'
import { areaFeature, areaQuery, box, BOX, pointFeature, pointQuery } from './feature.ts'
import { image, imageDetail, imageQuery } from './image.ts'
import { oneOf } from './list-query.ts'
import { subject, subjectQuery } from './subject.ts'

/** Exports have the filters of the lists, and one order. */
const PAGING = { page: true, page_size: true, ordering: true } as const

const featureParameters = {
  bbox: box.meta({
    ...BOX,
    description: 'The same as `in_bbox`. Only one of both can be used.',
  }),
  with: oneOf(['image']).describe(
    'Add metadata of the image to the properties, in members that begin with `image_`.',
  ),
}

const ONE_BOX = { path: ['bbox'], error: 'Use either bbox or in_bbox, not both.' }

function hasOneBox({ bbox, in_bbox }: { bbox?: unknown; in_bbox?: unknown }): boolean {
  return bbox === undefined || in_bbox === undefined
}

export const areaExportQuery = areaQuery
  .omit(PAGING)
  .extend(featureParameters)
  .refine(hasOneBox, ONE_BOX)

export const pointExportQuery = pointQuery
  .omit(PAGING)
  .extend(featureParameters)
  .refine(hasOneBox, ONE_BOX)

export const imageExportQuery = imageQuery.omit(PAGING)
export const subjectExportQuery = subjectQuery.omit(PAGING)

/** The last line. Without it, the export is incomplete. */
const exportEnd = z
  .strictObject({
    type: z.literal('ExportEnd'),
    count: z.int().meta({ description: 'Number of lines before this one.', examples: [137] }),
  })
  .meta({
    id: 'ExportEnd',
    description: 'The last line of an export. Without it, the export is incomplete.',
  })

const { shape: detail } = imageDetail
const { collection } = detail

/** Properties of the image, with `with=image`. */
const imageProperties = {
  image_description: detail.description,
  image_creator: detail.creator,
  image_original_date: detail.original_date,
  image_edtf_date: detail.edtf_date,
  image_date_display: detail.date_display,
  image_original_url: detail.original_url,
  image_permalink: detail.permalink,
  image_detail_url: detail.detail_url,
  image_license_name: z
    .string()
    .nullable()
    .meta({ description: 'Null if no license is known.', examples: ['cc-by-4.0'] }),
  image_license_permalink: z
    .string()
    .nullable()
    .meta({ examples: ['https://creativecommons.org/licenses/by/4.0/'] }),
  image_from_above: detail.from_above,
  image_collection_id: collection.shape.id,
  image_collection_name: collection.shape.name,
  image_source_name: collection.shape.source_name,
  image_reference_id: detail.reference_id,
}

const imageMembers = z.strictObject(imageProperties).partial().shape

export type ExportedImageProperties = z.infer<z.ZodObject<typeof imageProperties>>

const exportedPoint = pointFeature
  .extend({ properties: pointFeature.shape.properties.extend(imageMembers) })
  .meta({ id: 'ExportedPointFeature', description: pointFeature.description })

const exportedArea = areaFeature
  .extend({ properties: areaFeature.shape.properties.extend(imageMembers) })
  .meta({ id: 'ExportedAreaFeature', description: areaFeature.description })

export const pointExport = z.union([exportedPoint, exportEnd])
export const areaExport = z.union([exportedArea, exportEnd])
export const imageExport = z.union([image, exportEnd])
export const subjectExport = z.union([subject, exportEnd])

export type ExportEnd = z.infer<typeof exportEnd>
