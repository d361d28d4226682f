import { z } from 'zod'
import { GEOREFERENCE_STATUSES } from '../model/georeference-status.ts'
import { collectionSummary } from './collection.ts'
import { fromAboveGeoreference, pointGeoreference } from './georeference.ts'
import { license } from './license.ts'
import { DEFAULT_IMAGE_ORDER, IMAGE_ORDERS } from '../model/orders.ts'
import { encodedList } from './encoded-list.ts'
import {
  anyOf,
  flag,
  idList,
  oneWord,
  orderingBy,
  pageQuery,
  subjectList,
  yearMax,
  yearMin,
} from './list-query.ts'
import { paginated } from './paginated.ts'
import { subjectSummary } from './subject.ts'
import { timestamp } from './timestamp.ts'
import { PROCESSING_STATES } from '../model/processing.ts'
import { MIRRORS, ROTATIONS } from './transform.ts'

const SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** Only importers' tokens see these: they tell which of their rows an image is. */
const importedAs = {
  reference_id: z
    .string()
    .nullable()
    .optional()
    .meta({
      description: 'The archive’s own reference; for importers only.',
      examples: ['A-0017'],
    }),
  sha256: z
    .string()
    .nullable()
    .optional()
    .meta({ description: 'Of the original file, hex; for importers only.', examples: [SHA256] }),
  processing: z
    .enum(PROCESSING_STATES)
    .nullable()
    .optional()
    .meta({
      description: 'What became of the current file; null without a file. For importers only.',
      examples: ['damaged'],
    }),
  processing_reason: z
    .string()
    .nullable()
    .optional()
    .meta({
      description: 'Why the file is damaged or failed; else null. For importers only.',
      examples: ['The picture file is damaged (premature end of JPEG image).'],
    }),
}

export const image = z
  .strictObject({
    id: z.int().meta({ examples: [12] }),
    title: z.string().meta({ examples: ['Market square'] }),
    thumbnail: z
      .url()
      .nullable()
      .meta({
        description: 'A small JPEG; null until it has been made.',
        examples: [
          'https://catalog.example.org/media/derivatives/12/q3nVbZ0pT4yXw7Le/thumbnail.jpg',
        ],
      }),
    creator: z
      .string()
      .meta({ description: 'Photographer or artist; may be empty.', examples: ['A. Painter'] }),
    original_date: z
      .string()
      .meta({ description: 'The date as the archive recorded it.', examples: ['about 1905'] }),
    date_display: z.string().meta({ description: 'The date for people.', examples: ['c. 1905'] }),
    from_above: z.boolean().describe('Taken from high up, so that it is placed as an area.'),
    duplicate_of: z
      .int()
      .nullable()
      .meta({ description: 'The image that this one repeats.', examples: [null] }),
    collection: collectionSummary,
    georeference_status: z.enum(GEOREFERENCE_STATUSES),
    detail_url: z.url().meta({
      description: 'Where the whole of it is.',
      examples: ['https://catalog.example.org/api/v2/images/12/'],
    }),
    ...importedAs,
  })
  .meta({ id: 'Image', description: 'An image as lists show it.' })

export type Image = z.infer<typeof image>

export const imageList = paginated(image, 'ImageList')

export const comment = z
  .strictObject({
    id: z.int().meta({ examples: [5] }),
    text: z.string().meta({ examples: ['The tower burnt down in 1912.'] }),
    commented_by: z.string().meta({ examples: ['grace'] }),
    created_at: timestamp,
  })
  .meta({ id: 'Comment', description: 'What somebody wrote about an image.' })

export type Comment = z.infer<typeof comment>

export const imageDetail = z
  .strictObject({
    ...image.shape,
    permalink: z
      .url()
      .nullable()
      .meta({
        description: 'The image file itself; null while there is none.',
        examples: ['https://catalog.example.org/media/images/12/original.jpg'],
      }),
    original_url: z.string().meta({
      description: 'The image in the archive it comes from.',
      examples: ['https://archive.example.org/albums/3/17'],
    }),
    description: z.string().meta({ examples: ['Looking east, on a market day.'] }),
    license: license.omit({ id: true }).nullable(),
    edtf_date: z.string().meta({ description: 'The date in EDTF, or empty.', examples: ['1905~'] }),
    subjects: z.array(subjectSummary).describe('What it shows, in the order of tagging.'),
    scale: z
      .string()
      .nullable()
      .meta({ description: 'Scale of a map.', examples: [null] }),
    mirror: z.enum(MIRRORS).describe('To be mirrored first: horizontally, vertically or not.'),
    rotation: z.literal(ROTATIONS).describe('Then to be turned clockwise by so many degrees.'),
    georeferences: z.array(pointGeoreference).describe('Oldest first.'),
    from_above_georeferences: z.array(fromAboveGeoreference).describe('Oldest first.'),
    comments: z.array(comment).describe('Newest first.'),
    iiif_url: z
      .url()
      .nullable()
      .meta({
        description: 'Where its IIIF image service begins; null while there is none.',
        examples: [null],
      }),
    created_at: timestamp.optional().describe('For importers only.'),
  })
  .meta({ id: 'ImageDetail', description: 'One image, whole.' })

export type ImageDetail = z.infer<typeof imageDetail>

export const imageQuery = pageQuery.extend({
  source: idList.describe('Ids of sources.'),
  collection: idList.describe('Ids of collections.'),
  subject: subjectList.describe('Subjects, by id or by their item in the knowledge base.'),
  creator: oneWord.describe('A part of the creator’s name, in any letter case.'),
  year_min: yearMin.describe('The date is in this year or later, or may be.'),
  year_max: yearMax.describe('The date is in this year or earlier, or may be.'),
  georeferenced: flag.describe('Has a georeference of the kind that counts for it, or has none.'),
  from_above: flag.describe('Was taken from high up, or was not.'),
  // These two find an import again.
  reference_id: encodedList(['A-0017', 'B%2C2']).describe(
    'References of the archive, each percent-encoded; for importers only.',
  ),
  sha256: encodedList([SHA256]).describe('Digests of original files, hex; for importers only.'),
  id: idList.describe('Ids of images; for importers only.'),
  processing: anyOf(PROCESSING_STATES).describe(
    'What became of the current file, any of these; for importers only.',
  ),
  ordering: orderingBy(IMAGE_ORDERS, DEFAULT_IMAGE_ORDER),
})

export type ImageQuery = z.output<typeof imageQuery>
