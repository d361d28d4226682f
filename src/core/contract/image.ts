import { z } from 'zod'
import { GEOREFERENCE_STATUSES } from '../model/georeference-status.ts'
import { collectionSummary } from './collection.ts'
import { fromAboveGeoreference, pointGeoreference } from './georeference.ts'
import { license } from './license.ts'
import { DEFAULT_IMAGE_ORDER, IMAGE_ORDERS } from '../model/orders.ts'
import { flag, idList, oneWord, orderingBy, pageQuery, subjectList, year } from './list-query.ts'
import { paginated } from './paginated.ts'
import { subjectSummary } from './subject.ts'

/** An image as lists show it. */
export const image = z.strictObject({
  id: z.int(),
  title: z.string(),
  /** Null until it has been made. */
  thumbnail: z.url().nullable(),
  creator: z.string(),
  /** As the archive recorded it. */
  original_date: z.string(),
  /** For people. */
  date_display: z.string(),
  from_above: z.boolean(),
  duplicate_of: z.int().nullable(),
  collection: collectionSummary,
  georeference_status: z.enum(GEOREFERENCE_STATUSES),
  detail_url: z.url(),
})

export type Image = z.infer<typeof image>

export const imageList = paginated(image)

export const comment = z.strictObject({
  id: z.int(),
  text: z.string(),
  commented_by: z.string(),
  created_at: z.string(),
})

export type Comment = z.infer<typeof comment>

/** What only an importer's token is shown, to find its own imports again. */
const forImporters = {
  reference_id: z.string().nullable().optional(),
  /** Of the original file, hex. */
  sha256: z.string().nullable().optional(),
  created_at: z.string().optional(),
}

/** One image, whole. */
export const imageDetail = z.strictObject({
  ...image.shape,
  /** The image file itself; null while there is none. */
  permalink: z.url().nullable(),
  /** The image in the archive it comes from. */
  original_url: z.string(),
  description: z.string(),
  license: license.omit({ id: true }).nullable(),
  edtf_date: z.string(),
  subjects: z.array(subjectSummary),
  scale: z.string().nullable(),
  mirror: z.enum(['none', 'h', 'v']),
  /** Degrees clockwise, applied after the mirror. */
  rotation: z.literal([0, 90, 180, 270]),
  georeferences: z.array(pointGeoreference),
  from_above_georeferences: z.array(fromAboveGeoreference),
  comments: z.array(comment),
  iiif_url: z.url().nullable(),
  ...forImporters,
})

export type ImageDetail = z.infer<typeof imageDetail>

export const imageQuery = pageQuery.extend({
  source: idList,
  collection: idList,
  subject: subjectList,
  /** A part of the creator's name, in any letter case. */
  creator: oneWord,
  year_min: year,
  year_max: year,
  georeferenced: flag,
  from_above: flag,
  /** These two find an import again, and only importers' tokens are heard about them. */
  reference_id: oneWord,
  sha256: oneWord,
  ordering: orderingBy(IMAGE_ORDERS, DEFAULT_IMAGE_ORDER),
})

export type ImageQuery = z.output<typeof imageQuery>
